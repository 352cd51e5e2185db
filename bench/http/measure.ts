import { CASES, type Case, type Targets } from "./cases.ts";
import { type LoadResult, load } from "./load.ts";
import { usageOf } from "./processor-time.ts";

/** Something that answers requests, and the processes that work for it. */
export interface Contender {
	readonly name: string;
	readonly url: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly targets: Targets;
	/** By name; those of one name are added up. */
	readonly processes: readonly {
		readonly name: string;
		readonly pid: number;
	}[];
	stop(): Promise<void>;
}

export interface Measurement extends LoadResult {
	readonly contender: string;
	readonly case: string;
	/** User and system time of all processes, per request. */
	readonly cpuUs: number;
	readonly cpuUsByProcess: Readonly<Record<string, number>>;
	readonly residentMbByProcess: Readonly<Record<string, number>>;
}

export interface MeasureOptions {
	readonly connections: number;
	/** At least so long, */
	readonly warmUpMs: number;
	/** and at least so many requests: V8 compiles what has run often, and a slow contender would have run less often. */
	readonly warmUpRequests?: number;
	readonly durationMs: number;
	/** Beginnings of the names of cases; all if not given. */
	readonly only?: readonly string[];
}

/**
 * Measures every case on a contender, one after the other. All are asked for once before the first is measured: what a
 * process has just begun to run often, it also compiles meanwhile. @throws Error when an answer is not the expected one.
 */
export async function measure(
	contender: Contender,
	options: MeasureOptions,
	onResult: (measurement: Measurement) => void,
): Promise<void> {
	const { only = [""], warmUpMs, warmUpRequests = 0, durationMs } = options;
	const runs = CASES.filter(({ name }) =>
		only.some((beginning) => name.startsWith(beginning)),
	).flatMap((each) => runnerOf(each, contender, options.connections) ?? []);
	for (const { run } of runs) await run(warmUpMs);
	for (const { name, adds, run, requests } of runs) {
		do await run(warmUpMs);
		while (!adds && requests() < warmUpRequests);
		const before = readUsage(contender);
		const result = await run(durationMs);
		const after = readUsage(contender);
		onResult({
			contender: contender.name,
			case: name,
			...result,
			...perRequest(before, after, result.requests),
		});
	}
}

/** Asks for a case again and again, going on where the run before has ended; undefined where it does not exist. */
function runnerOf(each: Case, contender: Contender, connections: number) {
	const request = each.request(contender.targets);
	if (!request) return undefined;
	let offset = 0;
	const run = async (durationMs: number) => {
		const { url, headers } = contender;
		const from = offset;
		const result = await load({
			url,
			headers,
			connections,
			durationMs,
			request: (n) => request(from + n),
		});
		offset += result.requests;
		const unexpected = Object.keys(result.statuses).filter(
			(status) => status !== each.status,
		);
		if (unexpected.length > 0) {
			throw new Error(
				`${contender.name}, ${each.name}: answers were ${JSON.stringify(result.statuses)}`,
			);
		}
		return result;
	};
	const { name, adds = false } = each;
	return { name, adds, run, requests: () => offset };
}

type Usages = Record<string, { cpuUs: number; residentBytes: number }>;

function readUsage({ processes }: Contender): Usages {
	const usages: Usages = {};
	for (const { name, pid } of processes) {
		const usage = usageOf(pid);
		const sum = usages[name];
		usages[name] = {
			cpuUs: usage.cpuUs + (sum?.cpuUs ?? 0),
			residentBytes: usage.residentBytes + (sum?.residentBytes ?? 0),
		};
	}
	return usages;
}

function perRequest(before: Usages, after: Usages, requests: number) {
	const cpuUsByProcess: Record<string, number> = {};
	const residentMbByProcess: Record<string, number> = {};
	for (const [name, usage] of Object.entries(after)) {
		cpuUsByProcess[name] = (usage.cpuUs - before[name]!.cpuUs) / requests;
		residentMbByProcess[name] = usage.residentBytes / 1_048_576;
	}
	const cpuUs = Object.values(cpuUsByProcess).reduce((a, b) => a + b, 0);
	return { cpuUs, cpuUsByProcess, residentMbByProcess };
}
