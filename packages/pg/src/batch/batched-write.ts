import type { AppError } from "@supportdesk/errors/app-error.ts";
import { inSpan } from "@supportdesk/tracing/span.ts";
import type { Pool } from "../connection/pool.ts";
import { isConnectionLost, sqlState } from "../connection/sqlstate.ts";
import type { Query, Statement } from "../statement/statement.ts";
import { type Caller, writeAll } from "../transaction/transaction.ts";
import { Batcher, type Member, stillWaitedFor } from "./batcher.ts";

const SLOW_MS = 50; // a batch that takes longer no longer keeps others waiting
// A lock that one item of a batch waits for is soon free, or the others shall not wait for it.
const BATCH_LOCK_WAIT_MS = 100;

/** A statement that writes several things of one kind, each for a caller of its own. */
export interface BatchedWrite<Item, Row extends ItemRow> {
	readonly name: string;
	/** Writes all of the items, except those that its rows say it did not write, or none. */
	readonly statement: (
		workspaceId: string,
		items: readonly Item[],
	) => Query<Row>;
	readonly idOf: (item: Item) => string;
	/** Whether the statement failed because one of the items had been written by another attempt. */
	readonly isDuplicate: (err: unknown) => boolean;
}

/** What a batched statement returns of one item. */
export interface ItemRow {
	readonly itemId: string;
}

interface Write<Item, Row> extends Member {
	readonly item: Item;
	readonly caller: Caller;
	readonly resolve: (rows: Row[] | undefined) => void;
}

// By workspace and kind; what is idle is forgotten.
const BATCHERS = new WeakMap<Pool, Map<string, unknown>>();

/**
 * Writes the item in one statement and one commit with what other callers of the workspace write meanwhile: to begin a
 * statement, to wake PostgreSQL and to commit costs several times as much as one row more. A batch that fails is written
 * again one by one, so that no caller's failure is another's. Callers that disconnected before their batch leaves are
 * left out; one that disconnects later leaves the others' alone. Nothing is returned before it is committed.
 *
 * @returns the item's rows; undefined, with nothing written, when another attempt has written the item.
 * @throws AppError `service_unavailable` when the database is unavailable.
 */
export async function writeInBatch<Item, Row extends ItemRow>(
	pool: Pool,
	caller: Caller,
	write: BatchedWrite<Item, Row>,
	item: Item,
): Promise<Row[] | undefined> {
	const batcher = batcherOf(pool, caller.workspaceId, write);
	return inSpan(
		write.name,
		"client",
		{ "db.system.name": "postgresql" },
		() =>
			new Promise<Row[] | undefined>((resolve, reject) => {
				const { signal } = caller;
				batcher.add({ item, caller, signal, resolve, reject });
			}),
	);
}

/**
 * Runs statements that write one thing in one round trip and one commit.
 *
 * @returns the first one's rows; undefined, with nothing written, when another attempt has written the thing.
 * @throws AppError `service_unavailable` when the database is unavailable.
 */
export async function writeAlone<Row>(
	pool: Pool,
	caller: Caller,
	isDuplicate: (err: unknown) => boolean,
	first: Query<Row>,
	...others: readonly Statement[]
): Promise<Row[] | undefined> {
	try {
		const [rows] = await writeAll(pool, caller, [first, ...others]);
		return rows;
	} catch (err) {
		if (isDuplicate((err as AppError).cause)) return undefined;
		throw err;
	}
}

function batcherOf<Item, Row extends ItemRow>(
	pool: Pool,
	workspaceId: string,
	write: BatchedWrite<Item, Row>,
): Batcher<Write<Item, Row>> {
	let batchers = BATCHERS.get(pool);
	if (!batchers) {
		batchers = new Map();
		BATCHERS.set(pool, batchers);
	}
	const key = `${workspaceId} ${write.name}`;
	let batcher = batchers.get(key) as Batcher<Write<Item, Row>> | undefined;
	if (!batcher) {
		batcher = new Batcher({
			slowMs: SLOW_MS,
			run: (batch, allGone) => runBatch(pool, write, batch, allGone),
			onIdle: () => batchers.delete(key),
		});
		batchers.set(key, batcher);
	}
	return batcher;
}

/** Writes a batch and settles each of its writes. */
async function runBatch<Item, Row extends ItemRow>(
	pool: Pool,
	write: BatchedWrite<Item, Row>,
	batch: readonly Write<Item, Row>[],
	signal: AbortSignal | undefined,
): Promise<void> {
	const { workspaceId } = batch[0]!.caller;
	const oneByOne = async () => {
		await Promise.all(
			stillWaitedFor(batch).map((each) =>
				runBatch(pool, write, [each], each.signal),
			),
		);
	};
	try {
		const rows = await writeAlone(
			pool,
			{ workspaceId, signal, lockWaitMs: lockWaitOf(batch) },
			write.isDuplicate,
			write.statement(
				workspaceId,
				batch.map(({ item }) => item),
			),
		);
		if (rows) settle(batch, rows, write.idOf);
		else if (batch.length === 1) batch[0]!.resolve(undefined);
		else await oneByOne();
	} catch (err) {
		if (batch.length > 1 && mayBeOneItemsFault(err as AppError)) {
			await oneByOne();
		} else for (const { reject } of batch) reject(err);
	}
}

/** An item that may wait for longer than others does so alone. */
function lockWaitOf(batch: readonly { readonly caller: Caller }[]) {
	const waits = batch.some(({ caller }) => caller.lockWaitMs !== undefined);
	if (batch.length === 1) return batch[0]!.caller.lockWaitMs;
	return waits ? BATCH_LOCK_WAIT_MS : undefined;
}

/** An error that the database reported for the statement; a lost connection is lost for all of them. */
function mayBeOneItemsFault({ cause }: AppError): boolean {
	return sqlState(cause) !== undefined && !isConnectionLost(cause);
}

function settle<Item, Row extends ItemRow>(
	batch: readonly Write<Item, Row>[],
	rows: readonly Row[],
	idOf: (item: Item) => string,
): void {
	const rowsOf = Map.groupBy(rows, ({ itemId }) => itemId);
	for (const { item, resolve } of batch) resolve(rowsOf.get(idOf(item)) ?? []);
}
