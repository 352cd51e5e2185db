import type { Pool } from "../src/connection/pool.ts";
import type {
	Claim,
	Operation,
	Response,
} from "../src/idempotency/operation.ts";
import { runOperation } from "../src/idempotency/run-operation.ts";
import type { Transaction } from "../src/transaction/transaction.ts";
import { sampleJobs } from "./queue.ts";
import { insertNote } from "./sample.ts";

export const NOW = new Date("2026-11-21T09:30:00.000Z");

export function operation(
	key: string,
	changes: Partial<Operation> = {},
	claim: Partial<Claim> = {},
): Operation {
	return {
		workspaceId: "wsp_1",
		now: NOW,
		claim: {
			apiKeyId: "key_1",
			scope: "notes.create",
			key,
			fingerprint: "same",
			isClients: true,
			...claim,
		},
		...changes,
	};
}

/** What a service does in one operation: a row, a job, an answer that only the first run can give. */
export async function writeNote(
	tx: Transaction,
	id: string,
): Promise<Response> {
	await tx.query(insertNote("wsp_1", id));
	tx.defer(sampleJobs.add({ task: "mail", payload: { id } }));
	return { status: 201, body: `{"id":"${id}"}`, resourceId: id };
}

export function createNote(pool: Pool, of: Operation, id: string) {
	return runOperation(pool, of, [], (tx) => writeNote(tx, id));
}
