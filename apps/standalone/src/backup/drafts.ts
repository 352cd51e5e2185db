import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { isAlive } from "@supportdesk/pg-server/is-alive.ts";

/** The name of a process's incomplete file or folder. */
export function draftName(prefix: string, processId: number): string {
	return `${prefix}.${processId}`;
}

/**
 * Removes the drafts with this prefix that killed processes have left in the folder.
 *
 * @returns the other running processes that have a draft.
 */
export async function removeOrphanedDrafts(
	folder: string,
	prefix: string,
	processId: number,
): Promise<number[]> {
	const others = (await readdir(folder))
		.filter((name) => name.startsWith(`${prefix}.`))
		.map((name) => Number(name.slice(prefix.length + 1)))
		.filter((owner) => Number.isInteger(owner) && owner !== processId);
	const orphaned = others.filter((owner) => !isAlive(owner));
	for (const owner of orphaned)
		await rm(join(folder, draftName(prefix, owner)), { recursive: true });
	return others.filter((owner) => !orphaned.includes(owner));
}
