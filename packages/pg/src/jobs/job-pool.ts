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
export function createJobPool(config: JobPoolConfig): pg.Pool {
	const removals = new Removals();
	class Client extends JobClient {
		constructor(options?: JobPoolConfig) {
			super(options, removals);
		}
	}
	return new JobPool({ ...config, Client });
}

class JobPool extends pg.Pool {
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
		return super.connect().catch(rethrow);
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

	constructor(config: JobPoolConfig = {}, removals = new Removals()) {
		super(config);
		this.#removals = removals;
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
		return result instanceof Promise ? result.catch(rethrow) : result;
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

function rethrow(err: unknown): never {
	const state = sqlState(err);
	const isAway = state === undefined || saysUnavailable(state);
	// Deadlocks and the like it repeats by itself, and sooner.
	throw isAway && !isWorthRepeating(err) && err instanceof Error
		? Object.assign(err, { code: TRY_AGAIN })
		: err;
}
