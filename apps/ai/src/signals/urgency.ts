import type { Evidence } from "../learn/classifier.ts";
import type { Cues } from "./cues/cues.ts";
import { urgencyOfCues } from "./cues/urgency-of-cues.ts";
import { URGENCIES, type Urgency } from "./task.ts";

/** Urgent tickets are one in fifty; without this handicap every story of an airport is one. */
const URGENT_HANDICAP = 0.5;
/** How sharply evidence turns into probability. Both numbers were swept on support-gold dev. */
const SHARPNESS = 3;

/**
 * The model's urgency, within the bounds of what the text reports. The model's urgency is the mean of the scale's steps,
 * weighted by their probabilities: between `urgent` and `low` the mistake that costs least is the middle.
 */
export function readUrgency(
	labels: readonly string[],
	{ total }: Evidence,
	cues: Cues,
): Urgency {
	let weights = 0;
	let steps = 0;
	labels.forEach((label, k) => {
		const handicap = label === "urgent" ? URGENT_HANDICAP : 0;
		const weight = Math.exp(SHARPNESS * (total[k]! - handicap));
		weights += weight;
		steps += weight * URGENCIES.indexOf(label as Urgency);
	});
	const learnt = Math.round(steps / weights);
	const { least, most } = urgencyOfCues(cues);
	const step = Math.min(learnt, URGENCIES.indexOf(least));
	return URGENCIES[Math.max(step, URGENCIES.indexOf(most))]!;
}
