import type { Pool } from "@supportdesk/pg/pool.ts";
import { read } from "@supportdesk/pg/transaction.ts";
import { ArticleIndex } from "../domain/index/article-index.ts";
import {
	type ProfileRow,
	profileFromRow,
	selectProfilesAfter,
} from "../store/profiles.ts";
import type { SearchEngine } from "./search-engine.ts";

/** Rows a round trip: some 2 MB. */
const PAGE = 500;
/** Articles of all workspaces together, about 6 kB each; beyond, the workspaces longest unasked are let go. */
const ARTICLES_MAX = 200_000;

/** An index unasked for as long is read anew: the database does not remember deleted articles for ever. */
const UNASKED_MAX_MS = 24 * 60 * 60 * 1000;

/** One workspace's index, and up to which revision it has followed the database. */
class WorkspaceIndex {
	readonly index = new ArticleIndex();
	askedAtMs = 0;
	#revision = 0;
	#loading: Promise<void> | undefined;

	/** Brings the index to every change that was committed before this call. */
	async catchUp(db: Pool, workspaceId: string): Promise<void> {
		// The first load may be long and is shared. What is committed meanwhile is then asked for by each on its own.
		this.#loading ??= this.#follow(db, workspaceId).catch((err) => {
			this.#loading = undefined;
			throw err;
		});
		await this.#loading;
		await this.#follow(db, workspaceId);
	}

	async #follow(db: Pool, workspaceId: string): Promise<void> {
		let rows: ProfileRow[];
		do {
			rows = await read<ProfileRow>(
				db,
				workspaceId,
				selectProfilesAfter(workspaceId, this.#revision, PAGE),
			);
			for (const row of rows) this.#apply(row);
		} while (rows.length === PAGE);
	}

	/** Two searches may bring the same rows: revisions tell which are news. */
	#apply(row: ProfileRow): void {
		if (row.revision <= this.#revision) return;
		if (row.published) this.index.put(row.id, row.tags, profileFromRow(row));
		else this.index.remove(row.id);
		this.#revision = row.revision;
	}
}

/**
 * Searches in this process's memory. Every search first takes over what changed in the database, whichever process
 * changed it; PostgreSQL hands out a workspace's revisions in the order of their commits, so nothing is missed.
 */
export function createEmbeddedEngine(
	db: Pool,
	nowMs: () => number,
): SearchEngine {
	// A Map iterates in insertion order: re-inserting what is asked makes its first key the one longest unasked.
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
		name: "embedded",
		prepare: async () => {},
		async find(workspaceId, question) {
			const workspace = open(workspaceId);
			await workspace.catchUp(db, workspaceId);
			letGo();
			return workspace.index.find(question);
		},
		// The profiles in the database are the index: a commit confirms.
		put: async () => {},
		remove: async () => {},
	};
}
