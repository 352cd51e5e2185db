import type { Pool } from "@supportdesk/pg/pool.ts";
import {
	inTransaction,
	type Transaction,
} from "@supportdesk/pg/transaction.ts";
import { AdminError } from "./admin-error.ts";
import { listKeys } from "./store/keys.ts";
import { findWorkspace, listWorkspaces } from "./store/workspaces.ts";

// Before a workspace is known, a transaction enters none: it sees workspaces, and no workspace's rows.
const NO_WORKSPACE = "";

/** What a command works with. */
export interface Session {
	/** The owner's login: it may read and write every service's tables, row-level security permitting. */
	readonly pool: Pool;
	/** The plans that keys can have here. */
	readonly planNames: readonly string[];
	now(): Date;
}

/** Runs `work` outside of any workspace. */
export function outside<T>(
	{ pool }: Session,
	work: (tx: Transaction) => Promise<T>,
): Promise<T> {
	return inTransaction(pool, NO_WORKSPACE, work);
}

/**
 * Runs `work` in the workspace, or in the only one there is if none is named.
 *
 * @throws AdminError when the workspace is unknown, or has to be named.
 */
export async function inWorkspace<T>(
	session: Session,
	id: string | undefined,
	work: (tx: Transaction, workspaceId: string) => Promise<T>,
): Promise<T> {
	const workspaceId = id ?? (await onlyWorkspace(session));
	return inTransaction(session.pool, workspaceId, async (tx) => {
		if (!(await findWorkspace(tx, workspaceId))) {
			throw new AdminError(`There is no workspace ${workspaceId}.`);
		}
		return work(tx, workspaceId);
	});
}

async function onlyWorkspace(session: Session): Promise<string> {
	const [first, ...others] = await outside(session, listWorkspaces);
	if (!first) {
		throw new AdminError(
			"There is no workspace yet: make one with `workspaces create --name`.",
		);
	}
	if (others.length > 0) {
		throw new AdminError(
			"There are several workspaces: say which with --workspace (`workspaces list` shows them).",
		);
	}
	return first.id;
}

/** The workspace of a key. Row-level security binds the owner, too, so the workspaces are entered one after the other. */
export async function workspaceOfKey(
	session: Session,
	keyId: string,
): Promise<string> {
	for (const { id } of await outside(session, listWorkspaces)) {
		const keys = await inTransaction(session.pool, id, (tx) =>
			listKeys(tx, id),
		);
		if (keys.some((key) => key.id === keyId)) return id;
	}
	throw new AdminError(`There is no key ${keyId}.`);
}
