import { inSpan } from "@supportdesk/tracing/span.ts";
import type { Pool } from "../connection/pool.ts";
import {
	type Query,
	type RowsOf,
	readRows,
	type Statement,
} from "../statement/statement.ts";
import {
	type Caller,
	callerOf,
	repeatedly,
} from "../transaction/transaction.ts";
import { failedPosition } from "./batch.ts";
import { Gathering, type Member } from "./gathering.ts";
import { enter, roundTrip, SNAPSHOT } from "./round-trip.ts";

const SLOW_MS = 10; // a group that takes longer, as from a cold disk, no longer keeps others waiting

const POSTGRESQL = { "db.system.name": "postgresql" };

type Rows = Record<string, unknown>[];

interface LookUp extends Member {
	readonly workspaceId: string;
	readonly statements: readonly Statement[];
	readonly resolve: (rows: Rows[]) => void;
}

const SHARED = new WeakMap<Pool, Gathering<LookUp>>();

/**
 * Like `readAll`, for statements that an index answers at once: they share their round trip with those that others ask
 * for meanwhile, of whatever workspace. Waking PostgreSQL costs more than a look-up does. A statement that fails is
 * its own caller's failure only; a caller who goes away leaves the others' statements alone.
 *
 * @throws AppError `service_unavailable` when the database is away.
 */
export async function lookUpAll<const S extends readonly Statement[]>(
	pool: Pool,
	caller: string | Caller,
	statements: S,
): Promise<RowsOf<S>>;
export async function lookUpAll<Rows extends unknown[]>(
	pool: Pool,
	caller: string | Caller,
	statements: { [K in keyof Rows]: Statement },
): Promise<{ [K in keyof Rows]: Rows[K][] }>;
export async function lookUpAll(
	pool: Pool,
	caller: string | Caller,
	statements: readonly Statement[],
): Promise<unknown[][]> {
	const { workspaceId, signal } = callerOf(caller);
	let shared = SHARED.get(pool);
	if (!shared) {
		shared = new Gathering({
			slowMs: SLOW_MS,
			run: (group, allGone) => answer(pool, group, allGone),
		});
		SHARED.set(pool, shared);
	}
	const add = (): Promise<Rows[]> =>
		new Promise((resolve, reject) => {
			shared.add({ workspaceId, signal, statements, resolve, reject });
		});
	const names = statements.map(({ name }) => name).join(" ");
	const results = await inSpan(names, "client", POSTGRESQL, () =>
		repeatedly(add),
	);
	return results.map(
		(rows, i) => readRows(statements[i]!, { rows, count: 0 }).rows,
	);
}

/** The same for one statement. */
export async function lookUp<T>(
	pool: Pool,
	caller: string | Caller,
	query: Query<T>,
): Promise<T[]>;
export async function lookUp<Row>(
	pool: Pool,
	caller: string | Caller,
	statement: Statement,
): Promise<Row[]>;
export async function lookUp(
	pool: Pool,
	caller: string | Caller,
	statement: Statement,
): Promise<unknown[]> {
	const [rows] = await lookUpAll(pool, caller, [statement]);
	return rows!;
}

/** Runs a group in one round trip and settles each of its look-ups. */
async function answer(
	pool: Pool,
	group: readonly LookUp[],
	signal: AbortSignal,
): Promise<void> {
	const { statements, ends } = asOneTransaction(group);
	try {
		const results = await roundTrip(pool, statements, signal);
		group.forEach((lookUp, i) => {
			const end = ends[i]!;
			const own = results.slice(end - lookUp.statements.length, end);
			lookUp.resolve(own.map(({ rows }) => rows));
		});
	} catch (err) {
		const position = failedPosition(err);
		const culprit = ends.findIndex((end) => position! < end);
		await Promise.all(
			group.map((lookUp, i) =>
				// Without a position it is the connection that failed, and failed all of them.
				position === undefined || i === culprit
					? lookUp.reject(err)
					: runAlone(pool, lookUp),
			),
		);
	}
}

/** The statements of a group, and where those of each look-up end. */
function asOneTransaction(group: readonly LookUp[]) {
	const statements: Statement[] = [];
	const ends: number[] = [];
	if (group.some((lookUp) => lookUp.statements.length > 1)) {
		statements.push(SNAPSHOT);
	}
	let entered: string | undefined;
	for (const { workspaceId, statements: own } of group) {
		if (workspaceId !== entered) statements.push(enter(workspaceId));
		entered = workspaceId;
		statements.push(...own);
		ends.push(statements.length);
	}
	return { statements, ends };
}

/** Again without its neighbours, one of which failed. */
async function runAlone(pool: Pool, lookUp: LookUp): Promise<void> {
	const { statements, ends } = asOneTransaction([lookUp]);
	const own = ends[0]! - lookUp.statements.length;
	await roundTrip(pool, statements, lookUp.signal).then(
		(results) => lookUp.resolve(results.slice(own).map(({ rows }) => rows)),
		lookUp.reject,
	);
}
