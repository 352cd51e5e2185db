import type { PoolClient } from "pg";
import {
	connect,
	enter,
	roundTrip,
	SNAPSHOT,
	send,
} from "../batch/round-trip.ts";
import type { Pool } from "../connection/pool.ts";
import { isConnectionLost } from "../connection/sqlstate.ts";
import {
	type Db,
	type Query,
	type Result,
	type ResultsOf,
	type RowsOf,
	readRows,
	type Statement,
} from "../statement/statement.ts";
import { repeatedly } from "./repeatedly.ts";

/** For whom statements run: a workspace, and as long as the caller waits for them. A call's context is one. */
export interface Caller {
	readonly workspaceId: string;
	/** The running statement is cancelled, and no other one begun, when it is aborted. */
	readonly signal?: AbortSignal;
	/** How long statements wait for locks; the pool's limit if not given. */
	readonly lockWaitMs?: number;
	/** Calls back when the response that is made of the rows is not kept any more; not given where it is not kept. */
	readonly whenResponseGone?: (callback: () => void) => void;
}

const BEGIN: Statement = { name: "begin", text: "begin" };
const COMMIT: Statement = { name: "commit", text: "commit" };
const ROLLBACK: Statement = { name: "rollback", text: "rollback" };

/** An open transaction. What is deferred travels with the next statement that is waited for, or with the commit. */
export class Transaction implements Db {
	readonly #client: PoolClient;
	readonly #signal: AbortSignal | undefined;
	#pending: Statement[];
	#begun = false;
	#lost: Error | undefined;

	constructor(
		client: PoolClient,
		opening: readonly Statement[],
		signal?: AbortSignal,
	) {
		this.#client = client;
		this.#signal = signal;
		this.#pending = [...opening];
	}

	async query<T>(query: Query<T>): Promise<Result<T>>;
	async query(statement: Statement): Promise<Result<never>>;
	async query(statement: Statement): Promise<Result<unknown>> {
		const [result] = await this.batch([statement]);
		return result!;
	}

	/** Runs several statements in one round trip and returns each one's rows. */
	async batch<const S extends readonly Statement[]>(
		statements: S,
	): Promise<ResultsOf<S>>;
	async batch(statements: readonly Statement[]): Promise<Result<unknown>[]> {
		const sent = this.#pending;
		this.#pending = [];
		this.#begun = true;
		const results = await this.#send([...sent, ...statements], this.#signal);
		return statements.map((statement, i) =>
			readRows(statement, results[sent.length + i]!),
		);
	}

	async #send(statements: readonly Statement[], signal?: AbortSignal) {
		try {
			return await send(this.#client, statements, signal);
		} catch (err) {
			if (isConnectionLost(err)) this.#lost = err;
			throw err;
		}
	}

	/** Sends the statement with the next round trip, at the latest with the commit. Its rows are not answered. */
	defer(statement: Statement): void {
		this.#pending.push(statement);
	}

	/** Undoes everything since the savepoint, and forgets what is still deferred. */
	async rollBackTo(savepoint: string): Promise<void> {
		this.#pending = [];
		await this.query({ text: `rollback to savepoint ${savepoint}` });
	}

	/** Makes everything permanent. The caller of `inTransaction` never calls this. */
	async commit(): Promise<void> {
		await this.batch([COMMIT]);
	}

	/** Undoes everything; answers the error when the connection is of no use any more. */
	async rollBack(): Promise<Error | undefined> {
		this.#pending = [];
		if (this.#begun && !this.#lost) {
			await this.#send([ROLLBACK]).catch((err) => {
				this.#lost = err;
			});
		}
		return this.#lost;
	}
}

/**
 * Runs `work` in one transaction of one workspace: row-level security shows it that workspace's rows only. Run whole
 * again when PostgreSQL reports a deadlock or a serialization failure, so `work` must not touch the outside.
 *
 * @throws AppError `service_unavailable` when the database is unavailable; what `work` throws, after a rollback.
 */
