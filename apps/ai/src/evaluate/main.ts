// `supportdesk ai evaluate --data FILE [--train FILE] [--task intent|urgency|sentiment] [--json]`
import { parseArgs } from "node:util";
import { findModel } from "../encoder/ensure-model.ts";
import { openMiniLm } from "../encoder/minilm-encoder.ts";
import { openStaticEncoder } from "../encoder/static-encoder.ts";
import { LABELS } from "../signals/seeds.ts";
import { type Example, TASKS } from "../signals/task.ts";
import { type Evaluation, evaluate } from "./evaluate.ts";
import { readExamples } from "./read-examples.ts";

/** A quick command reports no progress. */
const PROGRESS_EVERY_MS = 5_000;

try {
	await main();
} catch (err) {
	console.error((err as Error).message);
	process.exitCode = 1;
}

async function main(): Promise<void> {
	const { values: options } = parseArgs({
		options: {
			data: { type: "string" },
			train: { type: "string" },
			task: { type: "string", default: "intent" },
			models: { type: "string" },
			json: { type: "boolean", default: false },
		},
	});
	if (!options.data) throw new Error("--data FILE is required");
	const task = TASKS.find((one) => one === options.task);
	if (!task) throw new Error(`--task is one of ${TASKS.join(", ")}`);
	const data = readExamples(options.data);
	const train = options.train ? readExamples(options.train) : [];
	if (train.length === 0)
		checkLabels(
			data,
			LABELS[task],
			`${task} has (${LABELS[task].join(", ")}); --train FILE teaches others`,
		);
	else
		checkLabels(
			data,
			train.map(({ label }) => label),
			`${options.train} has`,
		);

	const modelsDir =
		options.models ?? process.env.SUPPORTDESK_MODELS ?? ".cache/models";
	const modelFile = await findModel(modelsDir);
	const miniLm =
		modelFile &&
		(await openMiniLm({
			modelFile,
			threads: 1,
			queueMax: Number.POSITIVE_INFINITY,
		}));
	const encoder = miniLm || openStaticEncoder();
	const result = await evaluate(
		encoder,
		task,
		data,
		train,
		tellRead(data, train),
	);
	if (miniLm) await miniLm.close();
	console.log(options.json ? JSON.stringify(result) : report(result));
}

/**
 * Warns of labels that cannot be predicted.
 * @param where which labels can be
 * @throws Error when none can
 */
function checkLabels(
	data: readonly Example[],
	labels: readonly string[],
	where: string,
): void {
	const known = new Set(labels);
	const strange = data.filter(({ label }) => !known.has(label));
	if (strange.length === 0) return;
	const example = JSON.stringify(strange[0]!.label);
	if (strange.length === data.length)
		throw new Error(`No label, for example ${example}, is one that ${where}`);
	console.error(
		`${strange.length} of ${data.length} texts count as wrong: their labels, for example ${example}, are none that ${where}`,
	);
}

/** Reports on standard error, now and then, how many of the texts have been read, and the end of the training texts. */
function tellRead(
	data: readonly Example[],
	train: readonly Example[],
): (count: number) => void {
	const of = data.length + train.length;
	let read = 0;
	let toldAt = performance.now();
	return (count) => {
		read += count;
		if (read === train.length) console.error(`Learning from ${read} texts …`);
		if (read === of || performance.now() - toldAt < PROGRESS_EVERY_MS) return;
		toldAt = performance.now();
		console.error(`Read ${read} of ${of} texts …`);
	};
}

function report(result: Evaluation): string {
	const { confusion, ...figures } = result;
	const lines = Object.entries(figures).map(
		([name, value]) =>
			`${name.padEnd(10)} ${typeof value === "number" ? Number(value.toFixed(4)) : (value ?? "-")}`,
	);
	const rows = Object.entries(confusion)
		.sort(([a], [b]) => a.localeCompare(b))
		.map(([truth, counts]) => {
			const predictions = Object.entries(counts)
				.sort((a, b) => b[1] - a[1])
				.map(([label, count]) => `${label} ${count}`);
			return `  ${truth}: ${predictions.join(", ")}`;
		});
	return [...lines, "confusion (truth: predictions)", ...rows].join("\n");
}
