import type {
	Idempotency,
	Rendered,
} from "@supportdesk/contracts/supportdesk/api/v1/rendered.ts";
import {
	type Answer,
	type ReadResults,
	type Reads,
	runIdempotent,
} from "@supportdesk/pg/idempotency.ts";
import type { Pool } from "@supportdesk/pg/pool.ts";
import {
	inTransaction,
	type Transaction,
} from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { stored } from "./rendered.ts";

/**
 * Runs a change so that it takes effect once: for the client's idempotency key if there is one, else for the operation
 * id that a repeated gRPC call carries again. Without either the call cannot be repeated behind our back.
 */
export async function once<Rows extends unknown[]>(
	db: Pool,
	context: CallContext,
	scope: string,
	idempotency: Idempotency | undefined,
	now: Date,
	reads: Reads<Rows>,
	work: (tx: Transaction, read: ReadResults<Rows>) => Promise<Answer>,
): Promise<Rendered> {
	const { workspaceId, apiKeyId, operationId, signal } = context;
	if (!idempotency && operationId === "") {
		const answer = await inTransaction(db, context, async (tx) =>
			work(tx, await tx.batch<Rows>(reads)),
		);
		return stored({ ...answer, replayed: false });
	}
	const answer = await runIdempotent<Rows>(
		db,
		idempotency
			? { workspaceId, apiKeyId, scope, now, signal, ...idempotency }
			: {
					workspaceId,
					apiKeyId,
					scope: "operation",
					key: operationId,
					fingerprint: scope,
					now,
					signal,
				},
		reads,
		work,
	);
	// The client did not ask for a replay, so it is not told of one.
	return stored(idempotency ? answer : { ...answer, replayed: false });
}
