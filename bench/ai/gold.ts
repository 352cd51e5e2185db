import { fileURLToPath } from "node:url";
import type { Encoder } from "@supportdesk/ai/encoder/encoder.ts";
import { openWordPiece } from "@supportdesk/ai/encoder/vocabulary.ts";
import {
	mean,
	type Outcome,
	precisionRecall,
	quadraticKappa,
} from "@supportdesk/ai/evaluate/metrics.ts";
import { WORDS } from "@supportdesk/ai/signals/foreign.ts";
import {
	readSignals,
	type SignalModels,
	type TicketSignals,
} from "@supportdesk/ai/signals/read-signals.ts";
import {
	type SignalModel,
	trainTask,
} from "@supportdesk/ai/signals/signal-model.ts";
import { ticketText, URGENCIES } from "@supportdesk/ai/signals/task.ts";
import {
	NOTHING_CONFIRMED,
	trainSignals,
} from "@supportdesk/ai/signals/train-signals.ts";
import { readRows } from "../data-folder.ts";
import { majority, type Result, summarise } from "./result.ts";
import type { System } from "./systems.ts";

const TASKS = ["urgency", "sentiment", "intent"] as const;
type GoldTask = (typeof TASKS)[number];

interface Gold extends Partial<Record<GoldTask, string>> {
	readonly text: string;
	readonly language?: string;
}

/** Tickets of our own, see gold/README.md. */
const OWN_FOLDER = fileURLToPath(new URL("gold", import.meta.url));
const OWN_SETS = ["development", "trial", "languages"];
/** A wrong intent with a confidence from here on misleads its reader. */
const SURE = 0.6;

/** Urgency, sentiment and intent of hand-labelled tickets, from the seeds and rules alone. */
export async function gold(
	folder: string,
	split: string,
	systems: readonly System[],
): Promise<Result[]> {
	const supportGold = ["support-gold", "nc-support-gold"].flatMap((name) =>
		readRows(folder, `${name}.${split}.jsonl.gz`),
	);
	const results = await measure("support-gold", goldOf(supportGold), systems);
	for (const name of OWN_SETS) {
		const rows = goldOf(readRows(OWN_FOLDER, `${name}.jsonl`));
		results.push(...(await measure(name, rows, systems)));
		for (const [language, own] of Map.groupBy(rows, (row) => row.language))
			if (language)
				results.push(...(await measure(`${name}, ${language}`, own, systems)));
	}
	return results;
}

async function measure(
	set: string,
	rows: readonly Gold[],
	systems: readonly System[],
): Promise<Result[]> {
	const results: Result[] = [];
	for (const { name: system, encoder } of systems) {
		// The baseline without an encoder has no rules, and its figures are those of the other tasks.
		if (encoder.dimensions === 0 || rows.length === 0) continue;
		const models: SignalModels = {
			english: await learn(encoder),
			foreign: await learn(WORDS),
			isMultilingual: encoder.version !== undefined,
		};
		const wordPiece = openWordPiece();
		const embeddings = await encoder.embed(rows.map(({ text }) => text));
		const signals = rows.map(({ text }, i) =>
			readSignals(models, wordPiece, text, embeddings[i]!),
		);
		for (const task of TASKS) {
			const outcomes = outcomesOf(task, rows, signals);
			if (outcomes.length === 0) continue;
			const truths = outcomes.map(({ truth }) => truth);
			if (results.every((result) => result.task !== task))
				results.push({ task, set, ...majority(truths, truths) });
			const { n, accuracy, macroF1, ece } = summarise(outcomes);
			const more = FIGURES[task](outcomes);
			const line = { task, set, system, n, accuracy, macroF1, more };
			results.push(task === "intent" ? { ...line, ece } : line);
		}
	}
	return results;
}

const LEARNT = new Map<Encoder, Promise<SignalModel>>();

/** The general model of an encoder, learnt once for all sets. */
function learn(encoder: Encoder): Promise<SignalModel> {
	const learnt =
		LEARNT.get(encoder) ??
		trainSignals(async (set) => trainTask(set), encoder, NOTHING_CONFIRMED);
	LEARNT.set(encoder, learnt);
	return learnt;
}

function outcomesOf(
	task: GoldTask,
	rows: readonly Gold[],
	signals: readonly TicketSignals[],
): Outcome[] {
	return rows.flatMap((row, i) => {
		const truth = row[task];
		const { [task]: predicted, confidence } = signals[i]!;
		return truth ? [{ truth, predicted, confidence: confidence / 100 }] : [];
	});
}

/** Rows with a text, and those with a subject and a body as the one text that the product reads. */
function goldOf(rows: readonly Readonly<Record<string, unknown>>[]): Gold[] {
	return rows.map((row) => {
		const { text, subject = "", body = "" } = row as Record<string, string>;
		return { ...row, text: text ?? ticketText(subject, body) };
	});
}

const FIGURES: Record<
	GoldTask,
	(outcomes: readonly Outcome[]) => Record<string, number>
> = {
	urgency(outcomes) {
		const urgent = precisionRecall(outcomes, ["urgent"]);
		const high = precisionRecall(outcomes, ["urgent", "high"]);
		return {
			kappa: quadraticKappa(outcomes, URGENCIES),
			"urgent precision": urgent.precision,
			"urgent recall": urgent.recall,
			"high+ precision": high.precision,
			"high+ recall": high.recall,
		};
	},
	sentiment(outcomes) {
		const { precision, recall } = precisionRecall(outcomes, ["frustrated"]);
		return { "frustrated precision": precision, "frustrated recall": recall };
	},
	intent(outcomes) {
		const wrong = outcomes.filter(
			({ truth, predicted }) => truth !== predicted,
		);
		return {
			"wrong ones below 60": mean(
				wrong.map(({ confidence }) => confidence < SURE),
			),
		};
	},
};
