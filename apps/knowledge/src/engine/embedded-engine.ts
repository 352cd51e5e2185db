import type { Pool } from "@supportdesk/pg/pool.ts";
import { read, readAll } from "@supportdesk/pg/transaction.ts";
import {
	ArticleIndex,
	type IndexQuestion,
} from "../domain/index/article-index.ts";
import type { Findings } from "../domain/ranking/evidence.ts";
import { type ProfileChange, selectProfilesAfter } from "../store/profiles.ts";
import type { Checked, Judged, SearchEngine } from "./search-engine.ts";

/** Rows a round trip: some 2 MB. */
const PAGE = 500;
/** Articles of all workspaces together, about 7 kB each; beyond, the least recently searched workspaces are evicted. */
const ARTICLES_MAX = 200_000;

/** An index unused for as long is rebuilt: the database does not keep deleted articles for ever. */
const UNASKED_MAX_MS = 24 * 60 * 60 * 1000;

/** One workspace's index, and up to which revision it has followed the database. */
class WorkspaceIndex {
	readonly index = new ArticleIndex();
	askedAtMs = 0;
	#revision = 0;
	#loading: Promise<void> | undefined;

	/** Loads the index once; concurrent searches wait for it. */
	async load(db: Pool, workspaceId: string): Promise<void> {
		this.#loading ??= this.#catchUp(db, workspaceId).catch((err) => {
			this.#loading = undefined;
			throw err;
		});
		await this.#loading;
	}

	/**
	 * Searches the cached index, then revalidates with the query for changes: mostly there are none, and one round trip
	 * is enough. After a change it searches again.
	 */
	async find<J extends Judged>(
		db: Pool,
		workspaceId: string,
		question: IndexQuestion,
		judge: (findings: Findings) => J,
	): Promise<Checked<J>> {
		const guess = judge(this.index.find(question));
		const news = selectProfilesAfter(workspaceId, this.#revision, PAGE);
		const { check } = guess;
		const [changes, rows = []] = await readAll(db, workspaceId, [
			news,
			...(check ? [check] : []),
		]);
		if (changes.length === 0) return { judged: guess, rows };
		for (const row of changes) this.#apply(row);
		if (changes.length === PAGE) await this.#catchUp(db, workspaceId);
		const judged = judge(this.index.find(question));
		return {
			judged,
			rows: judged.check ? await read(db, workspaceId, judged.check) : [],
		};
	}

	async #catchUp(db: Pool, workspaceId: string): Promise<void> {
		let rows: ProfileChange[];
		do {
			rows = await read(
				db,
				workspaceId,
				selectProfilesAfter(workspaceId, this.#revision, PAGE),
			);
			for (const row of rows) this.#apply(row);
		} while (rows.length === PAGE);
	}

	/** Two searches may read the same rows: the revisions show which are new. */
	#apply(row: ProfileChange): void {
		if (row.revision <= this.#revision) return;
		if (row.profile) this.index.put(row.id, row.tags, row.profile);
		else this.index.remove(row.id);
		this.#revision = row.revision;
	}
}

/**
 * Searches in this process's memory. Every search applies the changes in the database, of all processes;
 * PostgreSQL hands out a workspace's revisions in the order of their commits, so nothing is missed.
 */
export function createEmbeddedEngine(
	db: Pool,
	nowMs: () => number,
): SearchEngine {
	// A Map iterates in insertion order: re-inserting on use makes its first key the least recently used.
	const workspaces = new Map<string, WorkspaceIndex>();

	function open(workspaceId: string): WorkspaceIndex {
		const now = nowMs();
		const known = workspaces.get(workspaceId);
		const isFresh = known && now - known.askedAtMs < UNASKED_MAX_MS;
		const workspace = isFresh ? known : new WorkspaceIndex();
		workspace.askedAtMs = now;
		workspaces.delete(workspaceId);
		workspaces.set(workspaceId, workspace);
		return workspace;
	}

	function letGo(): void {
		let articles = 0;
		for (const { index } of workspaces.values()) articles += index.size;
		for (const [workspaceId, { index }] of workspaces) {
			if (articles <= ARTICLES_MAX || workspaces.size === 1) return;
			workspaces.delete(workspaceId);
			articles -= index.size;
		}
	}

	return {
		prepare: async () => {},
		async find(workspaceId, question, judge) {
			const workspace = open(workspaceId);
			await workspace.load(db, workspaceId);
			letGo();
			return workspace.find(db, workspaceId, question, judge);
		},
		// A workspace that was not searched yet has no index here; its first search does without.
		spellingOf: (workspaceId, term) =>
			workspaces.get(workspaceId)?.index.spellingOf(term),
		// The profiles in the database are the index: a commit confirms.
		put: async () => {},
		remove: async () => {},
	};
}
