import { quotableText } from "@supportdesk/markdown/quotable-text.ts";
import { threadTimeMs } from "@supportdesk/testkit/thread-time.ts";
import { expect, test } from "vitest";
import { openStaticEncoder } from "../encoder/static-encoder.ts";
import { extractiveWriter } from "./extractive-writer.ts";
import { phrasesOf } from "./frame-phrases.ts";

const write = extractiveWriter(openStaticEncoder());

async function draft(
	question: string,
	body: string,
	title = "Bikes",
	relevanceScore = 0.9,
) {
	const source = {
		articleId: "kb_1",
		title,
		body,
		relevanceScore,
		passages: [],
	};
	const written = await write(
		{ question, contactName: "Mia Berg", sources: [source] },
		new AbortController().signal,
	);
	return written && { ...written, answer: answerOf(written.body) };
}

function answerOf(body: string): string {
	return body.split("\n\n").slice(2, -2).join("\n\n");
}

const STEPS = `# Change the wheel

The wheel is round.

## Take it out

You need a 6 mm key. Take the wheel out as follows:

1. Open the axle.

   > [!WARNING]
   > The brake may be hot.

2. Shift to the smallest gear.

Note: Keep the washers.

3. Lift the bike.

> **Important:** Do not touch the disc.

## Put it back

Page 12

See the picture below:`;

test("keeps steps whole with what is said between and around them", async () => {
	const written = await draft("How do I take the wheel out?", STEPS);
	expect(written?.answer).toBe(
		"You need a 6 mm key. Take the wheel out as follows:\n1. Open the axle.\n\nThe brake may be hot.\n2. Shift to the smallest gear.\n\nNote: Keep the washers.\n3. Lift the bike.\n\nImportant: Do not touch the disc.",
	);
});

test("keeps steps whole that are sections of their own", async () => {
	const written = await draft(
		"How do I change the wheel?",
		"## Step 1: Axle\n\nOpen the axle.\n\n## Step 2: Wheel\n\nLift the bike.\n\n## Prices\n\nA wheel costs 40 €.",
		"Change the wheel",
	);
	expect(written?.answer).toBe(
		"Step 1: Axle\n\nOpen the axle.\n\nStep 2: Wheel\n\nLift the bike.",
	);
});

test("quotes no heading, number of a page or announcement without its text", async () => {
	const written = await draft(
		"Who pays for the theft of a lock?",
		"THEFT\n\nContents\n\n1 Locks ........ 2\n\nPage 1 of 2\n\n1 LOCKS\n\nThe cover pays for the theft of a lock.\n\nThe conditions are as follows:\n\nPage 2 of 2",
	);
	expect(written?.answer).toBe("The cover pays for the theft of a lock.");
});

test("begins with a yes or no that rests on the sentence that decides it", async () => {
	const body =
		"Bikes are blue. You can ride them in rain and snow. Wash them weekly.";
	const written = await draft("Can I ride in the rain?", body);
	const [yes, next] = written!.sentences.filter(({ isFrame }) => !isFrame);
	expect(yes?.text).toBe("Yes.");
	const { start, end } = yes!.sources[0]!;
	expect([...quotableText(body).text].slice(start, end).join("")).toBe(
		"You can ride them in rain and snow.",
	);
	expect(next?.text).toBe("You can ride them in rain and snow.");
});

test.each([
	[
		"You charged me twice! I want my money back the same day.",
		"If both payments are still there after 7 days, send us a screenshot. We refund the second one the same day.",
	],
	[
		"What is your rate limit? We always get 429.",
		"The limit is 120 requests a minute. Beyond it the API answers 429 with a header.",
	],
	[
		"How long is the warranty? I did not register my machine.",
		"Every machine has a warranty of two years. If you register the machine, it is extended to three years.",
	],
	[
		"Wann stellen Sie einen Nachforschungsauftrag?",
		"Steht der Status fünf Tage still, schreiben Sie uns. Wir stellen dann einen Nachforschungsauftrag.",
	],
])(
	"quotes a sentence with the one that it refers to: %j",
	async (question, body) => {
		const written = await draft(question, body, "Help");
		expect(written?.answer).toBe(body);
	},
);

