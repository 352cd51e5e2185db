import type { Pool } from "../connection/pool.ts";
import { rowType, text } from "../statement/row-type.ts";
import type { Query, Statement } from "../statement/statement.ts";
import { inTransaction, runOutsideWorkspaces } from "./transaction.ts";

const LIST_WORKSPACES: Query<string> = {
	name: "workspaces",
	text: "select id from workspaces order by id",
	row: rowType({ id: text }, ({ id }) => id),
};

/** The ids of all workspaces that the schema knows: what happens by the clock enters one after the other. */
export async function listWorkspaceIds(db: Pool): Promise<string[]> {
	const [workspaces] = await runOutsideWorkspaces(db, [LIST_WORKSPACES]);
	return workspaces.rows;
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
