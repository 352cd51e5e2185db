import { AppError, serviceUnavailable } from "@supportdesk/errors/app-error.ts";
import type { ItemRow } from "../batch/batched-write.ts";
import type { Pool } from "../connection/pool.ts";
import type { ResultsOf, Statement } from "../statement/statement.ts";
import type { Caller } from "../transaction/transaction.ts";
import {
	inProgress,
	replay,
	type StoredClaim,
	waitedForClaim,
} from "./claim.ts";
import { leftMs, withoutDuplicates } from "./concurrent-duplicates.ts";
import type { Operation, StoredResponse } from "./operation.ts";
import { attemptOperation } from "./run-operation.ts";

const CREATED = 201;
const ATTEMPTS_MAX = 3; // what is refused may appear between two statements, but not again and again

/** What became of a thing that a statement was to write. */
export interface Outcome<T> {
	/** Undefined when nothing was written. */
	readonly written: T | undefined;
	/** What an earlier request with the same name has stored. */
	readonly stored: StoredClaim | undefined;
}

/** What a batched statement returns of an item that may carry a claim. */
export type OutcomeRow<T> = ItemRow & Outcome<T>;

/** What the thing refers to is not there, or not as it was when it was checked. */
export const NOT_WRITTEN: Outcome<never> = {
	written: undefined,
	stored: undefined,
};

/** How one thing is created, once. */
export interface Creation<S extends readonly Statement[]> {
	/**
	 * Writes the thing, its claim and its response in one statement, and returns the response's body. Undefined when
	 * another attempt has written the thing.
	 */
	readonly write: (caller: Caller) => Promise<Outcome<string> | undefined>;
	/** The body for another attempt of an operation without a claim, which shares the id of what it creates. */
	readonly find: () => Promise<string>;
	/** What `refuse` looks at. */
	readonly reads: S;
	/** Throws the refusal of what could not be written; returns when it can be by now. */
	readonly refuse: (results: ResultsOf<S>) => void;
}

/**
 * Creates something once for the operation, in one round trip when nothing is to be refused. A refusal takes a second
 * one, which stores it as the response.
 *
 * @throws AppError `idempotency_key_reused`, `idempotency_in_progress`, or the refusal.
 */
export async function runCreation<const S extends readonly Statement[]>(
	pool: Pool,
	operation: Operation,
	id: string,
	creation: Creation<S>,
): Promise<StoredResponse> {
	const { claim } = operation;
	const created = (body: string): StoredResponse => ({
		status: CREATED,
		body,
		resourceId: id,
		replayed: false,
	});
	return withoutDuplicates(pool, operation, async (giveUpAt) => {
		for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
			const outcome = await creation
				.write(callerOf(operation, giveUpAt))
				.catch((err: AppError) => {
					throw waitedForClaim(err.cause) ? inProgress(err) : err;
				});
			if (!outcome && !claim) {
				return created(await creation.find());
			}
			if (!outcome) continue; // a duplicate elsewhere was faster: its response is stored by now
			if (claim && outcome.stored) return replay(claim, outcome.stored);
			if (outcome.written !== undefined) return created(outcome.written);
			const stored = await refuse(pool, operation, giveUpAt, creation);
			if (stored) return stored;
		}
		throw serviceUnavailable(new Error("what is referred to keeps changing"));
	});
}

/** The outcome of one item of a batched statement, with the response's body that what was written gives. */
export function outcomeOf<T>(
	[row]: readonly OutcomeRow<T>[],
	bodyOf: (written: T) => string,
): Outcome<string> {
	const { written, stored } = row!;
	return {
		written: written === undefined ? undefined : bodyOf(written),
		stored,
	};
}

const NOTHING_TO_REFUSE = new AppError(
	"service_unavailable",
	"service_unavailable",
	"Nothing is to be refused.",
);

/** Stores and throws the refusal; undefined when there is none, a response when a duplicate elsewhere stored one. */
async function refuse<const S extends readonly Statement[]>(
	pool: Pool,
	operation: Operation,
	giveUpAt: number,
	{ reads, refuse: check }: Creation<S>,
): Promise<StoredResponse | undefined> {
	try {
		const outcome = await attemptOperation(
			pool,
			operation,
			giveUpAt,
			reads,
			async (_tx, results) => {
				check(results);
				throw NOTHING_TO_REFUSE;
			},
		);
		if (outcome instanceof AppError) throw outcome;
		return outcome;
	} catch (err) {
		if (err === NOTHING_TO_REFUSE) return undefined;
		throw err;
	}
}

/** Waiting for a duplicate elsewhere has an end; what has no claim waits as long as the pool lets it. */
function callerOf(
	{ workspaceId, signal, claim }: Operation,
	giveUpAt: number,
): Caller {
	const lockWaitMs = claim ? leftMs(giveUpAt) : undefined;
	return { workspaceId, signal, lockWaitMs };
}
