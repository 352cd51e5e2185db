import intents from "../../seeds/intents.json" with { type: "json" };
import sentiment from "../../seeds/sentiment.json" with { type: "json" };
import urgency from "../../seeds/urgency.json" with { type: "json" };
import { type Example, SENTIMENTS, type Task, URGENCIES } from "./task.ts";

/** Every intent there is, with `other` last. */
export const INTENTS: readonly string[] = Object.keys(intents);

/** Every answer there is to each task. */
export const LABELS: Readonly<Record<Task, readonly string[]>> = {
	intent: INTENTS,
	urgency: URGENCIES,
	sentiment: SENTIMENTS,
};

/**
 * Examples of our own that name no business: the training data of a workspace without confirmed labels.
 * They are read as data, so that a phrasing can be added without changing code.
 */
export const SEEDS: Readonly<Record<Task, readonly Example[]>> = {
	intent: Object.entries(intents).flatMap(([label, { examples }]) =>
		examples.map((text) => ({ text, label })),
	),
	urgency: examplesOf(urgency),
	sentiment: examplesOf(sentiment),
};

function examplesOf(
	texts: Readonly<Record<string, readonly string[]>>,
): Example[] {
	return Object.entries(texts).flatMap(([label, examples]) =>
		examples.map((text) => ({ text, label })),
	);
}
