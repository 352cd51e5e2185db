import {
	type Index,
	Meilisearch,
	MeilisearchApiError,
	type MultiSearchQuery,
	type Task,
} from "meilisearch";
import {
	type Document,
	documentsOf,
	filterOfStale,
	quoted,
} from "./meilisearch-documents.ts";
import { SETTINGS } from "./meilisearch-settings.ts";
import type { Hits } from "./meilisearch-words.ts";
import type { EngineArticle } from "./search-engine.ts";

export interface MeilisearchConfig {
	readonly url: string;
	readonly apiKey: string | undefined;
	/** Name of the index; one for all workspaces. */
	readonly index: string;
}

const REQUEST_TIMEOUT_MS = 10_000;
/**
 * The server sends a compressed response in two small packets, and keeps the second until the first is acknowledged, which
 * systems do after 40 ms. Responses are too short to be worth compressing.
 */
const UNCOMPRESSED = { "accept-encoding": "identity" };
const TASK_TIMEOUT_MS = 60_000; // the job that waits is repeated later
const TASK_WAIT = { timeout: TASK_TIMEOUT_MS, interval: 50 };
/** The server's error codes when the index lacks our settings. */
const NOT_PREPARED = /^(index_not_found|invalid_search_)/;

/** The index on the server: its settings, its documents, and queries on it. */
export class MeilisearchIndex {
	/** Name of the index. */
	readonly name: string;
	readonly #client: Meilisearch;
	readonly #index: Index<Document>;
	#prepared: Promise<void> | undefined;

	constructor(config: MeilisearchConfig) {
		this.name = config.index;
		this.#client = new Meilisearch({
			host: config.url,
			apiKey: config.apiKey,
			timeout: REQUEST_TIMEOUT_MS,
			requestInit: { headers: UNCOMPRESSED },
		});
		this.#index = this.#client.index<Document>(config.index);
	}

	/** Prepares the index once a process; after a failure the next caller retries. */
	prepare(): Promise<void> {
		this.#prepared ??= applySettings(this.#client, this.#index).catch((err) => {
			this.#prepared = undefined;
			throw err;
		});
		return this.#prepared;
	}

	/** Runs the queries in one request; the hits are in their order. */
	async search(
		queries: readonly MultiSearchQuery[],
		signal: AbortSignal | undefined,
	): Promise<Hits[]> {
		if (queries.length === 0) return [];
		try {
			const { results } = await this.#client.multiSearch<
				{ queries: MultiSearchQuery[] },
				Document
			>({ queries: [...queries] }, { signal });
			return results.map(({ hits, estimatedTotalHits }) => ({
				ids: hits.map(({ article_id }) => article_id),
				scores: hits.map((hit) => hit._rankingScore ?? 0),
				total: estimatedTotalHits ?? hits.length,
			}));
		} catch (err) {
			if (NOT_PREPARED.test(codeOf(err))) this.#prepared = undefined;
			throw err;
		}
	}

	put(workspaceId: string, articles: readonly EngineArticle[]): Promise<void> {
		const documents = articles.flatMap((article) =>
			documentsOf(workspaceId, article),
		);
		return this.#write(async () => {
			// The server works off its tasks in their order.
			const added = await this.#index.addDocuments(documents, {
				primaryKey: "id",
			});
			const swept = await this.#index.deleteDocuments({
				filter: filterOfStale(documents),
			});
			for (const { taskUid } of [added, swept])
				await confirmed(this.#client.tasks.waitForTask(taskUid, TASK_WAIT));
		});
	}

	remove(articleIds: readonly string[]): Promise<void> {
		const filter = `article_id IN [${articleIds.map(quoted).join(", ")}]`;
		return this.#write(() =>
			confirmed(this.#index.deleteDocuments({ filter }).waitTask(TASK_WAIT)),
		);
	}

	/** Deletes the whole index. */
	async drop(): Promise<void> {
		await confirmed(this.#index.delete().waitTask(TASK_WAIT));
	}

	/** Writes to the prepared index. After a failure it is prepared again: it may have been deleted or recreated. */
	async #write(work: () => Promise<void>): Promise<void> {
		await this.prepare();
		await work().catch((err) => {
			this.#prepared = undefined;
			throw err;
		});
	}
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
