// Measures the memory of every process of a cluster under load, with jobs and mails.
import { rm } from "node:fs/promises";
import { startCluster } from "@supportdesk/cluster/cluster.ts";
import { provisionWorkspace } from "@supportdesk/cluster/provision.ts";
import { readCommandLine } from "@supportdesk/testkit/command-line.ts";
import { makeTempFolder } from "@supportdesk/testkit/temp-folder.ts";
import { CASES } from "../http/cases.ts";
import { load } from "../http/load.ts";
import { fill, targetsOf } from "../http/product.ts";
import { usageOf } from "../http/usage.ts";

const values = readCommandLine(
	"bench:memory -- [--requests 200000] [--every 20000] [--tickets 50000] [--json]",
	{
		requests: { type: "string", default: "200000" },
		every: { type: "string", default: "20000" },
		tickets: { type: "string", default: "50000" },
		json: { type: "boolean", default: false },
	},
);
// Support teams read much more than they write; writes start jobs and mails.
const SHARES = {
	get: 12,
	"list of 25 by status": 4,
	"create (new contact)": 1,
	reply: 2,
	"search (unanswered, known phrasing)": 1,
};
const SLICE_MS = 1_000;
const folder = makeTempFolder("memory");
const cluster = await startCluster({
	folder,
	env: { ai: { SUPPORTDESK_MODELS_FETCH: "false" } },
});
const rows: { requests: number; memoryMb: Record<string, number> }[] = [];
try {
	const workspace = await provisionWorkspace(cluster.databaseUrl, "memory", {
		plan: "enterprise",
		unlimited: true,
	});
	const targets = targetsOf(
		await fill(cluster.databaseUrl, workspace, Number(values.tickets)),
	);
	const mix = Object.entries(SHARES).flatMap(([name, share]) => {
		const { request } = CASES.find((each) => each.name === name)!;
		return Array.from({ length: share }, () => request(targets)!);
	});
	let sent = 0;
	let next = 0;
	while (sent < Number(values.requests)) {
		const from = sent;
		const result = await load({
			url: cluster.urls[0]!,
			headers: { Authorization: `Bearer ${workspace.key}` },
			connections: 16,
			durationMs: SLICE_MS,
			request: (n) => mix[(from + n) % mix.length]!(from + n),
		});
		const refused = Object.keys(result.statuses).filter((s) => s >= "400");
		if (refused.length > 0) {
			throw new Error(`responses were ${JSON.stringify(result.statuses)}`);
		}
		sent += result.requests;
		if (sent < next) continue;
		rows.push({ requests: sent, memoryMb: memoryOf() });
		if (!values.json) print(rows.at(-1)!, rows.length === 1);
		next += Number(values.every);
	}
} finally {
	await cluster.stop();
	await rm(folder, { recursive: true, force: true });
}
if (values.json) console.log(JSON.stringify(rows, undefined, "\t"));

/** Proportional memory of each process, in MB. */
function memoryOf(): Record<string, number> {
	const all = [
		...cluster.apps.map(({ name, pid }) => [name, pid()!] as const),
		["redis", cluster.redis.pid()!] as const,
		["postgres", cluster.postgres.pid()] as const,
	];
	return Object.fromEntries(
		all.map(([name, pid]) => [
			name,
			Math.round(usageOf(pid).residentBytes / 1_048_576),
		]),
	);
}

function print(
	{ requests, memoryMb }: (typeof rows)[number],
	withHead: boolean,
): void {
	const names = Object.keys(memoryMb);
	if (withHead) {
		console.log(`| requests | ${names.map((n) => `${n} MB`).join(" | ")} |`);
		console.log(`|---${"|---".repeat(names.length)}|`);
	}
	console.log(`| ${requests} | ${Object.values(memoryMb).join(" | ")} |`);
}
