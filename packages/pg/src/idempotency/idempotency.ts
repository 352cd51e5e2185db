import { AppError, type ErrorType } from "@supportdesk/errors/app-error.ts";
import { failedStatement } from "../batch/batch.ts";
import type { Pool } from "../connection/pool.ts";
import { sqlState } from "../connection/sqlstate.ts";
import type { Result, Statement } from "../statement/statement.ts";
import { inTransaction, type Transaction } from "../transaction/transaction.ts";
import { inProgress, runningOf, settled } from "./concurrent-duplicates.ts";
import { refusalFromText, refusalToText } from "./stored-refusal.ts";

/** An operation that must take effect once however often it is asked for. */
export interface Operation {
	readonly workspaceId: string;
	readonly apiKeyId: string;
	/** Operation and parent, for example `messages.create:tkt_…`: one key may serve several scopes. */
	readonly scope: string;
	readonly key: string;
	/** Equal for equal requests. */
	readonly fingerprint: string;
	readonly now: Date;
	/** Aborted when nobody waits for the answer any more. */
	readonly signal?: AbortSignal;
}

/** What is answered, now and to every repetition. */
export interface Answer {
	readonly status: number;
	readonly body: string;
	readonly resourceId: string;
}

export type StoredAnswer = Answer & { readonly replayed: boolean };

/** A statement for each of the reads whose rows the work wants; they travel with the claim. */
export type Reads<Rows extends unknown[]> = {
	[K in keyof Rows]: Statement;
};
export type ReadResults<Rows extends unknown[]> = {
	[K in keyof Rows]: Result<Rows[K]>;
};

const WAIT_MS = 3_000; // the API promises to wait this long for a twin that is still running
const KEY_LIFETIME = "24 hours"; // the API promises replay for a day
const KEPT_MS = 25 * 60 * 60 * 1000; // an hour more than a key is honoured
/**
 * What a reused key with another body gets. The API document, read to the letter, would replay the first answer; that
 * hides a client's bug, so we refuse, as the IETF draft on the Idempotency-Key header and Stripe do.
 */
const ON_OTHER_FINGERPRINT: "refuse" | "replay" = "refuse";
const STORED_REFUSALS: readonly ErrorType[] = [
	"not_found",
	"conflict",
	"validation_error",
];
const REFUSED = 0; // stored in place of a status: the body is an error

interface StoredRow {
	fingerprint: string;
	status: number;
	body: string;
	resource_id: string;
}

/**
 * Runs `work` once for the operation: the claim of its key, everything `work` writes and the answer are one
 * transaction, so a crash at any point leaves all of it or nothing. A repetition gets the stored answer; one that
 * comes while the first is running waits for it. The table `idempotency_keys` of the pool's schema holds the answers.
 * Refusals (404, 409, 422) are answers too; anything else that is thrown undoes the claim.
 *
 * @throws AppError `idempotency_key_reused`, `idempotency_in_progress`, or what `work` throws.
 */
export async function runIdempotent<Rows extends unknown[]>(
	pool: Pool,
	operation: Operation,
	reads: Reads<Rows>,
	work: (tx: Transaction, read: ReadResults<Rows>) => Promise<Answer>,
): Promise<StoredAnswer> {
	const name = JSON.stringify(keyValues(operation));
	const giveUpAt = performance.now() + WAIT_MS;
	const running = runningOf(pool);
	for (let twin = running.get(name); twin; twin = running.get(name)) {
		await settled(twin, giveUpAt);
	}
	const attempt = inTransaction(pool, operation, (tx) =>
		claimAndRun(tx, operation, giveUpAt, reads, work),
	);
	running.set(name, attempt);
	try {
		const outcome = await attempt;
		if (outcome instanceof AppError) throw outcome;
		return outcome;
	} finally {
		running.delete(name);
	}
}

