import { type Classifier, weigh } from "../learn/classifier.ts";
import { URGENCIES, type Urgency } from "./task.ts";
import { urgencyByRule } from "./urgency-rules.ts";

/** Urgent tickets are one in fifty; without this handicap every story of an airport is one. */
const URGENT_HANDICAP = 0.5;
/** How sharply evidence turns into probability. Both numbers were swept on support-gold dev. */
const SHARPNESS = 3;

/**
 * The more urgent of the model's urgency and that of unambiguous words. The model's urgency is the mean of the scale's steps,
 * weighted by their probabilities: between `urgent` and `low` the mistake that costs least is the middle.
 */
export function readUrgency(
	classifier: Classifier,
	text: string,
	embedding: Float32Array,
): Urgency {
	const { total } = weigh(classifier, text, embedding);
	let weights = 0;
	let steps = 0;
	classifier.labels.forEach((label, k) => {
		const handicap = label === "urgent" ? URGENT_HANDICAP : 0;
		const weight = Math.exp(SHARPNESS * (total[k]! - handicap));
		weights += weight;
		steps += weight * URGENCIES.indexOf(label as Urgency);
	});
	const learnt = Math.round(steps / weights);
	const ruled = urgencyByRule(text);
	const step = ruled ? Math.min(learnt, URGENCIES.indexOf(ruled)) : learnt;
	return URGENCIES[step]!;
}
