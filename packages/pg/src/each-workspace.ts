import type { Pool } from "./pool.ts";
import type { Statement } from "./statement.ts";
import { inTransaction, runOnce } from "./transaction.ts";

/**
 * Repeats a statement in one workspace after the other, each time in a transaction of its own, until it finds nothing
 * more to change there. The statement changes at most `batch` rows at a time, so that no lock is held for long.
 */
export async function inEachWorkspace(
	db: Pool,
	batch: number,
	statementFor: (workspaceId: string) => Statement,
): Promise<void> {
	const [workspaces] = await runOnce(db, [
		{ name: "workspaces", text: "select id from workspaces order by id" },
	]);
	for (const { id } of workspaces!.rows as { id: string }[]) {
		let changed: number;
		do {
			changed = await inTransaction(db, id, async (tx) => {
				const { count } = await tx.query(statementFor(id));
				return count;
			});
		} while (changed >= batch);
	}
}
