import { serviceUnavailable } from "@supportdesk/errors/app-error.ts";
import { inSpan } from "@supportdesk/tracing/span.ts";
import pg, { type PoolClient } from "pg";
import { cancelRunning } from "../connection/cancel.ts";
import type { Pool } from "../connection/pool.ts";
import { ConnectionLost, isConnectionLost } from "../connection/sqlstate.ts";
import type { Statement } from "../statement/statement.ts";
import { Batch, type ReceivedResult, StatementError } from "./batch.ts";

/**
 * Row-level security shows what follows in the transaction this workspace's rows only.
 *
 * @param lockWaitMs how long each of its statements may wait for a lock; the pool's limit if not given.
 */
export function enter(workspaceId: string, lockWaitMs?: number): Statement {
	if (lockWaitMs === undefined) {
		return {
			name: "enter",
			text: "select set_config('app.workspace_id', $1, true)",
			values: [workspaceId],
		};
	}
	return {
		name: "enter_waiting",
		text: "select set_config('app.workspace_id', $1, true), set_config('lock_timeout', $2, true)",
		values: [workspaceId, `${lockWaitMs}`],
	};
}

// Of the implicit transaction that a batch is: `set transaction` does the same there, and warns. It ends with the batch.
export const SNAPSHOT: Statement = {
	name: "snapshot",
	text: "set transaction_isolation = 'repeatable read'",
};

/** Sends statements over a connection of the pool's and answers each one's result. */
export async function roundTrip(
	pool: Pool,
	statements: readonly Statement[],
	signal?: AbortSignal,
): Promise<ReceivedResult[]> {
	const client = await connect(pool);
	let broken: Error | undefined;
	try {
		return await send(client, statements, signal);
	} catch (err) {
		if (isConnectionLost(err)) broken = err;
		throw err;
	} finally {
		client.release(broken);
	}
}

/** @throws ConnectionLost when there is none within the pool's time. */
export async function connect(pool: Pool): Promise<PoolClient> {
	try {
		return await pool.connect();
	} catch (err) {
		throw new ConnectionLost(err);
	}
}

/** Sends statements over the connection; they are cancelled when the signal is aborted. */
export function send(
	client: PoolClient,
	statements: readonly Statement[],
	signal: AbortSignal | undefined,
) {
	const names = new Set(statements.map(({ name }) => name ?? "unnamed"));
	return inSpan(
		[...names].join(" "),
		"client",
		{ "db.system.name": "postgresql" },
		() =>
			signal
				? sendCancellable(client, statements, signal)
				: sendBatch(client, statements),
	);
}

async function sendCancellable(
	client: PoolClient,
	statements: readonly Statement[],
	signal: AbortSignal,
) {
	if (signal.aborted) throw serviceUnavailable(new Error("caller gone"));
	let cancelling: Promise<boolean> | undefined;
	const cancel = () => {
		cancelling = cancelRunning(client);
	};
	signal.addEventListener("abort", cancel, { once: true });
	try {
		return await sendBatch(client, statements);
	} finally {
		signal.removeEventListener("abort", cancel);
		if (cancelling && !(await cancelling)) {
			// biome-ignore lint/correctness/noUnsafeFinally: whatever the result, this connection must not be used again.
			throw new ConnectionLost(new Error("cancelled, but not confirmed"));
		}
	}
}

async function sendBatch(client: PoolClient, statements: readonly Statement[]) {
	const batch = new Batch(statements);
	// pg takes any object with the methods of a query; its types know only those of its own family.
	client.query(batch as unknown as { submit(): void });
	try {
		return await batch.done;
	} catch (err) {
		const isAnswer =
			err instanceof pg.DatabaseError || err instanceof StatementError;
		throw isAnswer ? err : new ConnectionLost(err);
	}
}
