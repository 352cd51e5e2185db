import type { Pool } from "../connection/pool.ts";
import type { Statement } from "../statement/statement.ts";
import { inTransaction, runOutsideWorkspaces } from "./transaction.ts";

/** The ids of all workspaces that the schema knows: what happens by the clock enters one after the other. */
export async function listWorkspaceIds(db: Pool): Promise<string[]> {
	const [workspaces] = await runOutsideWorkspaces(db, [
		{ name: "workspaces", text: "select id from workspaces order by id" },
	]);
	return (workspaces!.rows as { id: string }[]).map(({ id }) => id);
}

/**
 * Repeats a statement in one workspace after the other, each time in a transaction of its own, until it finds nothing
 * more to change there. The statement changes at most `batch` rows at a time, so that no lock is held for long.
 */
export async function inEachWorkspace(
	db: Pool,
	batch: number,
	statementFor: (workspaceId: string) => Statement,
): Promise<void> {
	for (const id of await listWorkspaceIds(db)) {
		let changed: number;
		do {
			changed = await inTransaction(db, id, async (tx) => {
				const { count } = await tx.query(statementFor(id));
				return count;
			});
		} while (changed >= batch);
	}
}
