import { listKeys } from "@supportdesk/keys/keys.ts";
import type { Pool } from "@supportdesk/pg/pool.ts";
import {
	inTransaction,
	type Transaction,
} from "@supportdesk/pg/transaction.ts";
import { AdminError } from "./admin-error.ts";
import { findWorkspace, listWorkspaces } from "./store/workspaces.ts";

// A transaction without a workspace sees the list of workspaces and no workspace's rows.
const NO_WORKSPACE = "";

/** The database, the configuration and the clock of a command. */
export interface Session {
	/** The owner's login: it may read and write every service's tables, subject to row-level security. */
	readonly pool: Pool;
	/** The plans configured in this installation. */
	readonly planNames: readonly string[];
	/** Where browsers reach the console, as far as the environment says. */
	readonly consoleUrl: string;
	now(): Date;
}

/** Runs `work` in a transaction that enters no workspace. */
export function withoutWorkspace<T>(
	{ pool }: Session,
	work: (tx: Transaction) => Promise<T>,
): Promise<T> {
	return inTransaction(pool, NO_WORKSPACE, work);
}

/**
 * Runs `work` in the named workspace, or by default in the only workspace.
 *
 * @throws AdminError when the workspace is unknown, or when none is named and there is not exactly one.
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

/**
 * The same for what adds to a workspace.
 *
 * @throws AdminError when the workspace is deactivated, too.
 */
export function inActiveWorkspace<T>(
	session: Session,
	id: string | undefined,
	work: (tx: Transaction, workspaceId: string) => Promise<T>,
): Promise<T> {
	return inWorkspace(session, id, async (tx, workspaceId) => {
		const workspace = await findWorkspace(tx, workspaceId);
		if (workspace?.deactivated_at) {
			throw new AdminError(`The workspace ${workspaceId} is deactivated.`);
		}
		return work(tx, workspaceId);
	});
}

async function onlyWorkspace(session: Session): Promise<string> {
	const [first, ...others] = await withoutWorkspace(session, listWorkspaces);
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

/** Finds the workspace of a key. Row-level security applies to the owner as well, so each workspace is entered in turn. */
export async function workspaceOfKey(
	session: Session,
	keyId: string,
): Promise<string> {
	for (const { id } of await withoutWorkspace(session, listWorkspaces)) {
		const keys = await inTransaction(session.pool, id, (tx) =>
			listKeys(tx, id),
		);
		if (keys.some((key) => key.id === keyId)) return id;
	}
	throw new AdminError(`There is no key ${keyId}.`);
}
