import { quantileOf } from "../quantile.ts";
import { CASES, type Case, type Targets } from "./cases.ts";
import { load, type Request } from "./load.ts";
import { usageOf } from "./usage.ts";

/** A workspace of a measured server. */
export interface Customer {
	readonly headers: Readonly<Record<string, string>>;
	readonly targets: Targets;
}

/** A measured server, and its processes. */
export interface Contender {
	readonly name: string;
	readonly url: string;
	/** Take turns, request by request. */
	readonly customers: readonly Customer[];
	/** By name; those of one name are added up. */
	readonly processes: readonly {
		readonly name: string;
		readonly pid: number;
	}[];
	stop(): Promise<void>;
}

export interface Round {
	readonly requests: number;
	readonly requestsPerSecond: number;
	/** User and system time of all processes, per request. */
	readonly cpuUs: number;
	readonly cpuUsByProcess: Readonly<Record<string, number>>;
}

/** One contender's figures for one case and number of connections. */
export interface Measurement {
	readonly contender: string;
	readonly case: string;
	readonly connections: number;
	readonly rounds: readonly Round[];
	/** Milliseconds, over all rounds. */
	readonly p50: number;
	readonly p95: number;
	readonly p99: number;
}

export interface MeasureOptions {
	/** Requests in flight: each case is measured with each of these numbers. */
	readonly connections: readonly number[];
	readonly rounds: number;
	/** Of each round. */
	readonly durationMs: number;
	/** At least so long, */
	readonly warmUpMs: number;
	/** at most so long beyond that, */
	readonly warmUpMsMax?: number;
	/** and at least so many requests: V8 compiles what has run often, and a slow contender would have run less often. */
	readonly warmUpRequests?: number;
	/** Beginnings of the names of cases; all if not given. */
	readonly only?: readonly string[];
	/** Called before each step with its description and the share of steps done. */
	readonly onProgress?: (step: string, done: number) => void;
}

/**
 * Measures every case on all contenders in turn, round by round, so that other load on the machine affects all of
 * them. Each serves every case before the first is measured, because V8 still compiles code that has just become
 * hot. @throws Error when a response is not the expected one.
 */
export async function measureInTurn(
	contenders: readonly Contender[],
	options: MeasureOptions,
): Promise<Measurement[]> {
	const { rounds, warmUpMs, warmUpRequests = 0, durationMs } = options;
	const { warmUpMsMax = Number.POSITIVE_INFINITY } = options;
	const { only = [""], onProgress = () => {} } = options;
	const runners = CASES.filter(({ name }) =>
		only.some((beginning) => name.startsWith(beginning)),
	).flatMap((each) =>
		options.connections.flatMap((connections) =>
			contenders.flatMap(
				(contender) => runnerOf(each, contender, connections) ?? [],
			),
		),
	);
	let steps = 0;
	const step = (what: string, { contender, name, connections }: Runner) =>
		onProgress(
			`${what}: ${name}, ${connections} connections, ${contender}`,
			steps++ / (runners.length * (2 + rounds)),
		);
	for (const each of runners) {
		step("warm up", each);
		await each.run(warmUpMs);
	}
	const keyOf = ({ name, connections }: Runner) => `${name} ${connections}`;
	for (const sameCase of Map.groupBy(runners, keyOf).values()) {
		for (const each of sameCase) {
			step("warm up again", each);
			const until = performance.now() + warmUpMsMax;
			do await each.run(warmUpMs);
			while (
				!each.adds &&
				each.requests() < warmUpRequests &&
				performance.now() < until
			);
		}
		for (let round = 1; round <= rounds; round += 1) {
			for (const each of sameCase) {
				step(`round ${round} of ${rounds}`, each);
				await each.measure(durationMs);
			}
		}
	}
	return runners.map((each) => each.measurement());
}

type Runner = NonNullable<ReturnType<typeof runnerOf>>;

/** Repeats the requests of a case, continuing where the last run ended; undefined where the case does not exist. */
function runnerOf(each: Case, contender: Contender, connections: number) {
	const request = requestsOf(each, contender);
	if (!request) return undefined;
	const { name, adds = false } = each;
	const rounds: Round[] = [];
	const latenciesMs: number[] = [];
	let offset = 0;
	const run = async (durationMs: number) => {
		const from = offset;
		const result = await load({
			url: contender.url,
			headers: {},
			connections,
			durationMs,
			request: (n) => request(from + n),
		}).catch((cause: unknown) => {
			throw new Error(`${contender.name}, ${name}: no response`, { cause });
		});
		offset += result.requests;
		const unexpected = Object.keys(result.statuses).filter(
			(status) => status !== each.status,
		);
		if (unexpected.length > 0) {
			throw new Error(
				`${contender.name}, ${name}: responses were ${JSON.stringify(result.statuses)}`,
			);
		}
		return result;
	};
	const measure = async (durationMs: number) => {
		const before = cpuUsOf(contender);
		const result = await run(durationMs);
		const after = cpuUsOf(contender);
		const { requests, requestsPerSecond } = result;
		const cpuUsByProcess: Record<string, number> = {};
		for (const process of Object.keys(after))
			cpuUsByProcess[process] = (after[process]! - before[process]!) / requests;
		const cpuUs = Object.values(cpuUsByProcess).reduce((a, b) => a + b, 0);
		rounds.push({ requests, requestsPerSecond, cpuUs, cpuUsByProcess });
		for (const ms of result.latenciesMs) latenciesMs.push(ms);
	};
	const measurement = (): Measurement => ({
		contender: contender.name,
		case: name,
		connections,
		rounds,
		p50: quantileOf(latenciesMs, 0.5),
		p95: quantileOf(latenciesMs, 0.95),
		p99: quantileOf(latenciesMs, 0.99),
	});
	const requests = () => offset;
	return {
		contender: contender.name,
		connections,
		name,
		adds,
		run,
		requests,
		measure,
		measurement,
	};
}

/** The case's requests, of one customer after the other; undefined where no customer has them. */
function requestsOf(
	each: Case,
	{ customers }: Contender,
): ((n: number) => Request) | undefined {
	const sources = customers.flatMap(({ headers, targets }) => {
		const request = each.request(targets);
		return request ? [{ headers, request }] : [];
	});
	if (sources.length === 0) return undefined;
	return (n) => {
		const { headers, request } = sources[n % sources.length]!;
		const made = request(Math.floor(n / sources.length));
		return { ...made, headers: { ...headers, ...made.headers } };
	};
}

/** Processor time of each process since its start, in microseconds. */
export const cpuUsOf = (contender: Contender) =>
	byProcess(contender, (pid) => usageOf(pid).cpuUs);

/** Proportional memory of each process, in MB. */
export const memoryMbOf = (contender: Contender) =>
	byProcess(contender, (pid) => usageOf(pid).residentBytes / 1_048_576);

function byProcess(
	{ processes }: Contender,
	figure: (pid: number) => number,
): Record<string, number> {
	const sums: Record<string, number> = {};
	for (const { name, pid } of processes)
		sums[name] = (sums[name] ?? 0) + figure(pid);
	return sums;
}
