import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { shortened } from "@supportdesk/rpc/shortened.ts";
import { readsAsEnglish } from "@supportdesk/text/language-of.ts";
import type { Deps } from "../deps.ts";
import type { IndexQuestion } from "../domain/index/article-index.ts";
import {
	isReadable,
	meanDirection,
	questionTerms,
	questionTexts,
} from "../domain/question.ts";
import { encode } from "./encode.ts";

/** A search does not wait longer for the embedding of its question; then it uses the words alone. */
const ENCODE_TIMEOUT_MS = 800;

/** A question's words and, if it can be read and the AI service responds in time, its embedding. */
export async function readQuestion(
	{ ai, embeddings, metrics }: Pick<Deps, "ai" | "embeddings" | "metrics">,
	text: string,
	limit: number,
	tags: readonly string[],
	context: CallContext,
): Promise<IndexQuestion> {
	const terms = questionTerms(text);
	const known = embeddings.get(text);
	if (known) return { terms, embedding: known, tags, limit };
	const timeout = AbortSignal.timeout(ENCODE_TIMEOUT_MS);
	try {
		const { encoder, version, vectors } = await encode(
			ai,
			questionTexts(text),
			{
				...shortened(context, ENCODE_TIMEOUT_MS),
				signal: AbortSignal.any([context.signal, timeout]),
			},
		);
		if (!isReadable(text, version))
			return { terms, embedding: undefined, tags, limit };
		const embedding = {
			encoder,
			vector: meanDirection(vectors),
			// An encoder without a version reads English alone: its similarities say nothing of other languages.
			isForeign: version !== "" && !readsAsEnglish(text),
		};
		embeddings.set(text, embedding);
		return { terms, embedding, tags, limit };
	} catch {
		// Counted rather than logged: while the service is unavailable every search would log.
		metrics.countLexicalSearch();
		return { terms, embedding: undefined, tags, limit };
	}
}
