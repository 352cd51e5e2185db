import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { shortened } from "@supportdesk/rpc/shortened.ts";
import type { Deps } from "../deps.ts";
import type { IndexQuestion } from "../domain/index/article-index.ts";
import {
	isReadable,
	meanDirection,
	questionTerms,
	questionTexts,
} from "../domain/question.ts";
import { encode } from "./encode.ts";

/** A search does not wait longer for the meaning of its question; the words alone answer then. */
const ENCODE_TIMEOUT_MS = 800;

/** A question's words and, if it can be read and the AI service answers in time, its meaning. */
export async function readQuestion(
	{ ai, meanings, metrics }: Pick<Deps, "ai" | "meanings" | "metrics">,
	text: string,
	limit: number,
	tags: readonly string[],
	context: CallContext,
): Promise<IndexQuestion> {
	const terms = questionTerms(text);
	if (!isReadable(text)) return { terms, meaning: undefined, tags, limit };
	const known = meanings.get(text);
	if (known) return { terms, meaning: known, tags, limit };
	const timeout = AbortSignal.timeout(ENCODE_TIMEOUT_MS);
	try {
		const { encoder, vectors } = await encode(ai, questionTexts(text), {
			...shortened(context, ENCODE_TIMEOUT_MS),
			signal: AbortSignal.any([context.signal, timeout]),
		});
		const meaning = { encoder, vector: meanDirection(vectors) };
		meanings.set(text, meaning);
		return { terms, meaning, tags, limit };
	} catch {
		// Counted rather than logged: while the service is away every search would log.
		metrics.countLexicalSearch();
		return { terms, meaning: undefined, tags, limit };
	}
}
