import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { makeTempFolder } from "@supportdesk/testkit/temp-folder.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Demo } from "../src/demo/demo.ts";
import { type Installation, startInstallation } from "./installation.ts";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 30_000 }); // starts the whole product, on a busy machine
const RECOVERY_TIMEOUT_MS = 60_000;

let folder: string;
let dataDir: string;
let installation: Installation;
beforeEach(() => {
	folder = makeTempFolder("killed-database");
	dataDir = join(folder, "data");
});
afterEach(async () => {
	await installation.kill("SIGKILL");
	await vi.waitFor(() => rmSync(folder, { recursive: true, force: true }), {
		timeout: 20_000, // the database is still shutting down and writes
	});
});

const send = (demo: Demo, method: string, path: string, body?: object) =>
	fetch(demo.base_url + path, {
		method,
		headers: {
			Authorization: `Bearer ${demo.keys.enterprise}`,
			"Content-Type": "application/json",
		},
		body: JSON.stringify(body),
	});

const createTicket = (demo: Demo) =>
	send(demo, "POST", "/v1/tickets", {
		subject: "How do I cancel?",
		body: "I want to cancel my subscription before it renews next week.",
		contact: { email: "cara@customer.example" },
	});

/** Nothing when it is dead already: one of its processes may still answer. */
function killDatabase(): void {
	const file = join(dataDir, "postgres/cluster/postmaster.pid");
	try {
		process.kill(Number.parseInt(readFileSync(file, "utf8"), 10), "SIGKILL");
	} catch (err) {
		if (!["ESRCH", "ENOENT"].includes((err as { code: string }).code))
			throw err;
	}
}

/** On a busy machine it may be back before a request has missed it. */
async function killUntilMissed(create: () => Promise<number>): Promise<void> {
	do killDatabase();
	while ((await create()) === 201);
}

it("restarts its database when that is killed: requests get 503 meanwhile, and no confirmed write is lost", async () => {
	installation = startInstallation(dataDir);
	const demo = await installation.running();
	const created: string[] = [];
	const statuses = new Set<number>();
	const create = async () => {
		const response = await createTicket(demo);
		const { id } = (await response.json()) as { id: string };
		statuses.add(response.status);
		if (response.status === 201) created.push(id);
		return response.status;
	};
	expect(await create()).toBe(201);
	await killUntilMissed(create);
	await vi.waitUntil(async () => (await create()) === 201, {
		timeout: RECOVERY_TIMEOUT_MS,
		interval: 50,
	});
	expect([...statuses].sort()).toEqual([201, 503]);
	for (const id of created) {
		const { status } = await send(demo, "GET", `/v1/tickets/${id}`);
		expect(status).toBe(200);
	}
	// The workers take jobs again.
	await vi.waitFor(
		async () => {
			const path = `/v1/conversations/${created.at(-1)}/ai-draft`;
			expect((await send(demo, "GET", path)).status).toBe(200);
		},
		{ timeout: RECOVERY_TIMEOUT_MS, interval: 200 },
	);
	const code = await installation.kill("SIGINT");
	expect(code, installation.printed()).toBe(0);
});

// graphile-worker tries for minutes to note how its jobs ended.
it("stops while its database is away", async () => {
	installation = startInstallation(dataDir);
	const demo = await installation.running();
	const create = async () => (await createTicket(demo)).status;
	expect(await create()).toBe(201);
	await killUntilMissed(create);
	const code = await installation.kill("SIGINT");
	expect(code, installation.printed()).toBe(0);
});
