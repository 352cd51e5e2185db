import type { Pool } from "@supportdesk/pg/pool.ts";
import type { SearchEngine } from "./search-engine.ts";
import { WorkspaceIndex } from "./workspace-index.ts";

/** Articles of all workspaces together, about 7 kB each; beyond, the least recently searched workspaces are evicted. */
const ARTICLES_MAX = 200_000;

/** An index unused for as long is rebuilt: the database does not keep deleted articles for ever. */
const UNASKED_MAX_MS = 24 * 60 * 60 * 1000;

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
		async find(workspaceId, question, judge, enough) {
			const workspace = open(workspaceId);
			letGo();
			return workspace.find(db, workspaceId, question, judge, enough);
		},
		judgeInMemory: (workspaceId, question, judge) =>
			workspaces.get(workspaceId)?.judgeInMemory(question, judge),
		// A workspace that was not searched yet has no index here; its first search does without.
		spellingOf: (workspaceId, term) =>
			workspaces.get(workspaceId)?.index.spellingOf(term),
		// The profiles in the database are the index: a commit confirms.
		put: async () => {},
		remove: async () => {},
	};
}
