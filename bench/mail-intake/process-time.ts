import { readdirSync, readFileSync } from "node:fs";

const TICKS_PER_SECOND = 100; // USER_HZ on every Linux that Node runs on

interface Stat {
	readonly pid: number;
	readonly parent: number;
	readonly ticks: number;
}

/** Processor time that a process and its descendants have used, in milliseconds, by what they are. Linux only. */
export function processTime(root: number): Map<string, number> {
	const stats = readdirSync("/proc")
		.filter((name) => /^\d+$/.test(name))
		.flatMap(statOf);
	const known = new Set([root]);
	// Parents have lower ids than their children, but for those that were started after the ids have wrapped.
	for (let size = 0; size < known.size; ) {
		size = known.size;
		for (const { pid, parent } of stats) if (known.has(parent)) known.add(pid);
	}
	const total = new Map<string, number>();
	for (const { pid, ticks } of stats) {
		if (!known.has(pid)) continue;
		const name = nameOf(pid, root);
		const ms = (ticks * 1000) / TICKS_PER_SECOND;
		total.set(name, (total.get(name) ?? 0) + ms);
	}
	return total;
}

function statOf(name: string): Stat[] {
	try {
		const text = readFileSync(`/proc/${name}/stat`, "utf8");
		const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
		// utime, stime, and those of children that have ended.
		const ticks = [11, 12, 13, 14].reduce(
			(sum, i) => sum + Number(fields[i]),
			0,
		);
		return [{ pid: Number(name), parent: Number(fields[1]), ticks }];
	} catch {
		return []; // it has ended
	}
}

function nameOf(pid: number, root: number): string {
	if (pid === root) return "product";
	try {
		const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
		return command.includes("reader/main.ts") ? "parser" : "postgres";
	} catch {
		return "postgres";
	}
}
