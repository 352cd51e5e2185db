import type { DraftSentence } from "@supportdesk/contracts/supportdesk/ai/v1/ai.ts";
import type { ArticlePassages } from "@supportdesk/contracts/supportdesk/knowledge/v1/knowledge.ts";
import { timeAfter } from "@supportdesk/operations/later.ts";
import { inTransaction, readAll } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { ownContext } from "@supportdesk/rpc/own-context.ts";
import type { Deps } from "../deps.ts";
import { givenContactName } from "../domain/contact-name.ts";
import { isStale, type Sentence, withoutHtml } from "../domain/draft.ts";
import { awaitsReply, type Conversation } from "../domain/ticket.ts";
import { replaceDraft, type WrittenDraft } from "../drafts/replace-draft.ts";
import {
	findOutdated,
	retractOutdatedDrafts,
} from "../drafts/retract-outdated.ts";
import type { TicketPayload } from "../queue.ts";
import { type CurrentDraft, selectCurrentDraft } from "../store/drafts.ts";
import { selectLastInbound } from "../store/messages.ts";
import { saveSuggestedArticles } from "../store/shown-articles.ts";
import { selectTicket, selectTicketForUpdate } from "../store/tickets.ts";

type DraftDeps = Pick<Deps, "db" | "clock" | "ai" | "knowledge">;

const DRAFT_LIMIT_MS = 90_000; // a language model may take a minute to write
const ARTICLES_MAX = 3; // what a reader of a conversation is suggested

/** What the customer wrote last. */
export interface Question {
	readonly ticket: Conversation;
	readonly messageId: string;
	readonly body: string;
	/** Nothing answers it yet: no draft, no reply of an agent, and the ticket is not resolved. */
	readonly needsDraft: boolean;
}

/** Safe to repeat: an inbound message gets one draft. */
export function draftReply(deps: DraftDeps) {
	return withQuestion(deps, (context, question) =>
		answer(deps, context, question),
	);
}

/** A job that does something about what the customer of a ticket wrote last; nothing for a ticket that was deleted. */
export function withQuestion(
	deps: Pick<DraftDeps, "db" | "clock">,
	work: (context: CallContext, question: Question) => Promise<void>,
) {
	return async ({ workspaceId, ticketId }: TicketPayload): Promise<void> => {
		const context = ownContext(
			workspaceId,
			DRAFT_LIMIT_MS,
			deps.clock.now().getTime(),
		);
		const question = await findQuestion(deps, workspaceId, ticketId);
		if (question) await work(context, question);
	};
}

/** Undefined when the ticket was deleted meanwhile. */
async function findQuestion(
	{ db }: Pick<DraftDeps, "db">,
	workspaceId: string,
	ticketId: string,
): Promise<Question | undefined> {
	const [[ticket], [message], [draft]] = await readAll(db, workspaceId, [
		selectTicket(workspaceId, ticketId),
		selectLastInbound(workspaceId, ticketId),
		selectCurrentDraft(workspaceId, ticketId),
	]);
	if (!ticket || !message) return undefined;
	return {
		ticket,
		messageId: message.id,
		body: message.bodyText,
		needsDraft: needsDraft(ticket, message.id, draft),
	};
}

function needsDraft(
	ticket: Conversation,
	messageId: string,
	current: CurrentDraft | undefined,
): boolean {
	const isDrafted = current && !isStale(current.draft, messageId);
	return awaitsReply(ticket) && !isDrafted;
}

