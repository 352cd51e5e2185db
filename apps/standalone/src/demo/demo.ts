import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { writePrivate } from "../data-folder.ts";
import { StartError } from "../start-error.ts";

const Plan = z.enum(["starter", "growth", "scale", "enterprise"]);
export const PLANS = Plan.options;

const Demo = z.object({
	base_url: z.string(),
	workspace_id: z.string(),
	keys: z.record(Plan, z.string()),
	agents: z.array(
		z.object({ id: z.string(), name: z.string(), email: z.string() }),
	),
	groups: z.array(z.object({ id: z.string(), name: z.string() })),
	attributes: z.array(z.object({ key: z.string(), type: z.string() })),
	// Missing in files of versions that took no mail in.
	mail: z
		.object({ host: z.string(), port: z.number() })
		.nullable()
		.default(null),
	mailboxes: z
		.array(z.object({ id: z.string(), address: z.string() }))
		.default([]),
});

/** The demo workspace as described in `demo.json`, for users and programs of this machine. */
export type Demo = z.infer<typeof Demo>;

/**
 * Reads the file; undefined if it is missing or damaged: a new workspace is better than a failed start.
 *
 * @throws StartError for a file that cannot be read, because it may be valid
 */
export function readDemo(path: string): Demo | undefined {
	if (!existsSync(path)) return undefined;
	const text = readText(path);
	try {
		return Demo.parse(JSON.parse(text));
	} catch {
		return undefined;
	}
}

function readText(path: string): string {
	try {
		return readFileSync(path, "utf8");
	} catch (err) {
		throw new StartError(
			`The file ${path} cannot be read by this user (${(err as NodeJS.ErrnoException).code}).`,
		);
	}
}

export function writeDemo(path: string, demo: Demo): void {
	writePrivate(path, demo);
}