test("writes Japanese without spaces between sentences", async () => {
	const body = "自転車は雨の日も乗れます。使った後は拭いてください。";
	const written = await draft(
		"雨の日に自転車に乗れますか？",
		body,
		"自転車と雨",
	);
	expect(written?.answer).toBe(body);
	expect(written?.body).toContain("参照：自転車と雨");
});

const GROUND =
	"Yes. Put two spoons of it into the shaft. Instant coffee blocks the shaft.";

test.each([
	["Can I use ground coffee?", GROUND],
	["Hello, can I use ground coffee? Thanks!", GROUND],
	["Can I put instant coffee into the shaft?", GROUND.replace("Yes. ", "")],
	["How much ground coffee can I use?", GROUND.replace("Yes. ", "")],
])(
	"gives an article's own yes to the question of its title only: %j",
	async (question, answer) => {
		const written = await draft(question, GROUND, "Can I use ground coffee?");
		expect(written?.answer).toBe(answer);
	},
);

test("leaves an article's own yes out of a sentence that goes on", async () => {
	const body = "Yes, the bags go into the plastic. The valve stays in the bag.";
	const written = await draft(
		"Do I have to remove the valve before recycling the bag?",
		body,
		"Is the packaging recyclable?",
	);
	const [first] = written!.sentences.filter(({ isFrame }) => !isFrame);
	expect(first?.text).toBe("The bags go into the plastic.");
	const { start, end } = first!.sources[0]!;
	expect([...quotableText(body).text].slice(start, end).join("")).toBe(
		"the bags go into the plastic.",
	);
});

test.each([
	[
		"de",
		"Wie lange dauert die Lieferung nach Berlin?",
		"Die Lieferung nach Berlin dauert drei Tage.",
	],
	[
		"fr",
		"Combien de temps prend la livraison à Paris ?",
		"La livraison à Paris prend trois jours ouvrés.",
	],
	[
		"es",
		"¿Cuánto tiempo tarda la entrega en Madrid?",
		"La entrega en Madrid tarda tres días laborables.",
	],
	[
		"it",
		"Quanto tempo richiede la consegna a Roma?",
		"La consegna a Roma richiede tre giorni lavorativi.",
	],
	[
		"pt",
		"Quanto tempo demora a entrega em Lisboa?",
		"A entrega em Lisboa demora três dias úteis.",
	],
	[
		"nl",
		"Hoe lang duurt de levering naar Utrecht?",
		"De levering naar Utrecht duurt drie werkdagen.",
	],
	[
		"pl",
		"Jak długo trwa dostawa do Warszawy?",
		"Dostawa do Warszawy trwa trzy dni robocze.",
	],
	["ja", "東京への配送は何日かかりますか？", "東京への配送は三日かかります。"],
	["zh", "配送到上海需要多长时间？", "配送到上海需要三个工作日。"],
	[
		"en",
		"How long does the delivery to Leeds take?",
		"The delivery to Leeds takes three working days.",
	],
])("frames a draft in %s", async (language, question, body) => {
	const phrases = phrasesOf(language);
	const written = await draft(question, body, body.replace(/[.。]$/, ""));
	expect(written?.answer).toBe(body);
	const [hello, opening] = written!.body.split("\n\n");
	expect([hello, opening]).toEqual([
		phrases.greeting("Mia Berg"),
		phrases.opening,
	]);
	expect(written!.body.endsWith(phrases.closing)).toBe(true);
});

const DISPLAY = `The display of the pump shows faults by a code.

| Display | Meaning | What to do |
|---|---|---|
| E2 | Rotor blocked | Clean the pump |
| E3 | Too hot | Let it cool |

If E2 comes back, replace the rotor.

**Opening hours**

| Day | Time |
|---|---|
| Monday to Thursday | 8 to 17 |
| Friday | 8 to 14 |`;

test("answers from the row of a code, with the note below the table", async () => {
	const question = "Fault\nThe display of my pump shows E2. What does it mean?";
	expect((await draft(question, DISPLAY, "Faults of the pump"))?.answer).toBe(
		"Display E2 – meaning: Rotor blocked; what to do: Clean the pump.\n\nIf E2 comes back, replace the rotor.",
	);
});

