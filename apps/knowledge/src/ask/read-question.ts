import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { shortened } from "@supportdesk/rpc/shortened.ts";
import { readsAsEnglish } from "@supportdesk/text/language-of.ts";
import type { Deps } from "../deps.ts";
import type { IndexQuestion } from "../domain/index/article-index.ts";
import {
	isReadable,
	isZero,
	meanDirection,
	questionTexts,
	questionWords,
} from "../domain/question.ts";
import { isForeignTo } from "../domain/ranking/rank-foreign.ts";
import type { SearchEngine } from "../engine/search-engine.ts";
import { encode } from "./encode.ts";

/** A search does not wait longer for the embedding of its question; then it uses the words alone. */
const ENCODE_TIMEOUT_MS = 800;

export type QuestionDeps = Pick<Deps, "ai" | "questions" | "metrics"> & {
	readonly engine: Pick<SearchEngine, "spellingOf">;
};

/** A question as it was read. */
export interface ReadQuestion {
	/** The same object while it is kept: engines rank the articles for it only once. */
	readonly question: IndexQuestion;
	/** Whether the AI service did not respond in time: the words alone find less. */
	readonly isUnencoded: boolean;
}

/** A question's words alone. The same object while it is kept: engines rank the articles for it only once. */
export function readWords(
	{ questions }: Pick<QuestionDeps, "questions">,
	text: string,
	limit: number,
	tags: readonly string[],
	{ workspaceId }: CallContext,
): IndexQuestion {
	const key = JSON.stringify(["words", workspaceId, text, limit, tags]);
	const known = questions.get(key);
	if (known) return known;
	const words = { ...questionWords(text), embedding: undefined, tags, limit };
	questions.set(key, words);
	return words;
}

/** A question's words and, if it can be read and the AI service responds in time, its embedding. */
export async function readQuestion(
	deps: QuestionDeps,
	text: string,
	limit: number,
	tags: readonly string[],
	context: CallContext,
	encodeTimeoutMs = ENCODE_TIMEOUT_MS,
): Promise<ReadQuestion> {
	const { ai, questions, engine, metrics } = deps;
	const key = JSON.stringify([context.workspaceId, text, limit, tags]);
	const known = questions.get(key);
	if (known) return { question: known, isUnencoded: false };
	const words = readWords(deps, text, limit, tags, context);
	const isForeign = !readsAsEnglish(text);
	// The words of the articles would correct those of another language.
	const texts = questionTexts(text, (term) =>
		isForeign ? undefined : engine.spellingOf?.(context.workspaceId, term),
	);
	const timeout = AbortSignal.timeout(encodeTimeoutMs);
	try {
		const { encoder, version, vectors } = await encode(ai, texts, {
			...shortened(context, encodeTimeoutMs),
			signal: AbortSignal.any([context.signal, timeout]),
		});
		const vector = meanDirection(vectors);
		if (!isReadable(text, version) || isZero(vector))
			return { question: words, isUnencoded: false };
		const embedding = {
			encoder,
			vector,
			// An encoder without a version reads English alone: its similarities say nothing of other languages.
			isForeign: version !== "" && isForeignTo(encoder, text),
		};
		const question = { ...words, embedding };
		questions.set(key, question);
		return { question, isUnencoded: false };
	} catch {
		// Counted rather than logged: while the service is unavailable every search would log.
		metrics.countLexicalSearch();
		return { question: words, isUnencoded: true };
	}
}
