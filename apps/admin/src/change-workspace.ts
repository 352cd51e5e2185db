import { notifySessionsOf } from "@supportdesk/accounts/sessions.ts";
import { type Change, changed } from "@supportdesk/directory/change.ts";
import { notifyKeysOf } from "@supportdesk/keys/owners.ts";
import type { Transaction } from "@supportdesk/pg/transaction.ts";
import { AdminError } from "./admin-error.ts";
import {
	lockWorkspace,
	saveWorkspace,
	type Workspace,
} from "./store/workspaces.ts";

/**
 * Renames, deactivates or reactivates a workspace. Gateways refuse the keys of a deactivated workspace within 5 s, and
 * accept them again after its reactivation; its data stay unchanged.
 *
 * @param tx a transaction of the owner's login that entered the workspace.
 * @throws AdminError for an unknown workspace or a bad name.
 */
export async function changeWorkspace(
	tx: Transaction,
	id: string,
	change: Change,
): Promise<Workspace> {
	const current = await lockWorkspace(tx, id);
	if (!current) throw new AdminError(`There is no workspace ${id}.`);
	const next = changed(current, change);
	await saveWorkspace(tx, next);
	if (next.deactivated_at !== current.deactivated_at)
		await tx.batch([notifyKeysOf(id), notifySessionsOf(id)]);
	return next;
}
