import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isAlive } from "@supportdesk/pg-server/is-alive.ts";
import { freePort } from "@supportdesk/testkit/free-port.ts";
import {
	makeTempFolder,
	removeFolder,
} from "@supportdesk/testkit/temp-folder.ts";
import { afterAll, beforeAll, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const START_MS = 120_000;

let folder: string;
let running: ChildProcess;
let printed = "";
let url: string;

beforeAll(async () => {
	folder = makeTempFolder("dev-cluster");
	const port = await freePort();
	url = `http://127.0.0.1:${port}`;
	const { DATABASE_URL: _, ...env } = process.env;
	running = spawn(process.execPath, [join(ROOT, "scripts/dev-cluster.ts")], {
		env: {
			...env,
			PORT: String(port),
			SUPPORTDESK_DATA: folder,
			SUPPORTDESK_MODELS_FETCH: "false",
		},
		stdio: ["ignore", "pipe", "pipe"],
	});
	const started = new Promise<void>((resolve, reject) => {
		const read = (chunk: Buffer) => {
			printed += chunk;
			if (printed.includes("The cluster is running")) resolve();
		};
		running.stdout!.on("data", read);
		running.stderr!.on("data", read);
		running.once("exit", () => reject(new Error(`it ended:\n${printed}`)));
	});
	await started;
}, START_MS);
afterAll(async () => {
	if (running.exitCode === null && running.signalCode === null) {
		running.kill("SIGKILL");
		await once(running, "exit");
	}
	removeFolder(folder);
});

it("starts the six apps as processes, which serve a request together", async () => {
	const demo = JSON.parse(readFileSync(join(folder, "demo.json"), "utf8"));
	const response = await fetch(`${url}/v1/tickets`, {
		method: "POST",
		headers: {
			Authorization: `Bearer ${demo.keys.growth}`,
			"Content-Type": "application/json",
		},
		body: JSON.stringify({
			subject: "Cannot log in",
			body: "My password is refused.",
			contact: { email: "me@customer.example" },
		}),
	});
	expect(response.status).toBe(201);
	const ticket = (await response.json()) as { id: string };
	expect(ticket.id).toMatch(/^tkt_/);
	expect(processes().map(([app]) => app)).toEqual([
		"gateway",
		"tickets",
		"knowledge",
		"events",
		"mail",
		"ai",
	]);
});

it("leaves no process behind when it is stopped", async () => {
	const pids = processes().map(([, pid]) => pid);
	const postgres = Number(
		readFileSync(join(folder, "postgres/cluster/postmaster.pid"), "utf8").split(
			"\n",
		)[0],
	);
	running.kill("SIGINT");
	const [code] = await once(running, "exit");
	expect(code).toBe(0);
	expect([...pids, postgres].filter(isAlive)).toEqual([]);
	expect(existsSync(join(folder, "postgres/cluster/postmaster.pid"))).toBe(
		false,
	);
});

/** The printed names and process ids of the apps. */
function processes(): [string, number][] {
	return [...printed.matchAll(/^ {2}(\w+) +\S+ +process (\d+)$/gm)].map(
		([, app, pid]) => [app!, Number(pid)],
	);
}
