import { createRequire } from "node:module";
import type { Logger } from "@supportdesk/logger/logger.ts";
import { readBlocks } from "@supportdesk/markdown/blocks.ts";
import { storableText } from "@supportdesk/text/storable-text.ts";
import type { APIError } from "openai";
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
import type { FoundAnswer } from "./find-answer.ts";
import { frame, frameSentences } from "./frame.ts";
import { languageOfAnswer } from "./language.ts";
import { gapAfter, type Quote } from "./lay-out.ts";
import { type CitedPassage, draftMessages } from "./llm-prompt.ts";
import { isSupported, supportingUnits } from "./support.ts";
import { answerFromTable, notesOn } from "./table-answer.ts";
import { verdictQuote, verdictQuoteOfRows } from "./verdict.ts";
import { saysVerdict, withoutVerdict } from "./yes-or-no.ts";

export interface LlmOptions {
	/** Of any server that speaks OpenAI's protocol. */
	readonly baseUrl: string;
	readonly model: string;
	readonly apiKey: string;
	/** Timeout of the model; then the fallback writes. */
	readonly timeoutMs: number;
}

const load = createRequire(import.meta.url);

/** Articles the model may cite. */
const PASSAGES_MAX = 3;
/** Eight short sentences fit. */
const TOKENS_MAX = 600;
/** Servers may ignore the limit of tokens, and no agent reads a reply of that length. */
const ANSWER_LENGTH_MAX = 20_000;
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
	// Loaded only where there is a language model: it takes a tenth of a second of a start.
	const { OpenAI } = load("openai") as typeof import("openai");
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
		const answer = completion.choices[0]?.message.content ?? "";
		return answer.length > ANSWER_LENGTH_MAX ? "" : storableText(answer);
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
		const asked = source.question ?? question;
		const found = answerIn(asked, source, encoder);
		if (!found) continue;
		const language = languageOfAnswer(asked, title, found.units);
		const confidence = draftConfidence(relevanceScore, found);
		const cited = citedPart(asked, title, found, language);
		passages.push({ articleId, title, confidence, language, ...cited });
	}
	return passages;
}

/** What the model reads of an answer, and the yes or no that it decides. */
function citedPart(
	question: string,
	title: string,
	found: FoundAnswer,
	language: string | undefined,
): Pick<CitedPassage, "units" | "verdict"> {
	if (!found.isTable) {
		const { units } = found;
		const [first] = units;
		const own = first && withoutVerdict(first.text) === "" ? first : undefined;
		const verdict = own ?? verdictQuote(question, found, language);
		return { units, verdict };
	}
	const rows = answerFromTable(question, found.units, language);
	const notes = notesOn(question, rows, found, title);
	return {
		units: [...rows.map(({ row }) => row), ...notes],
		verdict:
			notes.length > 0
				? undefined
				: verdictQuoteOfRows(question, rows, language),
	};
}

/**
 * A draft of the sentences that are supported; undefined when there is none, or when a step is missing: half of a procedure
 * is worse than none.
 */
export function grounded(
	answer: string,
	passages: readonly CitedPassage[],
	contactName: string,
	model: string,
): WrittenDraft | undefined {
	const used = new Set<CitedPassage>();
	const lines = linesOf(answer).map(({ marker, text }) => {
		const claims = claimsOf(text, marker !== "");
		const kept = claims.flatMap((claim) => supported(claim, passages));
		for (const { by } of kept) used.add(by);
		return { marker, kept, isWhole: kept.length === claims.length };
	});
	const isBroken = lines.some(
		({ marker, isWhole }) => /\d/.test(marker) && !isWhole,
	);
	const [best] = [...used].sort((a, b) => b.confidence - a.confidence);
	if (isBroken || !best) return undefined;
	const shown = lines.filter(({ kept }) => kept.length > 0);
	const verdict = best.verdict && verdictSentence(best.verdict, best);
	const sentences = shown.flatMap(({ marker, kept }) =>
		kept.map(({ text, by }, n): Sentence => {
			const sources = evidenceOf(text, by);
			return {
				text: n === 0 ? `${marker}${text}` : text,
				sources,
				isFrame: false,
			};
		}),
	);
	const body = shown
		.map(({ marker, kept }) => marker + joined(kept.map(({ text }) => text)))
		.join("\n");
	const titles = [...used].map(({ title }) => title);
	const facts = { contactName, language: best.language, titles };
	return {
		body: frame(facts, verdict ? joined([verdict.text, body]) : body),
		sentences: frameSentences(
			facts,
			verdict ? [verdict, ...sentences] : sentences,
		),
		confidence: best.confidence,
		sourceArticleIds: [...used].map(({ articleId }) => articleId),
		generatedBy: model,
	};
}

function joined(sentences: readonly string[]): string {
	return sentences.reduce((text, next) => text + gapAfter(text) + next);
}

/** A claim with the cited passage that supports it; its yes or no is left out, because that is decided by rule. */
function supported(
	{ text, numbers }: Claim,
	passages: readonly CitedPassage[],
): { text: string; by: CitedPassage }[] {
	const claim = saysVerdict(text) ? withoutVerdict(text) : text;
	const by = numbers
		.map((number) => passages[number - 1])
		.find(
			(passage) =>
				passage && isSupported(claim, passage.units, passage.language),
		);
	return by ? [{ text: claim, by }] : [];
}

function verdictSentence(
	{ text, start, end }: Quote,
	{ articleId }: CitedPassage,
): Sentence {
	return { text, sources: [{ articleId, start, end }], isFrame: false };
}

/** The parts of a passage that a sentence rests on. */
function evidenceOf(
	sentence: string,
	{ articleId, units, language }: CitedPassage,
): Evidence[] {
	return supportingUnits(sentence, units, language).map(({ start, end }) => ({
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

/** The sentences of a line with the numbers they cite. In a step, one citation behind the last sentence is for all of it. */
function claimsOf(line: string, isStep: boolean): Claim[] {
	const claims = line
		// "Sentence. [1]" and "Sentence [1]." are the same.
		.replace(/([.!?。！？])((?:\s*\[\d{1,2}\])+)/g, "$2$1")
		.split(/(?<=[.!?])\s+|(?<=[。！？])/)
		.map((sentence) => ({
			text: sentence.replace(CITATION, "").trim(),
			numbers: [...sentence.matchAll(CITATION)].map(([, n]) => Number(n)),
		}))
		.filter(({ text }) => withoutVerdict(text) !== "");
	const last = claims.at(-1)?.numbers ?? [];
	return isStep
		? claims.map((claim) =>
				claim.numbers.length > 0 ? claim : { ...claim, numbers: last },
			)
		: claims;
}
