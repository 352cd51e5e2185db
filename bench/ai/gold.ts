import { openWordPiece } from "@supportdesk/ai/encoder/vocabulary.ts";
import {
	type Outcome,
	precisionRecall,
	quadraticKappa,
} from "@supportdesk/ai/evaluate/metrics.ts";
import { readSignals } from "@supportdesk/ai/signals/read-signals.ts";
import { SEEDS } from "@supportdesk/ai/signals/seeds.ts";
import { trainTask, verdictOn } from "@supportdesk/ai/signals/signal-model.ts";
import { URGENCIES } from "@supportdesk/ai/signals/task.ts";
import {
	NOTHING_CONFIRMED,
	trainSignals,
} from "@supportdesk/ai/signals/train-signals.ts";
import { readRows } from "../data-folder.ts";
import { majority, type Result, summarise } from "./result.ts";
import { embedRows, type System } from "./systems.ts";

interface Gold {
	readonly text: string;
	readonly urgency: string;
	readonly sentiment: string;
}

/** Urgency and sentiment of hand-labelled messages, from the seeds and rules alone. */
export async function gold(
	folder: string,
	split: string,
	systems: readonly System[],
): Promise<Result[]> {
	const rows = ["support-gold", "nc-support-gold"].flatMap((name) =>
		readRows(folder, `${name}.${split}.jsonl.gz`).filter(isGold),
	);
	if (rows.length === 0) return [];
	const results: Result[] = [];
	for (const task of ["urgency", "sentiment"] as const) {
		const truths = rows.map((row) => row[task]);
		const head = { task, set: "support-gold" };
		results.push({ ...head, ...majority(truths, truths) });
		for (const system of systems) {
			const predicted =
				system.encoder.dimensions === 0
					? await fromWords(system, rows, task)
					: await fromModel(system, rows, task);
			const outcomes = truths.map((truth, i) => ({
				truth,
				predicted: predicted[i]!,
				confidence: 1,
			}));
			const { n, accuracy, macroF1 } = summarise(outcomes);
			const more =
				task === "urgency" ? ofUrgency(outcomes) : ofSentiment(outcomes);
			results.push({
				...head,
				system: system.name,
				n,
				accuracy,
				macroF1,
				more,
			});
		}
	}
	return results;
}

function isGold<T extends object>(row: T): row is T & Gold {
	const { text, urgency, sentiment } = row as Partial<Gold>;
	return [text, urgency, sentiment].every((one) => typeof one === "string");
}

type GoldTask = "urgency" | "sentiment";

async function fromModel({ encoder }: System, rows: Gold[], task: GoldTask) {
	const model = await trainSignals(
		async (set) => trainTask(set),
		encoder,
		NOTHING_CONFIRMED,
	);
	const wordPiece = openWordPiece();
	const embeddings = await encoder.embed(rows.map(({ text }) => text));
	return rows.map(
		({ text }, i) => readSignals(model, wordPiece, text, embeddings[i]!)[task],
	);
}

async function fromWords({ encoder }: System, rows: Gold[], task: GoldTask) {
	const { classifier } = trainTask({
		seeds: await embedRows(encoder, SEEDS[task]),
		confirmed: [],
		dimensions: 0,
		before: [],
	});
	const nothing = new Float32Array(0);
	return rows.map(
		({ text }) => classifier.labels[verdictOn(classifier, text, nothing).best]!,
	);
}

function ofUrgency(outcomes: readonly Outcome[]): Record<string, number> {
	const { precision, recall } = precisionRecall(outcomes, ["urgent", "high"]);
	return {
		kappa: quadraticKappa(outcomes, URGENCIES),
		"high+ precision": precision,
		"high+ recall": recall,
	};
}

function ofSentiment(outcomes: readonly Outcome[]): Record<string, number> {
	const { precision, recall } = precisionRecall(outcomes, ["frustrated"]);
	return { "frustrated precision": precision, "frustrated recall": recall };
}
