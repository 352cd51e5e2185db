import {
	type Index,
	Meilisearch,
	MeilisearchApiError,
	type MultiSearchQuery,
	type Task,
} from "meilisearch";
import {
	CANDIDATES_BY_WORDS,
	type IndexQuestion,
} from "../domain/index/article-index.ts";
import { CANDIDATES_BY_EMBEDDING } from "../domain/index/embeddings.ts";
import { evidenceFrom } from "../domain/index/profile-evidence.ts";
import {
	type Document,
	documentsOf,
	EMBEDDER,
	filledUp,
	filterOfStale,
	quoted,
} from "./meilisearch-documents.ts";
import { HITS_COUNTED_MAX, SETTINGS } from "./meilisearch-settings.ts";
import { bestOf, type Hits } from "./meilisearch-words.ts";
import type { ProfileSource } from "./profile-source.ts";
import { IncompleteIndex, type SearchServer } from "./search-engine.ts";

export interface MeilisearchConfig {
	readonly url: string;
	readonly apiKey: string | undefined;
	/** Name of the index; one for all workspaces. */
	readonly index: string;
}

export interface MeilisearchEngine extends SearchServer {
	/** Deletes the whole index. For measurements and tests, which make one of their own. */
	drop(): Promise<void>;
}

const REQUEST_TIMEOUT_MS = 10_000;
/**
 * The server sends a compressed response in two small packets, and keeps the second until the first is acknowledged, which
 * systems do after 40 ms. Responses are too short to be worth compressing.
 */
