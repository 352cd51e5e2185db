import { inSpan } from "@supportdesk/tracing/span.ts";
import type { Pool } from "../connection/pool.ts";
import {
	type Query,
	type RowsOf,
	readRows,
	type Statement,
} from "../statement/statement.ts";
import { repeatedly } from "../transaction/repeatedly.ts";
import { type Caller, callerOf } from "../transaction/transaction.ts";
import { failedPosition, type ReceivedResult } from "./batch.ts";
import { Batcher, type Member } from "./batcher.ts";
import { LargePages } from "./large-pages.ts";
import { createMemoryShare, type MemoryShare } from "./memory-share.ts";
import { enter, roundTrip, SNAPSHOT } from "./round-trip.ts";

const SLOW_MS = 10; // a group that takes longer, as from a cold disk, no longer keeps others waiting

// What a lookup may return where it shares its round trip: others wait until it has arrived.
const SHARED_BYTES_MAX = 64 * 1024;
const PAGE_BYTES_SETTING = "app.page_bytes_max"; // of `selectFitting` in packages/paging
// A page of 8 MiB is in memory some four times while it is read and rendered.
const LARGE_PAGE_BYTES = 8 * 1024 * 1024;
const LARGE_PAGES_AT_A_TIME = 4;
// Below a read's deadline: the caller learns that we are busy, and its breaker that we are there.
const LARGE_WAIT_MS_MAX = 2_000;

const POSTGRESQL = { "db.system.name": "postgresql" };

type Rows = Record<string, unknown>[];

interface Lookup extends Member {
	readonly workspaceId: string;
	readonly whenResponseGone: Caller["whenResponseGone"];
	readonly statements: readonly Statement[];
	readonly resolve: (rows: Rows[]) => void;
}

interface Shared {
	readonly lookups: Batcher<Lookup>;
	/** Of pages that are too large to share a round trip. */
	readonly memory: MemoryShare;
	readonly large: LargePages;
}

const SHARED = new WeakMap<Pool, Shared>();

/**
 * Like `readAll`, for statements that an index answers at once: they share their round trip with those that others ask
 * for meanwhile, of any workspace. Waking PostgreSQL costs more than a lookup does. Pages
 * (`selectFitting`) of more than 64 KiB are read again alone, those of one workspace two at a time. A statement that fails is
 * its own caller's failure only; a caller who goes away leaves the others' statements alone.
 *
 * @throws AppError `service_unavailable` when the database is unavailable.
 */
