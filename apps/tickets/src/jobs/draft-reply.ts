import type { DraftSentence } from "@supportdesk/contracts/supportdesk/ai/v1/ai.ts";
import type { ArticlePassages } from "@supportdesk/contracts/supportdesk/knowledge/v1/knowledge.ts";
import { timeAfter } from "@supportdesk/operations/later.ts";
import type { RowsOf } from "@supportdesk/pg/statement.ts";
import { inTransaction, readAll } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { ownContext } from "@supportdesk/rpc/own-context.ts";
import type { Deps } from "../deps.ts";
import { givenContactName } from "../domain/contact-name.ts";
import { isStale, type Sentence, withoutHtml } from "../domain/draft.ts";
import { questionText } from "../domain/question-text.ts";
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
	return async ({ workspaceId, ticketId }: TicketPayload): Promise<void> => {
		const rows = await readAll(
			deps.db,
			workspaceId,
			selectQuestion(workspaceId, ticketId),
		);
		const question = questionOf(rows);
		if (question) await answer(deps, draftContext(deps, workspaceId), question);
	};
}

/** The call of a job that drafts a reply. */
export function draftContext(
	{ clock }: Pick<DraftDeps, "clock">,
	workspaceId: string,
): CallContext {
	return ownContext(workspaceId, DRAFT_LIMIT_MS, clock.now().getTime());
}

/** What `questionOf` reads. */
export function selectQuestion(workspaceId: string, ticketId: string) {
	return [
		selectTicket(workspaceId, ticketId),
		selectLastInbound(workspaceId, ticketId),
		selectCurrentDraft(workspaceId, ticketId),
	] as const;
}

/** What the customer of a ticket wrote last; undefined when the ticket was deleted meanwhile. */
export function questionOf([[ticket], [message], [draft]]: RowsOf<
	ReturnType<typeof selectQuestion>
>): Question | undefined {
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
	const text = questionText(ticket.subject, question.body);
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
	// In PostgreSQL's order, in which they are read again.
	const sources = quoted.map(
		({ articleId, title, relevanceScore, excerpt }) => ({
			title,
			excerpt,
			article_id: articleId,
			relevance_score: relevanceScore,
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
		const current = drafts.rows[0];
		if (!needsDraft(ticket, messageId, current)) {
			tx.defer(saveSuggestedArticles(workspaceId, ticketId, suggestions));
			return;
		}
		const now = current
			? timeAfter(current.draft.createdAt, clock.now())
			: clock.now();
		replaceDraft(
			tx,
			context,
			ticket,
			current,
			written,
			suggestions,
			messageId,
			now,
		);
	});
}
