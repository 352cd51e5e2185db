import type { Logger } from "@supportdesk/logger/logger.ts";
import { readBlocks } from "@supportdesk/markdown/blocks.ts";
import OpenAI, { type APIError } from "openai";
import type { InstantEncoder } from "../encoder/encoder.ts";
import type { Metrics } from "../metrics.ts";
import type {
	DraftSource,
	DraftWriter,
	Evidence,
	Sentence,
	WrittenDraft,
} from "./draft.ts";
import { draftConfidence } from "./draft-confidence.ts";
import { answerIn } from "./extractive-writer.ts";
import { frame, frameSentences } from "./frame.ts";
import { languageOfAnswer } from "./language.ts";
import { type CitedPassage, draftMessages } from "./llm-prompt.ts";
import { isSupported, supportingUnits } from "./support.ts";
import { answerFromTable } from "./table-answer.ts";

export interface LlmOptions {
	/** Of any server that speaks OpenAI's protocol. */
	readonly baseUrl: string;
	readonly model: string;
	readonly apiKey: string;
	/** Timeout of the model; then the fallback writes. */
	readonly timeoutMs: number;
}

/** Articles the model may cite. */
const PASSAGES_MAX = 3;
/** Eight short sentences fit. */
const TOKENS_MAX = 600;
const STEP = /^(?:\d{1,2}[.)]|•)\s+/;
const CITATION = /\s*\[(\d{1,2})\]/g;

/**
 * Writes drafts with a language model that may only say what the passages say: sentences without a citation, or that
 * the cited passage does not support, are removed. Whenever nothing is left, or the model is slow or unavailable, `fallback`
 * writes instead.
 */
export function llmWriter(
	options: LlmOptions,
	encoder: InstantEncoder,
	fallback: DraftWriter,
	metrics: Pick<Metrics, "llmFallback">,
	log: Logger,
): DraftWriter {
	const client = new OpenAI({
		baseURL: options.baseUrl,
		apiKey: options.apiKey,
		timeout: options.timeoutMs,
		// A retry would take longer than the fallback is worth waiting for.
		maxRetries: 0,
	});

	async function ask(
		question: string,
		passages: readonly CitedPassage[],
		signal: AbortSignal,
	): Promise<string> {
		const limit = AbortSignal.timeout(options.timeoutMs);
		const completion = await client.chat.completions.create(
			{
				model: options.model,
				messages: draftMessages(question, passages),
				temperature: 0,
				max_tokens: TOKENS_MAX,
			},
			{ signal: AbortSignal.any([signal, limit]) },
		);
		return completion.choices[0]?.message.content ?? "";
	}

	return async (request, signal) => {
		const { question, contactName, sources } = request;
		const passages = passagesOf(question, sources, encoder);
		if (passages.length === 0) return undefined;
		try {
			const answer = await ask(question, passages, signal);
			const draft = grounded(answer, passages, contactName, options.model);
			if (draft) return draft;
			metrics.llmFallback("unsupported");
			log.warn("the language model's answer rests on no passage");
		} catch (err) {
			if (signal.aborted) throw err;
			metrics.llmFallback("failed");
			log.warn(failureOf(err), "the language model did not answer");
		}
		return fallback(request, signal);
	};
}

/** The loggable part of an error: the texts of the server and of the client's error may contain the customer's, or a password. */
function failureOf(err: unknown) {
	const failure = err as APIError;
	const { status, cause } = failure;
	const code = failure.code ?? (cause as NodeJS.ErrnoException)?.code;
	return { failure: failure.constructor.name, status, code };
}

/** The best part of each of the best articles, without anything that addresses a model. */
function passagesOf(
	question: string,
	sources: readonly DraftSource[],
	encoder: InstantEncoder,
): CitedPassage[] {
	const passages: CitedPassage[] = [];
	for (const source of sources.slice(0, PASSAGES_MAX)) {
		const { articleId, title, relevanceScore } = source;
		const found = answerIn(question, source, encoder);
		if (!found) continue;
		const language = languageOfAnswer(question, title, found.units);
		const units = found.isTable
			? answerFromTable(question, found.units, language).map(({ row }) => row)
			: found.units;
		const confidence = draftConfidence(relevanceScore, found);
		passages.push({ articleId, title, confidence, language, units });
	}
	return passages;
}

/** A draft of the sentences that are supported; undefined when there is none. */
export function grounded(
	answer: string,
	passages: readonly CitedPassage[],
	contactName: string,
	model: string,
): WrittenDraft | undefined {
	const used = new Set<CitedPassage>();
	const sentences: Sentence[] = [];
	const lines = linesOf(answer).map(({ marker, text }) => {
		const kept = claimsOf(text).flatMap(({ text, numbers }) => {
			const by = numbers
				.map((number) => passages[number - 1])
				.find((passage) => passage && isSupported(text, passage.units));
			if (!by) return [];
			used.add(by);
			return [{ text, by }];
		});
		kept.forEach(({ text, by }, n) => {
			sentences.push({
				text: n === 0 ? `${marker}${text}` : text,
				sources: evidenceOf(text, by),
				isFrame: false,
			});
		});
		return kept.length === 0
			? ""
			: `${marker}${kept.map((claim) => claim.text).join(" ")}`;
	});
	const body = lines.filter((line) => line !== "").join("\n");
	const [best] = [...used].sort((a, b) => b.confidence - a.confidence);
	if (!best) return undefined;
	const titles = [...used].map(({ title }) => title);
	const facts = { contactName, language: best.language, titles };
	return {
		body: frame(facts, body),
		sentences: frameSentences(facts, sentences),
		confidence: best.confidence,
		sourceArticleIds: [...used].map(({ articleId }) => articleId),
		generatedBy: model,
	};
}

/** The parts of a passage that a sentence rests on. */
function evidenceOf(
	sentence: string,
	{ articleId, units }: CitedPassage,
): Evidence[] {
	return supportingUnits(sentence, units).map(({ start, end }) => ({
		articleId,
		start,
		end,
	}));
}

interface Claim {
	readonly text: string;
	/** The passages it cites. */
	readonly numbers: readonly number[];
}

/** The lines of an answer as plain text: models write Markdown. A step's own number or bullet is separated. */
function linesOf(answer: string): { marker: string; text: string }[] {
	return readBlocks(answer).flatMap(({ marker, text }) => {
		const [first = "", ...rest] = text.split("\n");
		const step = first.match(STEP)?.[0] ?? "";
		return [
			marker === ""
				? { marker: step, text: first.slice(step.length) }
				: { marker: `${marker} `, text: first },
			...rest.map((line) => ({ marker: "", text: line })),
		];
	});
}

/** The sentences of a line with the numbers they cite. */
function claimsOf(line: string): Claim[] {
	return (
		line
			// "Sentence. [1]" and "Sentence [1]." are the same.
			.replace(/([.!?])((?:\s*\[\d{1,2}\])+)/g, "$2$1")
			.split(/(?<=[.!?])\s+/)
			.map((sentence) => ({
				text: sentence.replace(CITATION, "").trim(),
				numbers: [...sentence.matchAll(CITATION)].map(([, n]) => Number(n)),
			}))
	);
}
