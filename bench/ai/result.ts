import {
	accuracy,
	auroc,
	calibrationError,
	macroF1,
	mean,
	type Outcome,
} from "@supportdesk/ai/evaluate/metrics.ts";

/** One line of the table. */
export interface Result {
	readonly task: string;
	readonly set: string;
	readonly system: string;
	readonly n: number;
	readonly accuracy: number;
	readonly macroF1: number;
	/** Expected calibration error; undefined for a system without confidence. */
	readonly ece?: number;
	/** How well the confidence separates texts in scope from others. */
	readonly outOfScopeAuroc?: number;
	readonly microsecondsPerText?: number;
	/** Additional figures of some tasks. */
	readonly more?: Readonly<Record<string, number>>;
}

/** The figures of every system. */
export function summarise(
	outcomes: readonly Outcome[],
	confidenceOutOfScope: readonly number[] = [],
): Pick<Result, "n" | "accuracy" | "macroF1" | "ece" | "outOfScopeAuroc"> {
	return {
		n: outcomes.length,
		accuracy: accuracy(outcomes),
		macroF1: macroF1(outcomes),
		ece: calibrationError(outcomes),
		outOfScopeAuroc:
			confidenceOutOfScope.length === 0
				? undefined
				: auroc(
						outcomes.map(({ confidence }) => confidence),
						confidenceOutOfScope,
					),
	};
}

/** Predicts the most frequent label of the training texts, or of the test texts without training. */
export function majority(
	truths: readonly string[],
	labels: readonly string[],
): Pick<Result, "system" | "n" | "accuracy" | "macroF1"> {
	const counts = new Map<string, number>();
	for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
	const [most] = [...counts].sort((a, b) => b[1] - a[1])[0]!;
	const outcomes = truths.map((truth) => ({
		truth,
		predicted: most,
		confidence: 1,
	}));
	const { n, accuracy, macroF1 } = summarise(outcomes);
	return { system: "majority", n, accuracy, macroF1 };
}

/** The mean of the same line over several draws. */
export function meanOf(results: readonly Result[]): Result {
	const over = (pick: (result: Result) => number | undefined) => {
		const values = results.map(pick).filter((value) => value !== undefined);
		return values.length === 0 ? undefined : mean(values);
	};
	return {
		...results[0]!,
		accuracy: over((result) => result.accuracy)!,
		macroF1: over((result) => result.macroF1)!,
		ece: over((result) => result.ece),
		outOfScopeAuroc: over((result) => result.outOfScopeAuroc),
		microsecondsPerText: over((result) => result.microsecondsPerText),
		more:
			results[0]!.more &&
			Object.fromEntries(
				Object.keys(results[0]!.more).map((name) => [
					name,
					over((result) => result.more?.[name])!,
				]),
			),
	};
}

/** The lines as a table in Markdown. */
export function table(results: readonly Result[]): string {
	const lines = results.map((r) =>
		[
			r.task,
			r.set,
			r.n,
			r.system,
			share(r.accuracy),
			share(r.macroF1),
			share(r.ece),
			share(r.outOfScopeAuroc),
			r.microsecondsPerText?.toFixed(0) ?? "",
			Object.entries(r.more ?? {})
				.map(([name, value]) => `${name} ${share(value)}`)
				.join(", "),
		].join(" | "),
	);
	return [
		"task | set | n | system | accuracy | macro-F1 | ECE | OOS AUROC | µs a text | more",
		"--- | --- | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---",
		...lines,
	]
		.map((line) => `| ${line} |`)
		.join("\n");
}

function share(value: number | undefined): string {
	return value === undefined ? "" : value.toFixed(3);
}
