import type { AppError } from "@supportdesk/errors/app-error.ts";
import { inSpan } from "@supportdesk/tracing/span.ts";
import type { Pool } from "../connection/pool.ts";
import { isConnectionLost, sqlState } from "../connection/sqlstate.ts";
import type { Statement } from "../statement/statement.ts";
import { type Caller, writeOnce } from "../transaction/transaction.ts";
import { Gathering, type Member, stillWaitedFor } from "./gathering.ts";

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

interface Write<Item> extends Member {
	readonly item: Item;
	readonly resolve: (rows: ItemRow[] | undefined) => void;
}

// By workspace and kind; what is idle is forgotten.
const GATHERINGS = new WeakMap<Pool, Map<string, unknown>>();

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
	const gathering = gatheringOf(pool, workspaceId, shared);
	const rows = await inSpan(
		shared.name,
		"client",
		{ "db.system.name": "postgresql" },
		() =>
			new Promise<ItemRow[] | undefined>((resolve, reject) => {
				gathering.add({ item, signal, resolve, reject });
			}),
	);
	return rows as Row[] | undefined;
}

function gatheringOf<Item>(
	pool: Pool,
	workspaceId: string,
	shared: SharedWrite<Item>,
): Gathering<Write<Item>> {
	let gatherings = GATHERINGS.get(pool);
	if (!gatherings) {
		gatherings = new Map();
		GATHERINGS.set(pool, gatherings);
	}
	const key = `${workspaceId} ${shared.name}`;
	let gathering = gatherings.get(key) as Gathering<Write<Item>> | undefined;
	if (!gathering) {
		gathering = new Gathering({
			slowMs: SLOW_MS,
			run: (group, allGone) => write(pool, workspaceId, shared, group, allGone),
			onIdle: () => gatherings.delete(key),
		});
		gatherings.set(key, gathering);
	}
	return gathering;
}

/** Writes a group and settles each of its writes. */
async function write<Item>(
	pool: Pool,
	workspaceId: string,
	shared: SharedWrite<Item>,
	group: readonly Write<Item>[],
	signal: AbortSignal | undefined,
): Promise<void> {
	const oneByOne = async () => {
		await Promise.all(
			stillWaitedFor(group).map((each) =>
				write(pool, workspaceId, shared, [each], each.signal),
			),
		);
	};
	try {
		const rows = await writeOnce<ItemRow>(
			pool,
			{ workspaceId, signal },
			shared.statement(
				workspaceId,
				group.map(({ item }) => item),
			),
			shared.idConstraint,
		);
		if (rows) settle(group, rows, shared.idOf);
		else if (group.length === 1) group[0]!.resolve(undefined);
		else await oneByOne();
	} catch (err) {
		if (group.length > 1 && mayBeOneItemsFault(err as AppError)) {
			await oneByOne();
		} else for (const { reject } of group) reject(err);
	}
}

/** Whatever the database said of the statement; a lost connection is lost to all of them. */
function mayBeOneItemsFault({ cause }: AppError): boolean {
	return sqlState(cause) !== undefined && !isConnectionLost(cause);
}

function settle<Item>(
	group: readonly Write<Item>[],
	rows: readonly ItemRow[],
	idOf: (item: Item) => string,
): void {
	const rowsOf = Map.groupBy(rows, ({ item_id }) => item_id);
	for (const { item, resolve } of group) resolve(rowsOf.get(idOf(item)) ?? []);
}
