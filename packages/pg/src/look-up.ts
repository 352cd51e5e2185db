import { serviceUnavailable } from "@supportdesk/errors/app-error.ts";
import { inSpan } from "@supportdesk/tracing/span.ts";
import { failedPosition } from "./batch.ts";
import type { Pool } from "./pool.ts";
import { enter, roundTrip, SNAPSHOT } from "./round-trip.ts";
import type { Statement } from "./statement.ts";
import { type Caller, callerOf, repeatedly } from "./transaction.ts";

// A process asks for less than one backend answers, so that more groups at a time would only be smaller ones.
const GROUPS_MAX = 2;
const LOOK_UPS_MAX = 16; // in a group: they all wait for the last one
const SLOW_MS = 10; // a group that takes longer, as from a cold disk, no longer keeps others waiting

const POSTGRESQL = { "db.system.name": "postgresql" };

type Row = Record<string, unknown>;

interface LookUp {
	readonly workspaceId: string;
	readonly signal: AbortSignal | undefined;
	readonly statements: readonly Statement[];
	readonly resolve: (rows: Row[][]) => void;
	readonly reject: (err: unknown) => void;
}

const SHARED = new WeakMap<Pool, SharedRoundTrips>();

/**
 * Like `readAll`, for statements that an index answers at once: they share their round trip with those that others ask
 * for meanwhile, of whatever workspace. Waking PostgreSQL costs more than a look-up does. A statement that fails is
 * its own caller's failure only; a caller who goes away leaves the others' statements alone.
 *
 * @throws AppError `service_unavailable` when the database is away.
 */
export async function lookUpAll<Rows extends unknown[]>(
	pool: Pool,
	caller: string | Caller,
	statements: { [K in keyof Rows]: Statement },
): Promise<{ [K in keyof Rows]: Rows[K][] }> {
	const { workspaceId, signal } = callerOf(caller);
	let shared = SHARED.get(pool);
	if (!shared) {
		shared = new SharedRoundTrips(pool);
		SHARED.set(pool, shared);
	}
	const names = (statements as Statement[]).map(({ name }) => name).join(" ");
	const rows = await inSpan(names, "client", POSTGRESQL, () =>
		repeatedly(() =>
			shared.add(workspaceId, signal, statements as Statement[]),
		),
	);
	return rows as { [K in keyof Rows]: Rows[K][] };
}

/** The same for one statement. */
export async function lookUp<Row>(
	pool: Pool,
	caller: string | Caller,
	statement: Statement,
): Promise<Row[]> {
	const [rows] = await lookUpAll<[Row]>(pool, caller, [statement]);
	return rows;
}

/** The look-ups of a pool: those that wait leave together as soon as one of a few groups may. */
class SharedRoundTrips {
	readonly #pool: Pool;
	#waiting: LookUp[] = [];
	#groups = 0;
	#leaving = false;

	constructor(pool: Pool) {
		this.#pool = pool;
	}

	add(
		workspaceId: string,
		signal: AbortSignal | undefined,
		statements: readonly Statement[],
	): Promise<Row[][]> {
		return new Promise((resolve, reject) => {
			this.#waiting.push({ workspaceId, signal, statements, resolve, reject });
			this.#leave();
		});
	}

	/** After this turn of the event loop: whatever else came in with the same poll goes along. */
	#leave(): void {
		if (this.#leaving || this.#groups === GROUPS_MAX) return;
		this.#leaving = true;
		setImmediate(() => {
			this.#leaving = false;
			while (this.#waiting.length > 0 && this.#groups < GROUPS_MAX) {
				this.#run(this.#waiting.splice(0, LOOK_UPS_MAX));
			}
		});
	}

	async #run(taken: readonly LookUp[]): Promise<void> {
		const group = taken.filter(isWaitedFor);
		if (group.length === 0) return;
		const allGone = new AbortController();
		let counted = true;
		this.#groups += 1;
		const makeRoom = () => {
			if (!counted) return;
			counted = false;
			this.#groups -= 1;
			if (this.#waiting.length > 0) this.#leave();
		};
		const watch = setInterval(() => {
			makeRoom();
			if (group.every(({ signal }) => signal?.aborted)) allGone.abort();
		}, SLOW_MS);
		await answer(this.#pool, group, allGone.signal);
		clearInterval(watch);
		makeRoom();
	}
}

/** Whether the caller is still there; who has gone takes no time of the database's. */
function isWaitedFor({ signal, reject }: LookUp): boolean {
	if (signal?.aborted) reject(serviceUnavailable(new Error("caller gone")));
	return !signal?.aborted;
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