test("writes nothing for a code of the table's kind that the article has not", async () => {
	const question = "Fault\nThe display of my pump shows E9. What does it mean?";
	expect(await draft(question, DISPLAY, "Faults of the pump")).toBeUndefined();
});

test("reads the line in bold above a table as its heading", async () => {
	const written = await draft(
		"Opening hours\nWhen are you open on Friday?",
		DISPLAY,
		"Faults of the pump",
	);
	expect(written?.answer).toBe("The time for Friday is 8 to 14.");
});

test("says what limits a row, and no yes then", async () => {
	const body = `| Role | Enter results | Approve results |
|---|---|---|
| Technician | yes | no |
| Admin | yes | yes |

Nobody may approve results that they entered themselves.`;
	const ask = async (question: string) =>
		(await draft(question, body, "Roles"))?.answer;
	expect(await ask("Can an admin approve own results?")).toBe(
		"Admin – approve results: yes.\n\nNobody may approve results that they entered themselves.",
	);
	expect(await ask("Can an admin enter something?")).toBe(
		"Yes.\nAdmin – enter results: yes.",
	);
});

test("answers a question that the article asks itself, without repeating it or deciding anything by it", async () => {
	const body = `Can two people sign the same result? Yes. Set the number of signatures in the method.

May the cable be extended? Only outside of the water. A damaged cable cannot be repaired.`;
	const answerTo = async (question: string) =>
		(await draft(question, body, "Signatures and cables"))?.answer;
	expect(await answerTo("Can two people sign the same result?")).toMatch(
		/^Yes\. Set the number/,
	);
	expect(await answerTo("May I extend the cable?")).toMatch(
		/^Only outside of the water/,
	);
	// Of another question it names the subject.
	expect(await answerTo("The cable is broken, please help.")).toMatch(
		/^(?:May the cable be extended\? Only|A damaged cable)/,
	);
});

test("writes nothing from an article in another language than the question's", async () => {
	const german = "Wie lange dauert die Lieferung nach Berlin?";
	const body = "The delivery to Berlin takes three working days.";
	expect(await draft(german, body, "Delivery times")).toBeUndefined();
	expect(await draft("Berlin?", body, "Delivery times")).toBeDefined();
});

const CHAPTERS = Array.from(
	{ length: 600 },
	(_, i) =>
		`## ${i} The ${["wheel", "brake", "chain", "saddle"][i % 4]}\n\nClean it every ${i + 100} km. You need oil and a ${(i % 9) + 2} mm key. Look for cracks and play, and turn it by hand until it runs without noise. A worn one has to be replaced by a workshop.\n\n1. Put the bike on the stand.\n2. Clean the part with a dry cloth.\n3. Put oil number ${i} on it.`,
);
const MANUAL = [
	...CHAPTERS.slice(0, 400),
	"## The fork\n\nThe suspension fork needs oil of viscosity 7.5 W.",
	...CHAPTERS.slice(400),
].join("\n\n");

test("finds the passage in a long manual, and is not sure of one that is not there", async () => {
	const found = await draft("Which oil does the suspension fork need?", MANUAL);
	expect(found?.answer).toBe(
		"The suspension fork needs oil of viscosity 7.5 W.",
	);
	expect(found?.confidence).toBeGreaterThan(80);
	const none = await draft(
		"How do I insure myself against theft abroad?",
		MANUAL,
	);
	expect(none).toBeUndefined();
});

test.each([
	["rows", "| Part | Price |\n|---|---|\n", "| refund | 5 € |\n"],
	["steps and notes", "", "1. Ask for it.\n\nNote: Keep it.\n\n"],
	["lists in quotations", "", "> - refund\n"],
	["headings", "", "Refund\n\nAsk for it. "],
])("answers at once from the longest article of %s", async (_, head, piece) => {
	const length = 500_000 - head.length;
	const body = head + piece.repeat(Math.floor(length / piece.length));
	const start = threadTimeMs();
	const written = await draft("refund", body, "Refunds");
	expect(written?.body.length).toBeLessThan(3_000);
	// Half a second is usual.
	expect(threadTimeMs() - start).toBeLessThan(5_000);
});