export async function inTransaction<T>(
	pool: Pool,
	caller: string | Caller,
	work: (tx: Transaction) => Promise<T>,
): Promise<T> {
	return repeatedly(() => attemptTransaction(pool, callerOf(caller), work));
}

async function attemptTransaction<T>(
	pool: Pool,
	{ workspaceId, signal, lockWaitMs }: Caller,
	work: (tx: Transaction) => Promise<T>,
): Promise<T> {
	const client = await connect(pool);
	const opening = [BEGIN, enter(workspaceId, lockWaitMs)];
	const tx = new Transaction(client, opening, signal);
	let broken: Error | undefined;
	try {
		const result = await work(tx);
		await tx.commit();
		return result;
	} catch (err) {
		broken = await tx.rollBack();
		throw err;
	} finally {
		client.release(broken);
	}
}

/**
 * Runs reading statements for one workspace in one round trip: the setting that row-level security looks at and the
 * statements are one implicit transaction, and several statements see one snapshot. Returns each one's rows.
 *
 * @throws AppError `service_unavailable` when the database is unavailable.
 */
export async function readAll<const S extends readonly Statement[]>(
	pool: Pool,
	caller: string | Caller,
	statements: S,
): Promise<RowsOf<S>>;
export async function readAll(
	pool: Pool,
	caller: string | Caller,
	statements: readonly Statement[],
): Promise<unknown[][]> {
	const opening = statements.length > 1 ? [SNAPSHOT] : [];
	return runIn(pool, caller, opening, statements);
}

/** The same for one statement. */
export async function read<T>(
	pool: Pool,
	caller: string | Caller,
	query: Query<T>,
): Promise<T[]>;
export async function read(
	pool: Pool,
	caller: string | Caller,
	statement: Statement,
): Promise<never[]>;
export async function read(
	pool: Pool,
	caller: string | Caller,
	statement: Statement,
): Promise<unknown[]> {
	const [rows] = await readAll(pool, caller, [statement]);
	return rows!;
}

/**
 * Runs statements that write for one workspace in one round trip and one implicit transaction, each seeing what was
 * committed before it began. Returns each one's rows.
 *
 * @throws AppError `service_unavailable` when the database is unavailable.
 */
export async function writeAll<const S extends readonly Statement[]>(
	pool: Pool,
	caller: string | Caller,
	statements: S,
): Promise<RowsOf<S>>;
export async function writeAll(
	pool: Pool,
	caller: string | Caller,
	statements: readonly Statement[],
): Promise<unknown[][]> {
	return runIn(pool, caller, [], statements);
}

async function runIn(
	pool: Pool,
	caller: string | Caller,
	opening: readonly Statement[],
	statements: readonly Statement[],
): Promise<unknown[][]> {
	const { workspaceId, signal, lockWaitMs } = callerOf(caller);
	const all = [...opening, enter(workspaceId, lockWaitMs), ...statements];
	const results: Result<unknown>[] = await runOutsideWorkspaces(
		pool,
		all,
		signal,
	);
	return results.slice(opening.length + 1).map(({ rows }) => rows);
}

/**
 * Runs statements outside of any workspace, in one round trip: row-level security shows no tenant's rows, except to
 * statements that say what they know by a setting of their own.
 */
export async function runOutsideWorkspaces<
	const S extends readonly Statement[],
>(pool: Pool, statements: S, signal?: AbortSignal): Promise<ResultsOf<S>>;
export async function runOutsideWorkspaces(
	pool: Pool,
	statements: readonly Statement[],
	signal?: AbortSignal,
): Promise<Result<unknown>[]> {
	const results = await repeatedly(() => roundTrip(pool, statements, signal));
	return results.map((result, i) => readRows(statements[i]!, result));
}

/** A workspace alone waits as long as it takes. */
export function callerOf(caller: string | Caller): Caller {
	return typeof caller === "string" ? { workspaceId: caller } : caller;
}
