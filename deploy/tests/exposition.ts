/** The metrics that a process reported to Prometheus. */
export interface Exposition {
	readonly text: string;
	/** Every metric, with or without a sample. */
	readonly names: ReadonlySet<string>;
	readonly samples: readonly Sample[];
}

interface Sample {
	readonly name: string;
	readonly labels: Readonly<Record<string, string>>;
	readonly value: number;
}

const TYPE = /^# TYPE (\w+) (\w+)$/gm;
const SAMPLE = /^(\w+)(?:\{(.*)\})? (\S+)$/gm;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;
const SERIES: Readonly<Record<string, readonly string[]>> = {
	histogram: ["_bucket", "_count", "_sum"],
};

/** Reads the text format of Prometheus. */
export function parseExposition(text: string): Exposition {
	const names = [...text.matchAll(TYPE)].flatMap(([, name, type]) =>
		(SERIES[type!] ?? [""]).map((end) => name + end),
	);
	const samples = [...text.matchAll(SAMPLE)].map(([, name, labels, value]) => ({
		name: name!,
		labels: Object.fromEntries(
			[...(labels ?? "").matchAll(LABEL)].map(([, key, text]) => [key!, text!]),
		),
		value: Number(value),
	}));
	return { text, names: new Set(names), samples };
}

/** The sum of a metric's samples that have these labels; undefined when there are none. */
export function total(
	{ samples }: Exposition,
	name: string,
	labels: Readonly<Record<string, string>> = {},
): number | undefined {
	const matching = samples.filter(
		(sample) =>
			sample.name === name &&
			Object.entries(labels).every(
				([key, text]) => sample.labels[key] === text,
			),
	);
	if (matching.length === 0) return undefined;
	return matching.reduce((sum, { value }) => sum + value, 0);
}
