import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

const TICKS_PER_SECOND = Number(
	execFileSync("getconf", ["CLK_TCK"]).toString(),
);

export interface Usage {
	/** User and system time since the start, in microseconds, children that have ended included. */
	readonly cpuUs: number;
	readonly residentBytes: number;
	/** Files, sockets and the like that are open. */
	readonly openFiles: number;
}

/** Resources used by a process and all of its running descendants. */
export function usageOf(pid: number): Usage {
	let cpuUs = 0;
	let residentBytes = 0;
	let openFiles = 0;
	for (const each of withDescendants(pid)) {
		const usage = readUsage(each);
		cpuUs += usage.cpuUs;
		residentBytes += usage.residentBytes;
		openFiles += usage.openFiles;
	}
	return { cpuUs, residentBytes, openFiles };
}

function readUsage(pid: number): Usage {
	try {
		// The second field, the name, may hold spaces; what follows its bracket does not.
		const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
		const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
		const ticks = [11, 12, 13, 14].map((i) => Number(fields[i]));
		// Memory that processes share, as PostgreSQL's do, is counted once.
		const [, kilobytes] = /^Pss: +(\d+) kB$/m.exec(
			readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"),
		)!;
		return {
			cpuUs: (ticks.reduce((a, b) => a + b, 0) * 1_000_000) / TICKS_PER_SECOND,
			residentBytes: Number(kilobytes) * 1_024,
			openFiles: readdirSync(`/proc/${pid}/fd`).length,
		};
	} catch {
		return { cpuUs: 0, residentBytes: 0, openFiles: 0 }; // it has just ended
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
