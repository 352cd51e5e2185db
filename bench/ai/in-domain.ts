import { guess, trainTask } from "@supportdesk/ai/signals/signal-model.ts";
import { majority, type Result, summarise } from "./result.ts";
import { isOutOfScope, type LabelledSet } from "./sets.ts";
import { calibrationStart, embedRows, type System } from "./systems.ts";
import { microseconds } from "./timing.ts";

/**
 * Trains on each set's own texts and labels, as `ai evaluate --train` does: the accuracy of a support team with
 * thousands of labelled tickets.
 */
export async function inDomain(
	{ name, train, test }: LabelledSet,
	systems: readonly System[],
): Promise<Result[]> {
	const known = train.filter((row) => !isOutOfScope(row));
	const inScope = test.filter((row) => !isOutOfScope(row));
	if (known.length === 0 || inScope.length === 0) return [];
	const truths = inScope.map(({ label }) => label);
	const head = { task: "in-domain", set: name };
	const results: Result[] = [
		{
			...head,
			...majority(
				truths,
				known.map(({ label }) => label),
			),
		},
	];
	for (const { name: system, encoder, timed } of systems) {
		const model = trainTask({
			seeds: [],
			confirmed: await embedRows(encoder, known),
			dimensions: encoder.dimensions,
			before: calibrationStart(encoder),
		});
		const outcomes = (await embedRows(encoder, inScope)).map(
			({ text, label, embedding }) => {
				const { label: predicted, confidence } = guess(model, text, embedding);
				return { truth: label, predicted, confidence };
			},
		);
		const others = await embedRows(encoder, test.filter(isOutOfScope));
		results.push({
			...head,
			system,
			...summarise(
				outcomes,
				others.map(
					({ text, embedding }) => guess(model, text, embedding).confidence,
				),
			),
			microsecondsPerText: await microseconds(
				timed,
				inScope,
				(text, embedding) => guess(model, text, embedding),
			),
		});
	}
	return results;
}
