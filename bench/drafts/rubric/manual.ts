import type { Article } from "../../search/sets.ts";

/** Sections of the manual that the rubric asks about, each put between generated ones. */
const SECTIONS: Readonly<Record<number, string>> = {
	23: "## 23.4 Suspension fork: oil\n\nThe suspension fork needs 25 ml of fork oil of viscosity 7.5 W in each leg. Change it after 200 hours of riding.\n\nOther oils make the seals swell.",
	61: "## 61.2 Bleed the rear brake\n\nYou need the bleeding kit and mineral oil. Bleed the brake as follows:\n\n1. Turn the bike so that the lever is the highest point.\n2. Screw the funnel into the lever and fill it.\n3. Connect the syringe with the valve of the caliper.\n4. Open the valve by a quarter of a turn.\n5. Press the oil upwards until no bubbles come out.\n6. Close the valve and take the syringe off.\n\n**Caution:** Brake fluid damages paint. Wipe it off at once.",
	98: "## 98.1 Torques of the cockpit\n\nTighten the bolts of the stem with 5 Nm, crosswise. The bolts of the brake levers need 3 Nm. More breaks the handlebar.",
	111: "## 111.3 Painting and stickers\n\nThe carbon frame must not be painted, because solvents weaken the resin. Stickers are allowed everywhere but on the serial number.",
};
const PARTS =
	"front wheel,rear wheel,chain,gearbox,front brake,seat post,saddle,pedal,crank,bottom bracket,headset,handlebar,grip,mudguard,kickstand,front light,rear light,display,motor,battery,charger,speed sensor,torque sensor,cable harness,belt,sprocket,derailleur,carrier,lock,bell".split(
		",",
	);
const WORK = "inspect,clean,grease,tighten,replace,adjust,remove,install".split(
	",",
);
const FAULTS =
	"draws too much current,gets no voltage,reports a value out of range,does not answer,is too warm,was fitted for another model".split(
		",",
	);
const CHAPTERS = 120;

/** A workshop manual of some 400 KB, of which most sections are much like each other. */
export function manual(): Article {
	const chapters = Array.from({ length: CHAPTERS }, (_, i) => chapter(i + 1));
	return {
		id: "manual",
		title: "Workshop manual of the Tidewater Fjord",
		body: chapters.join("\n\n"),
	};
}

function chapter(number: number): string {
	const part = PARTS[number % PARTS.length]!;
	const sections = WORK.slice(0, 4 + (number % 3)).map((work, i) =>
		section(`${number}.${i + 1}`, part, work, number + i),
	);
	return [
		`# ${number} The ${part}, part ${1 + Math.floor(number / PARTS.length)}`,
		`This chapter describes the ${part}. Work on the ${part} takes about ${10 + (number % 7) * 5} minutes.`,
		...sections,
		SECTIONS[number],
		faults(number),
		`Page ${number * 3} of ${CHAPTERS * 3}`,
	]
		.filter((text) => text !== undefined)
		.join("\n\n");
}

function section(
	number: string,
	part: string,
	work: string,
	seed: number,
): string {
	const torque = 4 + (seed % 9);
	return `## ${number} To ${work} the ${part}

Do this every ${500 + (seed % 5) * 250} km, and sooner after rides in rain. You need a ${4 + (seed % 4)} mm key, a clean cloth and gearbox oil or grease as the table of supplies says.

1. Put the bike on the stand and take the battery out.
2. Loosen the ${part} and mark its position.
3. ${work[0]!.toUpperCase()}${work.slice(1)} the ${part}, and look for cracks and play.
4. Tighten the ${part} with ${torque} Nm.
5. Turn it by hand. It must run without noise.

If the ${part} still makes a noise, repeat the work, and look at the neighbouring parts as well. A worn ${part} has to be replaced in pairs where there are two.`;
}

function faults(number: number): string {
	const rows = [0, 1, 2].map((i) => {
		const code = 100 + number * 3 + i;
		const part = PARTS[(number * 5 + i * 2) % PARTS.length]!;
		const fault = FAULTS[(number + i) % FAULTS.length]!;
		const meaning =
			code === 317
				? "The rear light draws too much current"
				: `The ${part} ${fault}`;
		return `| F-${code} | ${meaning}. | Check the plug of the ${code === 317 ? "rear light" : part}. |`;
	});
	return `## ${number}.9 Fault codes of this chapter\n\n| Code | Meaning | Remedy |\n|---|---|---|\n${rows.join("\n")}`;
}