/** A refusal is answered, not thrown: the transaction that stores it has to commit. */
async function claimAndRun<Rows extends unknown[]>(
	tx: Transaction,
	operation: Operation,
	giveUpAt: number,
	reads: Reads<Rows>,
	work: (tx: Transaction, read: ReadResults<Rows>) => Promise<Answer>,
): Promise<StoredAnswer | AppError> {
	// What is left of the time; a lock_timeout of 0 would mean forever.
	const waitMs = Math.max(1, Math.ceil(giveUpAt - performance.now()));
	tx.defer({
		name: "claim_wait",
		text: "select set_config('lock_timeout', $1, true)",
		values: [`${waitMs}`],
	});
	const results = await tx
		.batch<[unknown, unknown, ...Rows]>([
			claim(operation),
			{ name: "claim_savepoint", text: "savepoint claimed" },
			...reads,
		])
		.catch((err) => {
			const isTwin =
				sqlState(err) === "55P03" && failedStatement(err)?.name === "claim";
			throw isTwin ? inProgress(err) : err;
		});
	const [claimed, , ...read] = results;
	if (claimed.count === 0) return replay(tx, operation);
	try {
		const answer = await work(tx, read as unknown as ReadResults<Rows>);
		tx.defer(store(operation, answer));
		return { ...answer, replayed: false };
	} catch (err) {
		if (!(err instanceof AppError) || !STORED_REFUSALS.includes(err.type)) {
			throw err;
		}
		await tx.rollBackTo("claimed");
		tx.defer(
			store(operation, {
				status: REFUSED,
				body: refusalToText(err),
				resourceId: "",
			}),
		);
		return err;
	}
}

function claim(operation: Operation): Statement {
	return {
		name: "claim",
		text: `insert into idempotency_keys as k (workspace_id, api_key_id, scope, key, fingerprint, created_at)
		       values ($1, $2, $3, $4, $5, $6)
		       on conflict (workspace_id, api_key_id, scope, key)
		       do update set fingerprint = excluded.fingerprint,
		                     status = null,
		                     body = null,
		                     resource_id = null,
		                     created_at = excluded.created_at
		               where k.created_at <= excluded.created_at - interval '${KEY_LIFETIME}'`,
		values: [
			...keyValues(operation),
			operation.fingerprint,
			operation.now.toISOString(),
		],
	};
}

function store(operation: Operation, answer: Answer): Statement {
	return {
		name: "claim_store",
		text: `update idempotency_keys
		          set status = $5, body = $6, resource_id = $7
		        where workspace_id = $1 and api_key_id = $2 and scope = $3 and key = $4`,
		values: [
			...keyValues(operation),
			answer.status,
			answer.body,
			answer.resourceId,
		],
	};
}

async function replay(
	tx: Transaction,
	operation: Operation,
): Promise<StoredAnswer | AppError> {
	const { rows } = await tx.query<StoredRow>({
		name: "claim_replay",
		text: `select fingerprint, status, body, resource_id
		         from idempotency_keys
		        where workspace_id = $1 and api_key_id = $2 and scope = $3 and key = $4`,
		values: keyValues(operation),
	});
	const stored = rows[0];
	if (!stored) throw inProgress(); // deleted between the two statements: the caller tries again
	if (
		ON_OTHER_FINGERPRINT === "refuse" &&
		stored.fingerprint !== operation.fingerprint
	) {
		throw new AppError(
			"validation_error",
			"idempotency_key_reused",
			"This idempotency key was used for a different request in the last 24 hours. Use a new key for a new request.",
			{ param: "Idempotency-Key" },
		);
	}
	if (stored.status === REFUSED) return refusalFromText(stored.body);
	return {
		status: stored.status,
		body: stored.body,
		resourceId: stored.resource_id,
		replayed: true,
	};
}

function keyValues(operation: Operation): string[] {
	return [
		operation.workspaceId,
		operation.apiKeyId,
		operation.scope,
		operation.key,
	];
}

/**
 * Removes keys that are no longer honoured, up to so many rows; for `inEachWorkspace`. Nothing depends on it but the size of
 * the table.
 */
export function purgeIdempotencyKeys(
	workspaceId: string,
	now: Date,
	rowsMax: number,
): Statement {
	const createdBefore = new Date(now.getTime() - KEPT_MS);
	return {
		name: "idempotency_purge",
		text: `delete from idempotency_keys
 where ctid in (select ctid
                  from idempotency_keys
                 where workspace_id = $1
                   and created_at < $2
                 limit $3
                   for update skip locked)
   and workspace_id = $1`,
		values: [workspaceId, createdBefore.toISOString(), rowsMax],
	};
}