const UNCOMPRESSED = { "accept-encoding": "identity" };
const TASK_TIMEOUT_MS = 60_000; // the job that waits is repeated later
const TASK_WAIT = { timeout: TASK_TIMEOUT_MS, interval: 50 };
const HITS_A_WORD = 100;
/** The server's error codes when the index lacks our settings. */
const NOT_PREPARED = /^(index_not_found|invalid_search_)/;

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
	const client = new Meilisearch({
		host: config.url,
		apiKey: config.apiKey,
		timeout: REQUEST_TIMEOUT_MS,
		requestInit: { headers: UNCOMPRESSED },
	});
	const index = client.index<Document>(config.index);
	let prepared: Promise<void> | undefined;

	/** Prepares the index once a process; after a failure the next caller retries. */
	function prepare(): Promise<void> {
		prepared ??= applySettings(client, index).catch((err) => {
			prepared = undefined;
			throw err;
		});
		return prepared;
	}

	/** Writes to the prepared index. After a failure it is prepared again: it may have been deleted or recreated. */
	async function write(work: () => Promise<void>): Promise<void> {
		await prepare();
		await work().catch((err) => {
			prepared = undefined;
			throw err;
		});
	}

	async function ask(
		queries: readonly MultiSearchQuery[],
		signal: AbortSignal | undefined,
	): Promise<Hits[]> {
		if (queries.length === 0) return [];
		try {
			const { results } = await client.multiSearch<
				{ queries: MultiSearchQuery[] },
				Document
			>({ queries: [...queries] }, { signal });
			return results.map(({ hits, estimatedTotalHits }) => ({
				ids: hits.map(({ article_id }) => article_id),
				scores: hits.map((hit) => hit._rankingScore ?? 0),
				total: estimatedTotalHits ?? hits.length,
			}));
		} catch (err) {
			if (NOT_PREPARED.test(codeOf(err))) prepared = undefined;
			throw err;
		}
	}

	const queryOf = (word: string, filter: string[], limit: number) => ({
		indexUid: config.index,
		q: word,
		filter: ["passage = 0", ...filter],
		limit,
		attributesToRetrieve: ["article_id"],
		showRankingScore: true,
	});

	function nearest({ embedding }: IndexQuestion, filter: string[]) {
		const vector = embedding && filledUp(embedding.vector);
		if (!vector) return [];
		const query: MultiSearchQuery = {
			indexUid: config.index,
			vector: [...vector],
			hybrid: { embedder: EMBEDDER, semanticRatio: 1 },
			filter: [`encoder = ${quoted(embedding.encoder)}`, ...filter],
			distinct: "article_id",
			limit: CANDIDATES_BY_EMBEDDING,
			attributesToRetrieve: ["article_id"],
		};
		return [query];
	}

	/**
	 * The hits of each word and, the first time, the articles of the nearest embedding and the number of the workspace's
	 * articles in the index.
	 */
	async function askFor(
		workspaceId: string,
		words: readonly string[],
		question: IndexQuestion,
		isFirst: boolean,
		signal: AbortSignal | undefined,
	): Promise<{ hits: Hits[]; near: readonly string[]; held: number }> {
		const inWorkspace = [`workspace_id = ${quoted(workspaceId)}`];
		const tagged = question.tags.map((tag) => `tags = ${quoted(tag)}`);
		const filter = [...inWorkspace, ...tagged];
		const found = words.map((word) => queryOf(word, filter, HITS_A_WORD));
		// A word's weight does not depend on the requested tags.
		const everywhere =
			tagged.length > 0
				? words.map((word) => queryOf(word, inWorkspace, 0))
				: [];
		const beside = isFirst
			? [queryOf("", inWorkspace, 0), ...nearest(question, filter)]
			: [];
		const results = await ask([...found, ...everywhere, ...beside], signal);
		const totals =
			everywhere.length > 0 ? results.slice(words.length) : results;
		const [all, near] = results.slice(found.length + everywhere.length);
		return {
			hits: words.map((_, i) => ({ ...results[i]!, total: totals[i]!.total })),
			near: near?.ids ?? [],
			held: all?.total ?? 0,
		};
	}

	return {
		prepare,
		async find(workspaceId, question, signal) {
			const { terms, tags, embedding, limit } = question;
			await prepare();
			// Read before the search: articles that the server lacks then are not confirmed here.
			const { statistics, unconfirmed } = await source.corpus(workspaceId);
			const words = terms.map(quoted);
			const exact = await askFor(workspaceId, words, question, true, signal);
			const counted = Math.min(statistics.articleCount, HITS_COUNTED_MAX);
			if (exact.held + unconfirmed.length < counted)
				throw new IncompleteIndex(
					`${exact.held} of ${counted} articles are in the index`,
				);
			const isUnknown = exact.hits.map(({ total }) => total === 0);
			const unknown = terms.filter((_, i) => isUnknown[i]);
			const forgiven = await askFor(
				workspaceId,
				unknown,
				question,
				false,
				signal,
			);
			const hits = exact.hits.map((own, i) =>
				isUnknown[i] ? forgiven.hits[unknown.indexOf(terms[i]!)]! : own,
			);
			const ids = bestOf(
				hits,
				statistics.articleCount,
				Math.max(CANDIDATES_BY_WORDS, limit),
			);
			const profiles = await source.profiles(
				workspaceId,
				[...new Set([...ids, ...exact.near, ...unconfirmed])],
				tags,
			);
			return {
				terms: terms.map((term, i) => ({
					term,
					articleCount: hits[i]!.total,
				})),
				statistics,
				candidates: [...profiles].map(([id, profile]) =>
					evidenceFrom(id, profile, terms, isUnknown, embedding),
				),
				encoder: embedding?.encoder,
			};
		},
		put(workspaceId, articles) {
			const documents = articles.flatMap((article) =>
				documentsOf(workspaceId, article),
			);
			return write(async () => {
				// The server works off its tasks in their order.
				const added = await index.addDocuments(documents, { primaryKey: "id" });
				const swept = await index.deleteDocuments({
					filter: filterOfStale(documents),
				});
				for (const { taskUid } of [added, swept])
					await confirmed(client.tasks.waitForTask(taskUid, TASK_WAIT));
			});
		},
		remove(_workspaceId, articleIds) {
			const filter = `article_id IN [${articleIds.map(quoted).join(", ")}]`;
			return write(() =>
				confirmed(index.deleteDocuments({ filter }).waitTask(TASK_WAIT)),
			);
		},
		async drop() {
			await confirmed(index.delete().waitTask(TASK_WAIT));
		},
	};
}

async function applySettings(
	client: Meilisearch,
	index: Index<Document>,
): Promise<void> {
	const created = await client
		.createIndex(index.uid, { primaryKey: "id" })
		.waitTask(TASK_WAIT);
	if (created.error && created.error.code !== "index_already_exists")
		throw new Error(created.error.message);
	await confirmed(index.updateSettings(SETTINGS).waitTask(TASK_WAIT));
}

async function confirmed(waiting: Promise<Task>): Promise<void> {
	const task = await waiting;
	if (task.status !== "succeeded")
		throw new Error(`Meilisearch: ${task.error?.message ?? task.status}`);
}

/** The server's error code; empty when it did not respond. */
export function codeOf(err: unknown): string {
	return err instanceof MeilisearchApiError ? (err.cause?.code ?? "") : "";
}
