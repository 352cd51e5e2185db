import type { Pool } from "../src/connection/pool.ts";
import {
	type Answer,
	type Operation,
	runIdempotent,
} from "../src/idempotency/idempotency.ts";
import type { Transaction } from "../src/transaction/transaction.ts";
import { sampleJobs } from "./queue.ts";
import { insertNote } from "./sample.ts";

export const NOW = new Date("2026-11-21T09:30:00.000Z");

export function operation(
	key: string,
	changes: Partial<Operation> = {},
): Operation {
	return {
		workspaceId: "wsp_1",
		apiKeyId: "key_1",
		scope: "notes.create",
		key,
		fingerprint: "same",
		now: NOW,
		...changes,
	};
}

/** What a service does in one operation: a row, a job, an answer that only the first run can give. */
export async function writeNote(tx: Transaction, id: string): Promise<Answer> {
	await tx.query(insertNote("wsp_1", id));
	tx.defer(sampleJobs.add({ task: "mail", payload: { id } }));
	return { status: 201, body: `{"id":"${id}"}`, resourceId: id };
}

export function createNote(pool: Pool, of: Operation, id: string) {
	return runIdempotent(pool, of, [], (tx) => writeNote(tx, id));
}
