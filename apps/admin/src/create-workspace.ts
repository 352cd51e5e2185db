import { parseName } from "@supportdesk/directory/text.ts";
import type { Transaction } from "@supportdesk/pg/transaction.ts";
import { insertWorkspace, type Workspace } from "./store/workspaces.ts";

/**
 * Creates a workspace and registers it with every service.
 *
 * @param tx a transaction of the owner's login that entered the workspace: the id is generated before the workspace exists.
 * @throws AdminError for an invalid name.
 */
export async function createWorkspace(
	tx: Transaction,
	workspace: { id: string; name: string; now: Date },
): Promise<Workspace> {
	const name = parseName(workspace.name);
	return insertWorkspace(tx, { ...workspace, name });
}