export async function lookupAll<const S extends readonly Statement[]>(
	pool: Pool,
	caller: string | Caller,
	statements: S,
): Promise<RowsOf<S>>;
export async function lookupAll(
	pool: Pool,
	caller: string | Caller,
	statements: readonly Statement[],
): Promise<unknown[][]> {
	const { workspaceId, signal, whenResponseGone } = callerOf(caller);
	const { lookups, large } = sharedOf(pool);
	const of = { workspaceId, signal, whenResponseGone, statements };
	const add = (): Promise<Rows[]> =>
		new Promise((resolve, reject) => {
			const lookup = { ...of, resolve, reject };
			if (large.has(workspaceId, statements)) void runLarge(pool, lookup);
			else lookups.add(lookup);
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
export async function lookup<T>(
	pool: Pool,
	caller: string | Caller,
	query: Query<T>,
): Promise<T[]>;
export async function lookup(
	pool: Pool,
	caller: string | Caller,
	statement: Statement,
): Promise<never[]>;
export async function lookup(
	pool: Pool,
	caller: string | Caller,
	statement: Statement,
): Promise<unknown[]> {
	const [rows] = await lookupAll(pool, caller, [statement]);
	return rows!;
}

function sharedOf(pool: Pool): Shared {
	let shared = SHARED.get(pool);
	if (!shared) {
		const memory = createMemoryShare({
			bytesMax: LARGE_PAGES_AT_A_TIME * LARGE_PAGE_BYTES,
			workspaceBytesMax: (LARGE_PAGES_AT_A_TIME / 2) * LARGE_PAGE_BYTES,
			waitMsMax: LARGE_WAIT_MS_MAX,
		});
		const lookups = new Batcher<Lookup>({
			slowMs: SLOW_MS,
			run: (group, allGone) => answer(pool, group, allGone),
		});
		shared = { lookups, memory, large: new LargePages() };
		SHARED.set(pool, shared);
	}
	return shared;
}

/** Runs a group in one round trip and settles each of its lookups, or lets it run alone if it returns more than others can wait for. */
async function answer(
	pool: Pool,
	group: readonly Lookup[],
	signal: AbortSignal,
): Promise<void> {
	const { statements, ends } = asOneTransaction(group, enterShared);
	try {
		const results = await roundTrip(pool, statements, signal);
		group.forEach((lookup, i) => {
			const end = ends[i]!;
			const own = results.slice(end - lookup.statements.length, end);
			if (mayBeCut(lookup.statements, own)) {
				sharedOf(pool).large.add(lookup.workspaceId, lookup.statements);
				void runLarge(pool, lookup);
			} else lookup.resolve(own.map(({ rows }) => rows));
		});
	} catch (err) {
		const position = failedPosition(err);
		const culprit = ends.findIndex((end) => position! < end);
		await Promise.all(
			group.map((lookup, i) =>
				// Without a position it is the connection that failed, and failed all of them.
				position === undefined || i === culprit
					? lookup.reject(err)
					: runAlone(pool, lookup),
			),
		);
	}
}

/** `enter`, and pages end where they would be more than others can wait for. */
function enterShared(workspaceId: string): Statement {
	return {
		name: "enter_shared",
		text: `select set_config('app.workspace_id', $1, true), set_config('${PAGE_BYTES_SETTING}', '${SHARED_BYTES_MAX}', true)`,
		values: [workspaceId],
	};
}

/** Whether a page was cut because it shared its round trip: then it has at least as many bytes. */
function mayBeCut(
	statements: readonly Statement[],
	results: readonly ReceivedResult[],
): boolean {
	return statements.some(
		({ text }, i) =>
			results[i]!.bytes >= SHARED_BYTES_MAX &&
			text.includes(PAGE_BYTES_SETTING),
	);
}

/**
 * Reads a large page on a connection of its own, when there is memory for it: until the response that is made of it has
 * been fetched. Otherwise pages would be read and rendered that their caller has no room for.
 */
async function runLarge(pool: Pool, lookup: Lookup): Promise<void> {
	const { workspaceId, signal, reject, whenResponseGone } = lookup;
	try {
		const release = await sharedOf(pool).memory.hold(
			{ workspaceId, signal },
			LARGE_PAGE_BYTES,
		);
		whenResponseGone?.(release);
		await runAlone(pool, lookup);
		if (!whenResponseGone) release();
	} catch (err) {
		reject(err);
	}
}

/** The statements of a group, and where those of each lookup end. */
function asOneTransaction(
	group: readonly Lookup[],
	enterWorkspace: (workspaceId: string) => Statement,
) {
	const statements: Statement[] = [];
	const ends: number[] = [];
	if (group.some((lookup) => lookup.statements.length > 1)) {
		statements.push(SNAPSHOT);
	}
	let entered: string | undefined;
	for (const { workspaceId, statements: own } of group) {
		if (workspaceId !== entered) statements.push(enterWorkspace(workspaceId));
		entered = workspaceId;
		statements.push(...own);
		ends.push(statements.length);
	}
	return { statements, ends };
}

/** Again without its neighbours, one of which failed. */
async function runAlone(pool: Pool, lookup: Lookup): Promise<void> {
	const { statements, ends } = asOneTransaction([lookup], enter);
	const own = ends[0]! - lookup.statements.length;
	await roundTrip(pool, statements, lookup.signal).then(
		(results) => lookup.resolve(results.slice(own).map(({ rows }) => rows)),
		lookup.reject,
	);
}
