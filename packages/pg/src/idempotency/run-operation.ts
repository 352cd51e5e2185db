import { AppError, type ErrorType } from "@supportdesk/errors/app-error.ts";
import { failedStatement } from "../batch/batch.ts";
import type { Pool } from "../connection/pool.ts";
import { sqlState } from "../connection/sqlstate.ts";
import type { ResultsOf, Statement } from "../statement/statement.ts";
import { inTransaction, type Transaction } from "../transaction/transaction.ts";
import {
	inProgress,
	insertClaim,
	replay,
	selectClaim,
	storeRefusal,
	storeResponse,
} from "./claim.ts";
import { leftMs, withoutDuplicates } from "./concurrent-duplicates.ts";
import type {
	Claim,
	Operation,
	Response,
	StoredResponse,
} from "./operation.ts";

const STORED_REFUSALS: readonly ErrorType[] = [
	"not_found",
	"conflict",
	"validation_error",
];

type Work<S extends readonly Statement[]> = (
	tx: Transaction,
	results: ResultsOf<S>,
) => Promise<Response>;

/**
 * Runs `work` once for the operation: the claim of its name, everything `work` writes and the response are one
 * transaction, so a crash at any point leaves all of it or nothing. A repetition gets the stored response; one that
 * comes while the first is running waits for it. The table `idempotency_keys` of the pool's schema holds the responses.
 * Refusals (404, 409, 422) are responses too; anything else that is thrown undoes the claim.
 *
 * @param statements what `work` begins with; they travel with the claim.
 * @throws AppError `idempotency_key_reused`, `idempotency_in_progress`, or what `work` throws.
 */
export async function runOperation<const S extends readonly Statement[]>(
	pool: Pool,
	operation: Operation,
	statements: S,
	work: Work<S>,
): Promise<StoredResponse> {
	const outcome = await withoutDuplicates(pool, operation, (giveUpAt) =>
		attemptOperation(pool, operation, giveUpAt, statements, work),
	);
	if (outcome instanceof AppError) throw outcome;
	return outcome;
}

/** A refusal is returned, not thrown: the transaction that stores it has to commit. */
export async function attemptOperation<const S extends readonly Statement[]>(
	pool: Pool,
	operation: Operation,
	giveUpAt: number,
	statements: S,
	work: Work<S>,
): Promise<StoredResponse | AppError> {
	const { claim } = operation;
	return inTransaction(pool, operation, async (tx) => {
		if (claim) {
			return claimAndRun(tx, operation, claim, giveUpAt, statements, work);
		}
		return { ...(await work(tx, await tx.batch(statements))), replayed: false };
	});
}

async function claimAndRun<const S extends readonly Statement[]>(
	tx: Transaction,
	operation: Operation,
	claim: Claim,
	giveUpAt: number,
	statements: S,
	work: Work<S>,
): Promise<StoredResponse | AppError> {
	tx.defer({
		name: "claim_wait",
		text: "select set_config('lock_timeout', $1, true)",
		values: [`${leftMs(giveUpAt)}`],
	});
	const [claimed, , ...results] = await tx
		.batch([
			insertClaim(operation, claim),
			{ name: "claim_savepoint", text: "savepoint claimed" },
			...(statements as readonly Statement[]),
		])
		.catch((err) => {
			const isDuplicate =
				sqlState(err) === "55P03" && failedStatement(err)?.name === "claim";
			throw isDuplicate ? inProgress(err) : err;
		});
	if (claimed.count === 0) return replayStored(tx, operation, claim);
	try {
		const response = await work(tx, results as ResultsOf<S>);
		tx.defer(storeResponse(operation, claim, response));
		return { ...response, replayed: false };
	} catch (err) {
		if (!(err instanceof AppError) || !STORED_REFUSALS.includes(err.type)) {
			throw err;
		}
		await tx.rollBackTo("claimed");
		tx.defer(storeRefusal(operation, claim, err));
		return err;
	}
}

async function replayStored(
	tx: Transaction,
	operation: Operation,
	claim: Claim,
): Promise<StoredResponse> {
	const { rows } = await tx.query(selectClaim(operation, claim));
	const [stored] = rows;
	if (!stored) throw inProgress(); // deleted between the two statements: the caller tries again
	return replay(claim, stored);
}
