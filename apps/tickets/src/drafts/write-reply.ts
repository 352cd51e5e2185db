import type { DraftSentence } from "@supportdesk/contracts/supportdesk/ai/v1/ai.ts";
import type { ArticlePassages } from "@supportdesk/contracts/supportdesk/knowledge/v1/knowledge.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { givenContactName } from "../domain/contact-name.ts";
import { type Sentence, withoutHtml } from "../domain/draft.ts";
import { questionText } from "../domain/question-text.ts";
import type { Question } from "./question.ts";
import type { WrittenDraft } from "./replace-draft.ts";

const ARTICLES_MAX = 3; // what a reader of a conversation is suggested

/** What the help centre says to a question. */
export interface Reply {
	/** The articles that answer: those of single questions in the order of these, then the others, best first. */
	readonly articles: readonly ArticlePassages[];
	/** Their suggestion as the ticket keeps it. */
	readonly suggestionsJson: string;
	/** Undefined where the articles give no reply, or none is needed. */
	readonly draft: WrittenDraft | undefined;
}

/** Finds the articles that answer, and writes a draft from them. */
export async function writeReply(
	deps: Pick<Deps, "ai" | "knowledge">,
	context: CallContext,
	{ ticket, body, isFollowUp, needsDraft }: Question,
): Promise<Reply> {
	const question = questionText(ticket.subject, body);
	const { articles } = await deps.knowledge.findPassages(
		{ ticketId: ticket.id, question, articleLimit: ARTICLES_MAX, isFollowUp },
		context,
	);
	const name = givenContactName(ticket.contact);
	const quotable = articles.filter(({ isSuggestionOnly }) => !isSuggestionOnly);
	const draft =
		needsDraft && quotable.length > 0
			? await writeDraft(deps, question, name, quotable, context)
			: undefined;
	return { articles, suggestionsJson: suggestionsJson(articles), draft };
}

/** Undefined when the articles give no reply. */
async function writeDraft(
	{ ai }: Pick<Deps, "ai">,
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
				({
					articleId,
					title,
					body,
					relevanceScore,
					passages,
					question: asked,
				}) => ({
					articleId,
					title,
					body,
					relevanceScore,
					passages,
					question: asked,
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
	const bestFirst = articles.toSorted(
		(a, b) => b.relevanceScore - a.relevanceScore,
	);
	const suggested = bestFirst.map(
		({ articleId, title, relevanceScore }) =>
			`{"title": ${JSON.stringify(title)}, "article_id": "${articleId}", "relevance_score": ${relevanceScore}}`,
	);
	return `[${suggested.join(", ")}]`;
}
