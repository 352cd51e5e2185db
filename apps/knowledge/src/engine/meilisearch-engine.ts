import {
	type Index,
	Meilisearch,
	type MultiSearchQuery,
	type Task,
} from "meilisearch";
import { evidenceFrom } from "../domain/index/profile-evidence.ts";
import { inverseFrequency } from "../domain/ranking/bm25.ts";
import { SETTINGS } from "./meilisearch-settings.ts";
import type { ProfileSource } from "./profile-source.ts";
import type { EngineArticle, SearchEngine } from "./search-engine.ts";

export interface MeilisearchConfig {
	readonly url: string;
	readonly apiKey: string | undefined;
	/** Name of the index; one for all workspaces. */
	readonly index: string;
}

export interface MeilisearchEngine extends SearchEngine {
	/** Deletes the whole index. For measurements and tests, which make one of their own. */
	drop(): Promise<void>;
}

interface Document {
	readonly id: string;
	readonly workspace_id: string;
	readonly tags: readonly string[];
	/** Terms, separated by spaces. */
	readonly title: string;
	readonly body: string;
}

interface Hits {
	readonly ids: readonly string[];
	readonly scores: readonly number[];
	/** Articles of the workspace that hold the word. */
	readonly total: number;
}

const REQUEST_TIMEOUT_MS = 2_000; // a search then still has time for the embedded engine
const TASK_TIMEOUT_MS = 60_000; // the job that waits is repeated later
const TASK_POLL_MS = 50;
const HITS_A_WORD = 100;
const CANDIDATES = 50;

/**
 * Searches on a Meilisearch server. A question typed in as one query finds the right article 3 times in 100: the server
 * reads its first ten words and wants most of them. So each word is asked for by itself, in quotes, which is exact, all
 * in one request, and the hits are summed by how telling their words are. Words that nothing holds are asked for again
 * without quotes, which forgives typing errors.
 */
export function createMeilisearchEngine(
	config: MeilisearchConfig,
	source: ProfileSource,
): MeilisearchEngine {
	const client = new Meilisearch({
		host: config.url,
		apiKey: config.apiKey,
		timeout: REQUEST_TIMEOUT_MS,
	});
	const index = client.index<Document>(config.index);
	let prepared: Promise<void> | undefined;

	/** Makes the index ready once a process; a failure is tried again by the next who needs it. */
	function prepare(): Promise<void> {
		prepared ??= applySettings(client, index).catch((err) => {
			prepared = undefined;
			throw err;
		});
		return prepared;
	}

	async function ask(queries: readonly MultiSearchQuery[]): Promise<Hits[]> {
		if (queries.length === 0) return [];
		const { results } = await client.multiSearch<
			{ queries: MultiSearchQuery[] },
			Document
		>({ queries: [...queries] });
		return results.map(({ hits, estimatedTotalHits }) => ({
			ids: hits.map(({ id }) => id),
			scores: hits.map((hit) => hit._rankingScore ?? 0),
			total: estimatedTotalHits ?? hits.length,
		}));
	}

	async function askWords(
		workspaceId: string,
		words: readonly string[],
		tags: readonly string[],
	): Promise<Hits[]> {
		const inWorkspace = `workspace_id = ${quoted(workspaceId)}`;
		const tagged = tags.map((tag) => `tags = ${quoted(tag)}`);
		const query = (word: string, filter: string[], limit: number) => ({
			indexUid: config.index,
			q: word,
			filter,
			limit,
			attributesToRetrieve: ["id"],
			showRankingScore: true,
		});
		const found = await ask(
			words.map((word) => query(word, [inWorkspace, ...tagged], HITS_A_WORD)),
		);
		if (tags.length === 0) return found;
		// How telling a word is does not depend on the tags asked for.
		const everywhere = await ask(
			words.map((word) => query(word, [inWorkspace], 0)),
		);
		return found.map((hits, i) => ({ ...hits, total: everywhere[i]!.total }));
	}

	return {
		name: "meilisearch",
		prepare,
		async find(workspaceId, question) {
			const { terms, tags, meaning, limit } = question;
			await prepare();
			const exact = await askWords(workspaceId, terms.map(quoted), tags);
			const isUnknown = exact.map(({ total }) => total === 0);
			const unknown = terms.filter((_, i) => isUnknown[i]);
			const forgiven = await askWords(workspaceId, unknown, tags);
			const hits = exact.map((own, i) =>
				isUnknown[i] ? forgiven[unknown.indexOf(terms[i]!)]! : own,
			);
			const statistics = await source.statistics(workspaceId);
			const ids = bestOf(
				hits,
				statistics.articleCount,
				Math.max(CANDIDATES, limit),
			);
			const profiles = await source.profiles(workspaceId, ids);
			return {
				terms: terms.map((term, i) => ({
					term,
					articleCount: hits[i]!.total,
				})),
				statistics,
				candidates: [...profiles].map(([id, profile]) =>
					evidenceFrom(id, profile, terms, isUnknown, meaning),
				),
				encoder: meaning?.encoder,
			};
		},
		async put(workspaceId, articles) {
			await prepare();
			const documents = articles.map((article) =>
				documentOf(workspaceId, article),
			);
			await confirmed(index.addDocuments(documents).waitTask(TASK_WAIT));
		},
		async drop() {
			await confirmed(index.delete().waitTask(TASK_WAIT));
		},
		async remove(_workspaceId, articleIds) {
			await prepare();
			await confirmed(
				index.deleteDocuments([...articleIds]).waitTask(TASK_WAIT),
			);
		},
	};
}

const TASK_WAIT = { timeout: TASK_TIMEOUT_MS, interval: TASK_POLL_MS };

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

/** A string of the filter language, or a phrase of a query. */
function quoted(text: string): string {
	return `"${text.replace(/[\\"]/g, "\\$&")}"`;
}

function documentOf(
	workspaceId: string,
	{ id, tags, profile }: EngineArticle,
): Document {
	const termsIn = (counts: Uint8Array) =>
		profile.terms.filter((_, i) => counts[i]! > 0).join(" ");
	return {
		id,
		workspace_id: workspaceId,
		tags,
		title: termsIn(profile.titleCounts),
		body: termsIn(profile.bodyCounts),
	};
}

/** The articles whose words are, summed by how telling they are, the best. */
function bestOf(
	words: readonly Hits[],
	articleCount: number,
	limit: number,
): string[] {
	const scores = new Map<string, number>();
	for (const { ids, scores: ranking, total } of words) {
		const telling = inverseFrequency(total, articleCount);
		for (const [i, id] of ids.entries())
			scores.set(id, (scores.get(id) ?? 0) + telling * ranking[i]!);
	}
	return [...scores]
		.sort((a, b) => b[1] - a[1])
		.slice(0, limit)
		.map(([id]) => id);
}
