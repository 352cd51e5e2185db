import pg from "pg";
import {
	isWorthRepeating,
	saysUnavailable,
	sqlState,
} from "../connection/sqlstate.ts";

// The code (serialization_failure) on which graphile-worker tries a statement again soonest: after 50 ms, and then at
// growing intervals of at most 7.5 s. With the codes of a lost connection it waits from three seconds up to three minutes,
// and so would a stop that comes in between, and jobs after the database is back.
const TRY_AGAIN = "40001";

export interface JobPoolConfig extends pg.PoolConfig {
	/** Whether the connections are a pooler's, in transaction mode. */
	readonly isPooled?: boolean;
	/** False behind a pooler that does not keep prepared statements. */
	readonly prepares?: boolean | undefined;
}

// How graphile-worker removes a job that has ended.
const REMOVAL = /^complete_job\/[^/]+$/;
const ONE_ID = "= $1::bigint";
const SEVERAL_IDS = "= any($1::bigint[])";

// The worker listens to notifications, which nothing needs: `wake-workers.ts` wakes it. A pooler's connection would receive
// them while it serves another client, or none.
const LISTENING = /^(UN)?LISTEN /;

/**
 * A pool for graphile-worker. The worker repeats what fails in a few of the ways in which a database can be away;
 * every other one, a reset or a full disk among them, it throws without a listener, which ends the process. Here all of
 * them are reported as one that it retries.
 */
export function createJobPool(config: JobPoolConfig): JobPool {
	const removals = new Removals();
	const pool: JobPool = new JobPool({
		...config,
		Client: class extends JobClient {
			constructor(options?: JobPoolConfig) {
				super(options, removals, () => pool.isStopping);
			}
		},
	});
	return pool;
}

const NO_ROWS = { rows: [], rowCount: 0 };

/** Whose every statement is done at once, and none is sent. */
const NO_CLIENT = {
	query: async () => NO_ROWS,
	release() {},
} as unknown as pg.PoolClient;

export class JobPool extends pg.Pool {
	/**
	 * From then on a statement that the database cannot answer because it is away counts as done: the worker, which gives
	 * back its jobs when it stops, would try for minutes or end the process. What it held is given back when its lock is found gone.
	 */
	isStopping = false;

	override connect(): Promise<pg.PoolClient>;
	override connect(
		callback: Parameters<typeof pg.Pool.prototype.connect>[0],
	): void;
	override connect(
		callback?: Parameters<typeof pg.Pool.prototype.connect>[0],
	): Promise<pg.PoolClient> | undefined {
		if (callback) {
			super.connect(callback);
			return undefined;
		}
		return super.connect().catch((err) => {
			if (this.isStopping && isAway(err)) return NO_CLIENT;
			rethrow(err);
		});
	}
}

interface RemovalQuery {
	readonly name: string;
	readonly text: string;
	readonly values: readonly string[];
}

/**
 * Removes the jobs that end in one turn of the event loop, as those do that were taken together, by one statement. It is
 * the statement of each of them: when it fails, the worker tries each again.
 */
class Removals {
	#ids: string[] | undefined;
	#removed: Promise<unknown> = Promise.resolve();

	add(
		{ text, values }: RemovalQuery,
		send: (query: object) => Promise<unknown>,
	): Promise<unknown> {
		if (this.#ids) {
			this.#ids.push(...values);
			return this.#removed;
		}
		const ids = [...values];
		this.#ids = ids;
		this.#removed = new Promise((resolve) => setImmediate(resolve)).then(() => {
			this.#ids = undefined;
			return send({ text: text.replace(ONE_ID, SEVERAL_IDS), values: [ids] });
		});
		return this.#removed;
	}
}

class JobClient extends pg.Client {
	readonly #isPooled: boolean;
	readonly #prepares: boolean;
	readonly #removals: Removals;
	readonly #isStopping: () => boolean;

	constructor(
		config: JobPoolConfig = {},
		removals: Removals,
		isStopping: () => boolean,
	) {
		super(config);
		this.#removals = removals;
		this.#isStopping = isStopping;
		this.#isPooled = config.isPooled ?? false;
		this.#prepares = config.prepares ?? true;
	}

	// biome-ignore lint/suspicious/noExplicitAny: pg's query has ten signatures, all passed on as they are.
	override query(...args: any[]): any {
		const [query, ...rest] = args;
		if (isRemoval(query)) {
			const name = `${query.name}/several`;
			return this.#removals.add(query, (several) =>
				this.query({ ...several, name }),
			);
		}
		// biome-ignore lint/suspicious/noExplicitAny: the same.
		const result = (super.query as any)(this.#adapt(query), ...rest);
		if (!(result instanceof Promise)) return result;
		return result.catch((err) => {
			if (this.#isStopping() && isAway(err)) return NO_ROWS;
			rethrow(err);
		});
	}

	#adapt(query: unknown): unknown {
		if (typeof query === "string") {
			return this.#isPooled && LISTENING.test(query) ? "select" : query;
		}
		return this.#prepares ? query : { ...(query as object), name: undefined };
	}
}

function isRemoval(query: unknown): query is RemovalQuery {
	const { name = "", text = "" } = query as Partial<RemovalQuery>;
	return REMOVAL.test(name) && text.includes(ONE_ID);
}

function isAway(err: unknown): boolean {
	const state = sqlState(err);
	return state === undefined || saysUnavailable(state);
}

function rethrow(err: unknown): never {
	// Deadlocks and the like it repeats by itself, and sooner.
	throw isAway(err) && !isWorthRepeating(err) && err instanceof Error
		? Object.assign(err, { code: TRY_AGAIN })
		: err;
}
