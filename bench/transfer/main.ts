// Measures an export of many tickets while others write, and the memory of the processes that it passes; then imports.
import { rm } from "node:fs/promises";
import { type Cluster, startCluster } from "@supportdesk/cluster/cluster.ts";
import {
	provisionWorkspace,
	type Workspace,
} from "@supportdesk/cluster/provision.ts";
import { readCommandLine } from "@supportdesk/testkit/command-line.ts";
import { makeTempFolder } from "@supportdesk/testkit/temp-folder.ts";
import { fill } from "../http/product.ts";
import { usageOf } from "../http/usage.ts";

const values = readCommandLine(
	"bench:transfer -- [--tickets 100000] [--rows 10000]",
	{
		tickets: { type: "string", default: "100000" },
		rows: { type: "string", default: "10000" },
	},
);
const SAMPLE_MS = 100;
const WRITE_EVERY_MS = 50;
const ROWS_PER_REQUEST = 1_000;
const MIB = 1024 * 1024;
const WORDS =
	"refund order card password account delivery invoice shoes parcel week payment address return".split(
		" ",
	);

const folder = makeTempFolder("transfer");
const cluster = await startCluster({
	folder,
	env: { ai: { SUPPORTDESK_MODELS_FETCH: "false" } },
});
try {
	const workspace = await provisionWorkspace(cluster.databaseUrl, "transfer", {
		plan: "enterprise",
		unlimited: true,
	});
	const ids = await fill(
		cluster.databaseUrl,
		workspace,
		Number(values.tickets),
	);
	const api = clientOf(cluster.urls[0]!, workspace);
	await exportAll(api, { created_before: "2000-01-01" }); // what is loaded once
	const first = await measureExport(cluster, api, ids);
	const second = await measureExport(cluster, api, ids);
	const imported = await measureImport(cluster, api, Number(values.rows));
	console.log(
		JSON.stringify({ exports: [first, second], imported }, undefined, "\t"),
	);
} finally {
	await cluster.stop();
	await rm(folder, { recursive: true, force: true });
}

type Send = (method: string, path: string, body?: unknown) => Promise<Response>;

function clientOf(url: string, { key }: Workspace): Send {
	return (method, path, body) =>
		fetch(url + path, {
			method,
			headers: {
				authorization: `Bearer ${key}`,
				"content-type": "application/json",
			},
			...(body !== undefined && { body: JSON.stringify(body) }),
		});
}

/** Reads an export to its end; returns the ids of its tickets and its bytes. */
async function exportAll(
	send: Send,
	query: Readonly<Record<string, string>> = {},
) {
	const response = await send(
		"GET",
		`/v1/exports/tickets?${new URLSearchParams(query)}`,
	);
	const ids: string[] = [];
	const decoder = new TextDecoder();
	let bytes = 0;
	let rest = "";
	let isDone = false;
	for await (const chunk of response.body!) {
		bytes += chunk.length;
		const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
		rest = lines.pop()!;
		for (const line of lines) {
			const { ticket, done } = JSON.parse(line);
			if (ticket) ids.push(ticket.id);
			isDone ||= done === true;
		}
	}
	return { ids, bytes, isDone };
}

/** Samples the memory of processes until it is stopped. */
function watchMemory(cluster: Cluster) {
	const peaks: Record<string, number> = {};
	const read = () => {
		for (const { name, pid } of cluster.apps) {
			const used = usageOf(pid()!).residentBytes / MIB;
			const [app] = name.split(/[^a-z]/) as [string];
			peaks[app] = Math.round(Math.max(peaks[app] ?? 0, used));
		}
	};
	read();
	const before = { ...peaks };
	const timer = setInterval(read, SAMPLE_MS);
	return {
		stop() {
			clearInterval(timer);
			return { before, peaks };
		},
	};
}

async function measureExport(
	cluster: Cluster,
	send: Send,
	changed: readonly string[],
) {
	const memory = watchMemory(cluster);
	const startedMs = performance.now();
	let writes = 0;
	const writer = setInterval(() => {
		writes += 1;
		const id = changed[writes % changed.length]!;
		void send("PATCH", `/v1/tickets/${id}`, { subject: `Changed ${writes}` });
		void send("POST", "/v1/tickets", {
			subject: "New",
			body: "While it runs.",
			contact: { email: `new${writes}@customer.example` },
		});
	}, WRITE_EVERY_MS);
	const { ids, bytes, isDone } = await exportAll(send);
	clearInterval(writer);
	const seconds = (performance.now() - startedMs) / 1000;
	const { before, peaks } = memory.stop();
	const seen = new Set(ids);
	return {
		tickets: ids.length,
		twice: ids.length - seen.size,
		missing: changed.filter((id) => !seen.has(id)).length,
		isDone,
		seconds: Math.round(seconds),
		megabytes: Math.round(bytes / MIB),
		writesMeanwhile: 2 * writes,
		memoryMbBefore: { gateway: before.gateway, tickets: before.tickets },
		memoryMbAtMost: { gateway: peaks.gateway, tickets: peaks.tickets },
	};
}

async function measureImport(cluster: Cluster, send: Send, rows: number) {
	const memory = watchMemory(cluster);
	const startedMs = performance.now();
	let created = 0;
	for (let from = 0; from < rows; from += ROWS_PER_REQUEST) {
		const tickets = Array.from(
			{ length: Math.min(ROWS_PER_REQUEST, rows - from) },
			(_, n) => rowOf(from + n),
		);
		const response = await send("POST", "/v1/imports/tickets", { tickets });
		created += ((await response.json()) as { created: number }).created;
	}
	const { before, peaks } = memory.stop();
	return {
		rows,
		created,
		seconds: Math.round((performance.now() - startedMs) / 1000),
		memoryMbBefore: { gateway: before.gateway, tickets: before.tickets },
		memoryMbAtMost: { gateway: peaks.gateway, tickets: peaks.tickets },
	};
}

function rowOf(n: number) {
	const body = (m: number) =>
		Array.from(
			{ length: 60 },
			(_, i) => WORDS[(n * 7 + m * 3 + i * i) % 13],
		).join(" ");
	return {
		external_id: `old-${n}`,
		subject: `An old question ${n}`,
		contact: { email: `old${n % 3_000}@customer.example` },
		created_at: "2019-03-01T09:30:00Z",
		messages: Array.from({ length: 4 }, (_, m) => ({
			type: m % 2 === 0 ? "inbound" : "outbound",
			body: body(m),
			created_at: `2019-03-0${m + 1}T09:30:00Z`,
		})),
	};
}
