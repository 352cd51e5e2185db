import {
	type AppError,
	serviceUnavailable,
} from "@supportdesk/errors/app-error.ts";
import { inSpan } from "@supportdesk/tracing/span.ts";
import type { Pool } from "./pool.ts";
import { isConnectionLost, sqlState } from "./sqlstate.ts";
import type { Statement } from "./statement.ts";
import { type Caller, writeOnce } from "./transaction.ts";

const GROUPS_MAX = 2; // at a time: more would only be smaller ones
const ITEMS_MAX = 16; // in a group: they all wait for the last one
const SLOW_MS = 50; // a group that takes longer no longer keeps others waiting

/** A statement that writes several things of one kind, each asked for by a caller of its own. */
export interface SharedWrite<Item> {
	readonly name: string;
	/** Writes all of the items or none. Each of its rows has an `item_id`. */
	readonly statement: (
		workspaceId: string,
		items: readonly Item[],
	) => Statement;
	readonly idOf: (item: Item) => string;
	/** The unique constraint that a repeated item breaks. */
	readonly idConstraint: string;
}

/** What a shared statement answers of one item. */
export interface ItemRow {
	readonly item_id: string;
}

interface Write<Item> {
	readonly item: Item;
	readonly signal: AbortSignal | undefined;
	readonly resolve: (rows: ItemRow[] | undefined) => void;
	readonly reject: (err: unknown) => void;
}

// By workspace and kind; what is idle is forgotten.
const WRITERS = new WeakMap<Pool, Map<string, unknown>>();

/**
 * Like `writeOnce`, in one statement and one commit with what other callers of the workspace ask for meanwhile: to
 * begin a statement, to wake PostgreSQL and to commit costs several times as much as one row more. A group that fails
 * is written again one by one, so that nobody's failure is another's; who has gone before it leaves is left out, and
 * who goes later leaves the others' alone. Nothing is answered before it is committed.
 *
 * @returns the item's rows; undefined, with nothing written, when its id is there already.
 * @throws AppError `service_unavailable` when the database is away.
 */
export async function writeTogether<Item, Row extends ItemRow>(
	pool: Pool,
	{ workspaceId, signal }: Caller,
	shared: SharedWrite<Item>,
	item: Item,
): Promise<Row[] | undefined> {
	const writer = writerOf(pool, workspaceId, shared);
	const rows = await inSpan(
		shared.name,
		"client",
		{ "db.system.name": "postgresql" },
		() => writer.add(item, signal),
	);
	return rows as Row[] | undefined;
}

function writerOf<Item>(
	pool: Pool,
	workspaceId: string,
	shared: SharedWrite<Item>,
): Writer<Item> {
	let writers = WRITERS.get(pool);
	if (!writers) {
		writers = new Map();
		WRITERS.set(pool, writers);
	}
	const key = `${workspaceId} ${shared.name}`;
	let writer = writers.get(key) as Writer<Item> | undefined;
	if (!writer) {
		writer = new Writer(pool, workspaceId, shared, () => writers.delete(key));
		writers.set(key, writer);
	}
	return writer;
}

/** The writes of one kind in one workspace: those that wait leave together as soon as one of a few groups may. */
class Writer<Item> {
	readonly #pool: Pool;
	readonly #workspaceId: string;
	readonly #shared: SharedWrite<Item>;
	readonly #onIdle: () => void;
	#waiting: Write<Item>[] = [];
	#groups = 0;
	#leaving = false;

	constructor(
		pool: Pool,
		workspaceId: string,
		shared: SharedWrite<Item>,
		onIdle: () => void,
	) {
		this.#pool = pool;
		this.#workspaceId = workspaceId;
		this.#shared = shared;
		this.#onIdle = onIdle;
	}

	add(item: Item, signal: AbortSignal | undefined) {
		return new Promise<ItemRow[] | undefined>((resolve, reject) => {
			this.#waiting.push({ item, signal, resolve, reject });
			this.#leave();
		});
	}

	/** After this turn of the event loop: whatever else came in with the same poll goes along. */
	#leave(): void {
		if (this.#leaving || this.#groups >= GROUPS_MAX) return;
		this.#leaving = true;
		setImmediate(() => {
			this.#leaving = false;
			while (this.#waiting.length > 0 && this.#groups < GROUPS_MAX) {
				this.#run(this.#waiting.splice(0, ITEMS_MAX));
			}
			if (this.#groups === 0) this.#onIdle();
		});
	}

	async #run(taken: readonly Write<Item>[]): Promise<void> {
		const group = taken.filter(isWaitedFor);
		if (group.length === 0) return;
		const allGone = new AbortController();
		let counted = true;
		this.#groups += 1;
		const makeRoom = () => {
			if (!counted) return;
			counted = false;
			this.#groups -= 1;
			this.#leave();
		};
		const watch = setInterval(() => {
			makeRoom();
			if (group.every(({ signal }) => signal?.aborted)) allGone.abort();
		}, SLOW_MS);
		await this.#write(group, allGone.signal);
		clearInterval(watch);
		makeRoom();
	}

	async #write(
		group: readonly Write<Item>[],
		signal: AbortSignal | undefined,
	): Promise<void> {
		try {
			const rows = await this.#send(group, signal);
			if (rows) settle(group, rows, this.#shared.idOf);
			else if (group.length === 1) group[0]!.resolve(undefined);
			else await this.#writeOneByOne(group);
		} catch (err) {
			if (group.length > 1 && mayBeOneItemsFault(err as AppError)) {
				await this.#writeOneByOne(group);
			} else for (const { reject } of group) reject(err);
		}
	}

	#send(group: readonly Write<Item>[], signal: AbortSignal | undefined) {
		const items = group.map(({ item }) => item);
		return writeOnce<ItemRow>(
			this.#pool,
			{ workspaceId: this.#workspaceId, signal },
			this.#shared.statement(this.#workspaceId, items),
			this.#shared.idConstraint,
		);
	}

	async #writeOneByOne(group: readonly Write<Item>[]): Promise<void> {
		const waitedFor = group.filter(isWaitedFor);
		await Promise.all(
			waitedFor.map((write) => this.#write([write], write.signal)),
		);
	}
}

/** Whatever the database said of the statement; a lost connection is lost to all of them. */
function mayBeOneItemsFault({ cause }: AppError): boolean {
	return sqlState(cause) !== undefined && !isConnectionLost(cause);
}

/** Whether the caller is still there; who has gone takes no time of the database's. */
function isWaitedFor({
	signal,
	reject,
}: Pick<Write<unknown>, "signal" | "reject">): boolean {
	if (signal?.aborted) reject(serviceUnavailable(new Error("caller gone")));
	return !signal?.aborted;
}

function settle<Item>(
	group: readonly Write<Item>[],
	rows: readonly ItemRow[],
	idOf: (item: Item) => string,
): void {
	const rowsOf = Map.groupBy(rows, ({ item_id }) => item_id);
	for (const { item, resolve } of group) resolve(rowsOf.get(idOf(item)) ?? []);
}
