import { readFile } from "node:fs/promises";

const RESIDENT = /^VmRSS:\s+(\d+) kB$/m;

/** The memory that a process holds; undefined where the system does not say. */
export async function residentBytes(pid: number): Promise<number | undefined> {
	try {
		const status = await readFile(`/proc/${pid}/status`, "utf8");
		const kilobytes = RESIDENT.exec(status)?.[1];
		return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
	} catch {
		return undefined; // not on Linux, or the process has ended
	}
}
