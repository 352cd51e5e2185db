import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import type { Article } from "../domain/article.ts";
import type { IndexQuestion } from "../domain/index/article-index.ts";
import type { Findings } from "../domain/ranking/evidence.ts";
import {
	type Quotability,
	type Ranked,
	type RankedFeature,
	rank,
} from "../domain/ranking/rank.ts";
import { rankForeign } from "../domain/ranking/rank-foreign.ts";
import { selectPublished } from "../store/articles.ts";
import { type QuestionDeps, readQuestion, readWords } from "./read-question.ts";

/** An article that may answer a question. */
export interface Answer extends Quotability {
	readonly article: Article;
	/** Probability, 0 to 1. */
	readonly relevance: number;
	/** Position of its best passage, if embeddings were compared. */
	readonly passage: number | undefined;
}

/** A published article that was ranked and is not among the answers. */
export interface Candidate extends Answer {
	readonly cutoff: number;
	readonly features: readonly RankedFeature[];
}

interface Found {
	/** Best first; empty when not even the best reaches the cutoff. */
	readonly answers: readonly Answer[];
	/** Best first; empty unless they were asked for. */
	readonly candidates: readonly Candidate[];
	/** Whether all articles were searched: right after a start the engine may still be reading them. */
	readonly isComplete: boolean;
}

export interface Answers extends Found {
	readonly question: IndexQuestion;
	/** Whether the AI service did not respond in time: the words alone find less. */
	readonly isUnencoded: boolean;
}

/** Of each the whole text is read; they are for a person who looks into one question. */
const CANDIDATES_MAX = 20;

/** Less likely answers are listed down to this share of the best one's relevance; below it they are noise. */
const ALSO_LISTED_SHARE = 0.1;

/**
 * Where the words alone find so probable an answer, the ranking with the question's embedding finds the same one
 * (decision 0053).
 */
const SURE_FROM = 0.8;

interface FindOptions {
	readonly wantsCandidates?: boolean;
	/** Once it is aborted, what the engine has read by then is searched. */
	readonly enough?: AbortSignal;
	/** How long the embedding is waited for, where that is not a search's time. */
	readonly encodeTimeoutMs?: number;
}

export type AskDeps = QuestionDeps & Pick<Deps, "engine">;

/**
 * The answers that a search gives. Where the question's words alone are sure of one it is not encoded, which would take half
 * of the search's processor time.
 */
export async function searchAnswers(
	deps: AskDeps,
	text: string,
	limit: number,
	tags: readonly string[],
	context: CallContext,
	options: FindOptions = {},
): Promise<Answers> {
	const sure = await findByWords(deps, text, limit, tags, context, options);
	return sure ?? findAnswers(deps, text, limit, tags, context, options);
}

/** The answers by the words alone; undefined if they are not sure of one. */
async function findByWords(
	deps: AskDeps,
	text: string,
	limit: number,
	tags: readonly string[],
	context: CallContext,
	{ wantsCandidates = false, enough }: FindOptions,
): Promise<Answers | undefined> {
	const { workspaceId } = context;
	const words = readWords(deps, text, limit, tags, context);
	const known = deps.engine.judgeInMemory?.(workspaceId, words, (findings) =>
		judge(workspaceId, words, findings, false),
	);
	if (!known || !isSure(known.listed)) return undefined;
	const question = judgedApart(words, wantsCandidates);
	const found = await find(
		deps,
		workspaceId,
		question,
		wantsCandidates,
		enough,
	);
	if (!isSure(found.answers)) return undefined;
	return { question, isUnencoded: false, ...found };
}

/** An engine judges a question once; with its candidates it is another one. */
const judgedApart = (question: IndexQuestion, wantsCandidates: boolean) =>
	wantsCandidates ? { ...question } : question;

const isSure = ([best]: readonly { readonly relevance: number }[]) =>
	best !== undefined && best.relevance >= SURE_FROM;

/** The answers to a question among a workspace's published articles. */
export async function findAnswers(
	deps: AskDeps,
	text: string,
	limit: number,
	tags: readonly string[],
	context: CallContext,
	{ wantsCandidates = false, enough, encodeTimeoutMs }: FindOptions = {},
): Promise<Answers> {
	const { isUnencoded, question: read } = await readQuestion(
		deps,
		text,
		limit,
		tags,
		context,
		encodeTimeoutMs,
	);
	const question = judgedApart(read, wantsCandidates);
	const { workspaceId } = context;
	return {
		question,
		isUnencoded,
		...(await find(deps, workspaceId, question, wantsCandidates, enough)),
	};
}

/** The same for a question that is already encoded. */
export async function answersTo(
	{ engine }: Pick<Deps, "engine">,
	workspaceId: string,
	question: IndexQuestion,
): Promise<Pick<Found, "answers">> {
	return find({ engine }, workspaceId, question, false, undefined);
}

async function find(
	{ engine }: Pick<Deps, "engine">,
	workspaceId: string,
	question: IndexQuestion,
	wantsCandidates: boolean,
	enough: AbortSignal | undefined,
): Promise<Found> {
	const { judged, rows, isComplete } = await engine.find(
		workspaceId,
		question,
		(findings) => judge(workspaceId, question, findings, wantsCandidates),
		enough,
	);
	const articles = new Map(rows.map((article) => [article.id, article]));
	const isPublished = ({ articleId }: Judged) => {
		const article = articles.get(articleId);
		return article && question.tags.every((tag) => article.tags.includes(tag));
	};
	const withArticle = (one: Judged) => ({
		...one,
		article: articles.get(one.articleId)!,
	});
	const listed = judged.listed.filter(isPublished);
	// The article above the cutoff may be deleted by now.
	const isAnswered = listed.some(({ isAnswer }) => isAnswer);
	const others = judged.others.filter(isPublished);
	const candidates = isAnswered ? others : [...listed, ...others];
	return {
		answers: isAnswered ? listed.map(withArticle) : [],
		candidates: wantsCandidates
			? candidates.slice(0, CANDIDATES_MAX).map(withArticle)
			: [],
		isComplete,
	};
}

/** A candidate with what may be shown of it. */
interface Judged extends Omit<Ranked, "quotability" | "features">, Quotability {
	readonly features: readonly RankedFeature[];
}

const NOTHING_LISTED = { listed: [], others: [], check: undefined };

/** The articles that may be shown, best first, and the query that checks whether they are published: the engine may lag behind. */
function judge(
	workspaceId: string,
	{ limit, embedding }: IndexQuestion,
	findings: Findings,
	wantsCandidates: boolean,
) {
	const ranked = embedding?.isForeign ? rankForeign(findings) : rank(findings);
	const [first] = ranked;
	if (!first) return NOTHING_LISTED;
	const least = first.relevance * ALSO_LISTED_SHARE;
	const listed = ranked
		.slice(0, limit)
		.filter((one) => one === first || one.relevance >= least);
	const isAnswered = listed.some(({ isAnswer }) => isAnswer);
	if (!isAnswered && !wantsCandidates) return NOTHING_LISTED;
	const others = wantsCandidates
		? ranked.filter((one) => !listed.includes(one)).slice(0, CANDIDATES_MAX)
		: [];
	// An engine keeps what was judged: none of it may hold the findings.
	const judged = ({ quotability, features, ...one }: Ranked): Judged => ({
		...one,
		...quotability(),
		features: wantsCandidates ? features() : [],
	});
	const ids = [...listed, ...others].map(({ articleId }) => articleId);
	return {
		listed: listed.map(judged),
		others: others.map(judged),
		check: selectPublished(workspaceId, ids),
	};
}