/** Suggests the articles that answer, and drafts a reply from them. */
export async function answer(
	deps: DraftDeps,
	context: CallContext,
	question: Question,
): Promise<void> {
	const { ticket } = question;
	const text = `${ticket.subject}\n${question.body}`;
	const { articles } = await deps.knowledge.findPassages(
		{ ticketId: ticket.id, question: text, articleLimit: ARTICLES_MAX },
		context,
	);
	const written =
		!question.needsDraft || articles.length === 0
			? undefined
			: await writeDraft(
					deps,
					text,
					givenContactName(ticket.contact),
					articles,
					context,
				);
	const suggestions = suggestionsJson(articles);
	// Most questions that no article answers leave the ticket as it is: nothing to lock, nothing to write.
	if (
		!written &&
		!ticket.readyDraftId &&
		suggestions === ticket.suggestedArticlesJson
	)
		return;
	await store(deps, context, question, suggestions, written);
	// An article may have changed after it was read, when there was no draft yet to retract.
	const read = articles.map(({ articleId, version }) => ({
		ticketId: ticket.id,
		articleId,
		draftId: null,
		version,
	}));
	const outdated = await findOutdated(deps, context, read);
	if (outdated.length > 0)
		await retractOutdatedDrafts(deps, context, [ticket.id]);
}

/** Undefined when the articles give no reply. */
async function writeDraft(
	{ ai }: DraftDeps,
	question: string,
	contactName: string,
	articles: readonly ArticlePassages[],
	context: CallContext,
): Promise<WrittenDraft | undefined> {
	const written = await ai.writeDraft(
		{
			question,
			contactName,
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
	const quoted = articles.filter(({ articleId }) =>
		written.sourceArticleIds.includes(articleId),
	);
	const sources = quoted.map(
		({ articleId, title, relevanceScore, excerpt }) => ({
			article_id: articleId,
			title,
			relevance_score: relevanceScore,
			excerpt,
		}),
	);
	const draft = withoutHtml({
		body: written.body,
		confidence: written.confidence,
		sourcesJson: JSON.stringify(sources),
		sentencesJson: sentencesJson(written.sentences),
		sourceVersions: Object.fromEntries(
			quoted.map(({ articleId, version }) => [articleId, version]),
		),
		generatedBy: written.generatedBy,
	});
	return draft.body === "" ? undefined : draft;
}

/** Null where the AI service is of a version that names no sentences. */
function sentencesJson(sentences: readonly DraftSentence[]): string | null {
	if (sentences.length === 0) return null;
	const shown = sentences.map(({ text, sources, isFrame }): Sentence => {
		const evidence = sources.map(({ articleId, start, end }) => ({
			article_id: articleId,
			start,
			end,
		}));
		const unsupported = !isFrame && evidence.length === 0;
		return { text, sources: evidence, unsupported };
	});
	return JSON.stringify(shown);
}

/** In PostgreSQL's own spacing and order, so that what is stored and what is new can be compared. */
function suggestionsJson(articles: readonly ArticlePassages[]): string {
	const suggested = articles.map(
		({ articleId, title, relevanceScore }) =>
			`{"title": ${JSON.stringify(title)}, "article_id": "${articleId}", "relevance_score": ${relevanceScore}}`,
	);
	return `[${suggested.join(", ")}]`;
}

/** The suggestions, and the draft if the message still needs one; nothing if the customer has written again. */
async function store(
	{ db, clock }: DraftDeps,
	context: CallContext,
	{ ticket: { id: ticketId }, messageId }: Question,
	suggestions: string,
	written: WrittenDraft | undefined,
): Promise<void> {
	const { workspaceId } = context;
	await inTransaction(db, workspaceId, async (tx) => {
		// Each statement sees what committed before it: the last two what was written while the first one waited.
		const [locked, last, drafts] = await tx.batch([
			selectTicketForUpdate(workspaceId, ticketId),
			selectLastInbound(workspaceId, ticketId),
			selectCurrentDraft(workspaceId, ticketId),
		]);
		const ticket = locked.rows[0];
		if (!ticket || last.rows[0]?.id !== messageId) return;
		tx.defer(saveSuggestedArticles(workspaceId, ticketId, suggestions));
		const current = drafts.rows[0];
		if (!needsDraft(ticket, messageId, current)) return;
		const now = current
			? timeAfter(current.draft.createdAt, clock.now())
			: clock.now();
		await replaceDraft(tx, context, ticket, current, written, messageId, now);
	});
}
