import type { MultiSearchQuery } from "meilisearch";
import {
	CANDIDATES_BY_WORDS,
	type IndexQuestion,
} from "../domain/index/article-index.ts";
import { CANDIDATES_BY_EMBEDDING } from "../domain/index/embeddings.ts";
import { evidenceFrom } from "../domain/index/profile-evidence.ts";
import type { Findings } from "../domain/ranking/evidence.ts";
import { EMBEDDER, filledUp, quoted } from "./meilisearch-documents.ts";
import {
	type MeilisearchConfig,
	MeilisearchIndex,
} from "./meilisearch-index.ts";
import { HITS_COUNTED_MAX } from "./meilisearch-settings.ts";
import { bestOf, type Hits } from "./meilisearch-words.ts";
import type { ProfileSource } from "./profile-source.ts";
import { IncompleteIndex, type SearchServer } from "./search-engine.ts";

export interface MeilisearchEngine extends SearchServer {
	/** Deletes the whole index. For measurements and tests, which make one of their own. */
	drop(): Promise<void>;
}

const HITS_A_WORD = 100;

/**
 * Searches on a Meilisearch server. A question typed in as one query finds the right article 3 times in 100: the server
 * reads its first ten words and requires most of them. So each word is a query of its own, in quotes, which is exact, all
 * in one request, and the hits are summed by how informative their words are. The same request finds the passages of the
 * nearest embedding. Words without hits are searched again without quotes, which forgives typing errors.
 */
export function createMeilisearchEngine(
	config: MeilisearchConfig,
	source: ProfileSource,
): MeilisearchEngine {
	const index = new MeilisearchIndex(config);
	return {
		prepare: () => index.prepare(),
		find: (workspaceId, question, signal) =>
			find(index, source, workspaceId, question, signal),
		put: (workspaceId, articles) => index.put(workspaceId, articles),
		remove: (_workspaceId, articleIds) => index.remove(articleIds),
		drop: () => index.drop(),
	};
}

async function find(
	index: MeilisearchIndex,
	source: ProfileSource,
	workspaceId: string,
	question: IndexQuestion,
	signal: AbortSignal | undefined,
): Promise<Findings> {
	const { terms, tags, embedding, limit } = question;
	await index.prepare();
	// Read before the search: articles that the server lacks then are not confirmed here.
	const { statistics, unconfirmed } = await source.corpus(workspaceId);
	const { articleCount } = statistics;
	const words = terms.map(quoted);
	const exact = await search(index, workspaceId, words, question, true, signal);
	const counted = Math.min(articleCount, HITS_COUNTED_MAX);
	if (exact.held + unconfirmed.length < counted)
		throw new IncompleteIndex(
			`${exact.held} of ${counted} articles are in the index`,
		);
	const isUnknown = exact.hits.map(({ total }) => total === 0);
	const unknown = terms.filter((_, i) => isUnknown[i]);
	const forgiven = await search(
		index,
		workspaceId,
		unknown,
		question,
		false,
		signal,
	);
	const hits = exact.hits.map((own, i) =>
		isUnknown[i] ? forgiven.hits[unknown.indexOf(terms[i]!)]! : own,
	);
	const ids = bestOf(hits, articleCount, Math.max(CANDIDATES_BY_WORDS, limit));
	const profiles = await source.profiles(
		workspaceId,
		[...new Set([...ids, ...exact.near, ...unconfirmed])],
		tags,
	);
	return {
		terms: terms.map((term, i) => ({
			term,
			articleCount: hits[i]!.total,
			isKnown: !isUnknown[i],
		})),
		named: question.named,
		marks: question.marks,
		statistics,
		candidates: [...profiles].map(([id, profile]) =>
			evidenceFrom(id, profile, terms, isUnknown, embedding),
		),
		encoder: embedding?.encoder,
	};
}

/**
 * The hits of each word and, the first time, the articles of the nearest embedding and the number of the workspace's
 * articles in the index.
 */
async function search(
	index: MeilisearchIndex,
	workspaceId: string,
	words: readonly string[],
	question: IndexQuestion,
	isFirst: boolean,
	signal: AbortSignal | undefined,
): Promise<{ hits: Hits[]; near: readonly string[]; held: number }> {
	const inWorkspace = [`workspace_id = ${quoted(workspaceId)}`];
	const tagged = question.tags.map((tag) => `tags = ${quoted(tag)}`);
	const filter = [...inWorkspace, ...tagged];
	const queryOf = (word: string, within: string[], limit: number) =>
		wordQuery(index.name, word, within, limit);
	const found = words.map((word) => queryOf(word, filter, HITS_A_WORD));
	// A word's weight does not depend on the requested tags.
	const everywhere =
		tagged.length > 0 ? words.map((word) => queryOf(word, inWorkspace, 0)) : [];
	const beside = isFirst
		? [
				queryOf("", inWorkspace, 0),
				...nearestQuery(index.name, question, filter),
			]
		: [];
	const results = await index.search(
		[...found, ...everywhere, ...beside],
		signal,
	);
	const totals = everywhere.length > 0 ? results.slice(words.length) : results;
	const [all, near] = results.slice(found.length + everywhere.length);
	return {
		hits: words.map((_, i) => ({ ...results[i]!, total: totals[i]!.total })),
		near: near?.ids ?? [],
		held: all?.total ?? 0,
	};
}

function wordQuery(
	indexUid: string,
	word: string,
	filter: string[],
	limit: number,
): MultiSearchQuery {
	return {
		indexUid,
		q: word,
		filter: ["passage = 0", ...filter],
		limit,
		attributesToRetrieve: ["article_id"],
		showRankingScore: true,
	};
}

/** The query for the nearest passages; none without an embedding that the server can hold. */
function nearestQuery(
	indexUid: string,
	{ embedding }: IndexQuestion,
	filter: string[],
): MultiSearchQuery[] {
	const vector = embedding && filledUp(embedding.vector);
	if (!vector) return [];
	return [
		{
			indexUid,
			vector: [...vector],
			hybrid: { embedder: EMBEDDER, semanticRatio: 1 },
			filter: [`encoder = ${quoted(embedding.encoder)}`, ...filter],
			distinct: "article_id",
			limit: CANDIDATES_BY_EMBEDDING,
			attributesToRetrieve: ["article_id"],
		},
	];
}
