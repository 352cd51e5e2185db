import type { Transaction } from "@supportdesk/pg/transaction.ts";
import { parseName } from "./domain/text.ts";
import { insertWorkspace, type Workspace } from "./store/workspaces.ts";

/**
 * Makes a workspace and tells every service of it.
 *
 * @param tx a transaction of the owner's login that entered the workspace: the id is made before the workspace is.
 * @throws AdminError for a name that is none.
 */
export async function createWorkspace(
	tx: Transaction,
	workspace: { id: string; name: string; now: Date },
): Promise<Workspace> {
	const name = parseName(workspace.name);
	return insertWorkspace(tx, { ...workspace, name });
}
