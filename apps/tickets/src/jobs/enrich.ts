import type { ArticlePassages } from "@supportdesk/contracts/supportdesk/knowledge/v1/knowledge.ts";
import { newId } from "@supportdesk/ids/ids.ts";
import { addJob } from "@supportdesk/pg/jobs.ts";
import type { Statement } from "@supportdesk/pg/statement.ts";
import { inTransaction, read } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { ownContext } from "@supportdesk/rpc/own-context.ts";
import type { Draft } from "../domain/draft.ts";
import type { Deps } from "../service.ts";
import {
	findCurrentDraft,
	insertDraft,
	saveSuggestedArticles,
} from "../store/drafts.ts";
import { findLastInbound } from "../store/messages.ts";
import {
	lockTicket,
	saveSignals,
	selectTicket,
	type TicketRow,
	ticketFromRow,
} from "../store/tickets.ts";
import { JOBS_SCHEMA } from "./queue.ts";
import { refineSignals } from "./refine-signals.ts";

type EnrichDeps = Pick<Deps, "db" | "clock" | "ai" | "knowledge">;

interface EnrichPayload {
	readonly workspaceId: string;
	readonly ticketId: string;
}

const TIME_LIMIT_MS = 90_000; // a language model may take a minute to write
const ARTICLES_MAX = 3; // what a reader of a conversation is suggested

/** Refines the ticket's signals and drafts a reply to what the customer wrote last. */
export function enrichJob(workspaceId: string, ticketId: string): Statement {
	return addJob(JOBS_SCHEMA, {
		task: "enrich",
		payload: { workspaceId, ticketId } satisfies EnrichPayload,
	});
}

/** Safe to repeat: signals are written over, and an inbound message gets one draft. */
export function enrich(deps: EnrichDeps) {
	const { db, clock, knowledge } = deps;
	return async (payload: unknown): Promise<void> => {
		const { workspaceId, ticketId } = payload as EnrichPayload;
		const context = ownContext(
			workspaceId,
			TIME_LIMIT_MS,
			clock.now().getTime(),
		);
		const [row] = await read<TicketRow>(
			db,
			workspaceId,
			selectTicket(workspaceId, ticketId),
		);
		const question = await inTransaction(db, workspaceId, (tx) =>
			findLastInbound(tx, workspaceId, ticketId),
		);
		if (!row || !question) return; // deleted meanwhile
		const ticket = ticketFromRow(row);
		const words = { subject: ticket.subject, body: question.bodyText };
		const signals = await refineSignals(deps, words, context);
		await inTransaction(db, workspaceId, async (tx) => {
			tx.defer(saveSignals(workspaceId, ticketId, signals));
		});
		const { articles } = await knowledge.findPassages(
			{
				ticketId,
				question: `${words.subject}\n${words.body}`,
				articleLimit: ARTICLES_MAX,
			},
			context,
		);
		const written = await writeDraft(
			deps,
			{ ...words, contactName: ticket.contact.name },
			articles,
			context,
		);
		await storeDraft(
			deps,
			workspaceId,
			ticketId,
			question.id,
			articles,
			written,
		);
	};
}

type WrittenDraft = Pick<
	Draft,
	"body" | "confidence" | "sourcesJson" | "generatedBy"
>;

async function writeDraft(
	{ ai }: EnrichDeps,
	words: { subject: string; body: string; contactName: string },
	articles: readonly ArticlePassages[],
	context: CallContext,
): Promise<WrittenDraft | undefined> {
	if (articles.length === 0) return undefined;
	const written = await ai.writeDraft(
		{
			question: `${words.subject}\n${words.body}`,
			contactName: words.contactName,
			sources: articles.map(
				({ articleId, title, body, relevanceScore, passages }) => ({
					articleId,
					title,
					body,
					relevanceScore,
					passages,
				}),
			),
		},
		context,
	);
	if (written.body === "") return undefined;
	const sources = articles
		.filter(({ articleId }) => written.sourceArticleIds.includes(articleId))
		.map(({ articleId, title, relevanceScore, excerpt }) => ({
			article_id: articleId,
			title,
			relevance_score: relevanceScore,
			excerpt,
		}));
	return {
		body: written.body,
		confidence: written.confidence,
		sourcesJson: JSON.stringify(sources),
		generatedBy: written.generatedBy,
	};
}

/** The suggestions and the draft, unless the customer has written again or the message has its draft already. */
async function storeDraft(
	{ db, clock }: EnrichDeps,
	workspaceId: string,
	ticketId: string,
	messageId: string,
	articles: readonly ArticlePassages[],
	written: WrittenDraft | undefined,
): Promise<void> {
	const suggested = articles.map(({ articleId, title, relevanceScore }) => ({
		article_id: articleId,
		title,
		relevance_score: relevanceScore,
	}));
	await inTransaction(db, workspaceId, async (tx) => {
		if (!(await lockTicket(tx, workspaceId, ticketId))) return;
		const last = await findLastInbound(tx, workspaceId, ticketId);
		if (last?.id !== messageId) return;
		tx.defer(
			saveSuggestedArticles(workspaceId, ticketId, JSON.stringify(suggested)),
		);
		const current = await findCurrentDraft(tx, workspaceId, ticketId);
		if (!written || current?.draft.inReplyTo === messageId) return;
		const now = clock.now();
		const draft: Draft = {
			...written,
			id: newId("drf", now.getTime()),
			ticketId,
			inReplyTo: messageId,
			status: "ready",
			createdAt: now.toISOString(),
			updatedAt: now.toISOString(),
		};
		for (const statement of insertDraft(workspaceId, draft)) {
			tx.defer(statement);
		}
	});
}
