import { isDeepStrictEqual } from "node:util";
import type { ArticlePassages } from "@supportdesk/contracts/supportdesk/knowledge/v1/knowledge.ts";
import { newId } from "@supportdesk/ids/ids.ts";
import { inTransaction, readAll } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { ownContext } from "@supportdesk/rpc/own-context.ts";
import { type Draft, isStale } from "../domain/draft.ts";
import type { Deps } from "../service.ts";
import {
	type CurrentDraft,
	currentDraftFromRow,
	insertDraft,
	saveSuggestedArticles,
	selectCurrentDraft,
	supersedeDraft,
} from "../store/drafts.ts";
import { type LastInboundRow, selectLastInbound } from "../store/messages.ts";
import { type ModelIdRow, selectModelId } from "../store/models.ts";
import {
	type ConversationRow,
	conversationFromRow,
	lockTicket,
	saveSignals,
	selectTicket,
} from "../store/tickets.ts";
import type { EnrichPayload } from "./enrich-job.ts";
import { refineSignals } from "./refine-signals.ts";
import { takeBackDrafts } from "./take-back-drafts.ts";

type EnrichDeps = Pick<Deps, "db" | "clock" | "ai" | "knowledge">;

const TIME_LIMIT_MS = 90_000; // a language model may take a minute to write
const ARTICLES_MAX = 3; // what a reader of a conversation is suggested

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
		const [[row], [question], [model]] = await readAll<
			[ConversationRow, LastInboundRow, ModelIdRow]
		>(db, workspaceId, [
			selectTicket(workspaceId, ticketId),
			selectLastInbound(workspaceId, ticketId),
			selectModelId(workspaceId),
		]);
		if (!row || !question) return; // deleted meanwhile
		const ticket = conversationFromRow(row);
		const words = { subject: ticket.subject, body: question.body_text };
		const signals = await refineSignals(
			deps,
			words,
			model?.model_id ?? "",
			context,
		);
		if (!isDeepStrictEqual(signals, ticket.signals)) {
			await inTransaction(db, workspaceId, async (tx) => {
				tx.defer(saveSignals(workspaceId, ticketId, signals));
			});
		}
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
		const suggestions = suggestionsJson(articles);
		// Most questions that no article answers leave the ticket as it is: nothing to lock, nothing to write.
		if (
			written ||
			ticket.readyDraftId ||
			suggestions !== ticket.suggestedArticlesJson
		) {
			await store(deps, context, ticketId, {
				answers: question.id,
				suggestions,
				written,
			});
			// An article may have changed after it was read, and whoever was told of it found no draft yet.
			await takeBackDrafts(deps, context, [ticketId]);
		}
	};
}

type WrittenDraft = Pick<
	Draft,
	"body" | "confidence" | "sourcesJson" | "generatedBy"
> & {
	/** Of the articles it quotes, by their ids. */
	readonly sourceVersions: Readonly<Record<string, string>>;
};

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
	return {
		body: written.body,
		confidence: written.confidence,
		sourcesJson: JSON.stringify(sources),
		sourceVersions: Object.fromEntries(
			quoted.map(({ articleId, version }) => [articleId, version]),
		),
		generatedBy: written.generatedBy,
	};
}

/** In PostgreSQL's own spacing and order, so that what is stored and what is new can be compared. */
function suggestionsJson(articles: readonly ArticlePassages[]): string {
	const suggested = articles.map(
		({ articleId, title, relevanceScore }) =>
			`{"title": ${JSON.stringify(title)}, "article_id": "${articleId}", "relevance_score": ${relevanceScore}}`,
	);
	return `[${suggested.join(", ")}]`;
}

interface Enrichment {
	/** The inbound message that this is about. */
	readonly answers: string;
	readonly suggestions: string;
	readonly written: WrittenDraft | undefined;
}

/** The suggestions and the draft, unless the customer has written again or the message has its draft already. */
async function store(
	{ db, clock }: EnrichDeps,
	{ workspaceId }: CallContext,
	ticketId: string,
	{ answers, suggestions, written }: Enrichment,
): Promise<void> {
	await inTransaction(db, workspaceId, async (tx) => {
		if (!(await lockTicket(tx, workspaceId, ticketId))) return;
		const [last, drafts] = await tx.batch<[LastInboundRow, unknown]>([
			selectLastInbound(workspaceId, ticketId),
			selectCurrentDraft(workspaceId, ticketId),
		]);
		if (last.rows[0]?.id !== answers) return;
		tx.defer(saveSuggestedArticles(workspaceId, ticketId, suggestions));
		const current = currentDraftFromRow(drafts.rows[0]);
		if (current && !isStale(current.draft, answers)) return;
		const now = afterDraft(current, clock.now());
		tx.defer(supersedeDraft(workspaceId, ticketId, now.toISOString()));
		if (!written) return;
		const { sourceVersions, ...words } = written;
		const draft: Draft = {
			...words,
			id: newId("drf", now.getTime()),
			ticketId,
			inReplyTo: answers,
			status: "ready",
			createdAt: now.toISOString(),
			updatedAt: now.toISOString(),
		};
		tx.defer(insertDraft(workspaceId, draft, sourceVersions));
	});
}

/** Clocks of two machines differ, and the newest draft is the one that counts. */
function afterDraft(current: CurrentDraft | undefined, now: Date): Date {
	if (!current) return now;
	return new Date(
		Math.max(now.getTime(), Date.parse(current.draft.createdAt) + 1),
	);
}
