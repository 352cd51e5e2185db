import { createHash } from "node:crypto";
import type {
	ArticlePassages,
	FindPassagesRequest,
} from "@supportdesk/contracts/supportdesk/knowledge/v1/knowledge.ts";
import { writeInBatch } from "@supportdesk/pg/batched-write.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import {
	findReplySources,
	REPLY_ENCODE_TIMEOUT_MS,
	type ReplySource,
} from "../ask/find-reply-sources.ts";
import type { SplitBody } from "../ask/passage-cache.ts";
import { recordUnanswered } from "../ask/record-unanswered.ts";
import type { Deps } from "../deps.ts";
import type { Article } from "../domain/article.ts";
import { excerptOf, orderPassages } from "../domain/excerpt.ts";
import { asksNothing, onlyThanks } from "../domain/gaps/matter.ts";
import { TICKET_RETRIEVALS } from "../store/retrievals.ts";
import { type RetrievalDeps, rounded } from "./search.ts";

const PASSAGES_MAX = 5; // enough for a reply

/**
 * Retrieval for a reply draft.
 *
 * @throws AppError `service_unavailable` when the question's embedding was not to be had: its words alone would miss an
 * article that answers, count a gap for it, and no draft would be written later. The job that asks comes again.
 */
export function findPassages(deps: RetrievalDeps) {
	return async (
		{ ticketId, question: text, articleLimit, isFollowUp }: FindPassagesRequest,
		context: CallContext,
	) => {
		const { workspaceId } = context;
		if (isFollowUp ? asksNothing(withoutSubject(text)) : onlyThanks(text))
			return { articles: [] };
		const limit = Math.max(1, articleLimit);
		const found = await findReplySources(deps, text, limit, context);
		const { sources, question } = found;
		if (!sources.some(({ answer }) => answer.isQuotable)) {
			const encodeTimeoutMs = REPLY_ENCODE_TIMEOUT_MS;
			const unanswered = { text, question, ticketId, encodeTimeoutMs };
			await recordUnanswered(deps, context, unanswered);
			return { articles: [] };
		}
		const articleIds = sources.map(({ answer }) => answer.article.id);
		await countRetrievals(deps, workspaceId, ticketId, articleIds);
		return {
			articles: sources.map((source) => passagesFrom(source, deps.splitBody)),
		};
	};
}

/** The subject is on a line above the message, if it says more than that. */
function withoutSubject(question: string): string {
	return question.slice(question.indexOf("\n") + 1);
}

/** A draft retried for the same ticket counts as no new retrieval. */
async function countRetrievals(
	{ db, retrievals }: Pick<Deps, "db" | "retrievals">,
	workspaceId: string,
	ticketId: string,
	articleIds: readonly string[],
): Promise<void> {
	const fresh = await writeInBatch(db, { workspaceId }, TICKET_RETRIEVALS, {
		ticketId,
		articleIds,
	});
	const freshIds = fresh?.map(({ articleId }) => articleId) ?? [];
	retrievals.count(workspaceId, freshIds);
}

function passagesFrom(
	{ answer, terms, question }: ReplySource,
	splitBody: SplitBody,
): ArticlePassages {
	const { article, draftRelevance, isQuotable, passage } = answer;
	const passages = orderPassages(splitBody(article.body), terms, passage);
	return {
		articleId: article.id,
		title: article.title,
		body: article.body,
		relevanceScore: rounded(draftRelevance),
		excerpt: excerptOf(passages[0] ?? "", terms),
		passages: passages.slice(0, PASSAGES_MAX),
		version: versionOf(article),
		isSuggestionOnly: !isQuotable,
		question,
	};
}

/** As the database makes it, see `selectVersions`. */
function versionOf({ title, body }: Article): string {
	return createHash("sha256").update(`${title}\n${body}`).digest("hex");
}
