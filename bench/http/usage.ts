import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

const TICKS_PER_SECOND = Number(
	execFileSync("getconf", ["CLK_TCK"]).toString(),
);

export interface Usage {
	/** User and system time since the start, in microseconds, children that have ended included. */
	readonly cpuUs: number;
	readonly residentBytes: number;
	/** The part of it that is neither a file's nor shared: heaps and stacks. */
	readonly anonymousBytes: number;
	/** The part of it that processes share in memory: PostgreSQL's buffers. */
	readonly sharedBytes: number;
	/** Files, sockets and the like that are open. */
	readonly openFiles: number;
}

/** Resources used by a process and all of its running descendants. */
export function usageOf(pid: number): Usage {
	let cpuUs = 0;
	let residentBytes = 0;
	let anonymousBytes = 0;
	let sharedBytes = 0;
	let openFiles = 0;
	for (const each of withDescendants(pid)) {
		const usage = readUsage(each);
		cpuUs += usage.cpuUs;
		residentBytes += usage.residentBytes;
		anonymousBytes += usage.anonymousBytes;
		sharedBytes += usage.sharedBytes;
		openFiles += usage.openFiles;
	}
	return { cpuUs, residentBytes, anonymousBytes, sharedBytes, openFiles };
}

const NONE: Usage = {
	cpuUs: 0,
	residentBytes: 0,
	anonymousBytes: 0,
	sharedBytes: 0,
	openFiles: 0,
};

function readUsage(pid: number): Usage {
	try {
		// The second field, the name, may hold spaces; what follows its bracket does not.
		const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
		const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
		const ticks = [11, 12, 13, 14].map((i) => Number(fields[i]));
		// Memory that processes share, as PostgreSQL's do, is counted once.
		const memory = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
		const bytesOf = (field: string) =>
			Number(new RegExp(`^${field}: +(\\d+) kB$`, "m").exec(memory)![1]) *
			1_024;
		return {
			cpuUs: (ticks.reduce((a, b) => a + b, 0) * 1_000_000) / TICKS_PER_SECOND,
			residentBytes: bytesOf("Pss"),
			anonymousBytes: bytesOf("Pss_Anon"),
			sharedBytes: bytesOf("Pss_Shmem"),
			openFiles: readdirSync(`/proc/${pid}/fd`).length,
		};
	} catch {
		return NONE; // it has just ended
	}
}

function withDescendants(root: number): number[] {
	const children = new Map<number, number[]>();
	for (const entry of readdirSync("/proc")) {
		if (!/^\d+$/.test(entry)) continue;
		const parent = parentOf(Number(entry));
		if (parent === undefined) continue;
		children.set(parent, [...(children.get(parent) ?? []), Number(entry)]);
	}
	const found = [root];
	for (const pid of found) found.push(...(children.get(pid) ?? []));
	return found;
}

function parentOf(pid: number): number | undefined {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
		return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
	} catch {
		return undefined;
	}
}
