import { execFileSync } from "node:child_process";
import { once } from "node:events";
import {
	mkdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createTestDatabase } from "@supportdesk/testkit/database.ts";
import { makeTempFolder } from "@supportdesk/testkit/temp-folder.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Demo } from "../src/demo/demo.ts";
import { createClient } from "./client.ts";
import {
	type Installation,
	runInShell,
	startInstallation,
} from "./installation.ts";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 30_000 }); // starts the whole product, on a busy machine

let folder: string;
let dataDir: string;
const installations: Installation[] = [];

beforeEach(() => {
	folder = makeTempFolder("installation");
	dataDir = join(folder, "data");
});
afterEach(async () => {
	await Promise.all(installations.splice(0).map(({ kill }) => kill("SIGKILL")));
	await vi.waitFor(() => rmSync(folder, { recursive: true, force: true }), {
		timeout: 20_000, // the database is still shutting down and writes
	});
});

function start(env?: NodeJS.ProcessEnv): Installation {
	const installation = startInstallation(dataDir, env);
	installations.push(installation);
	return installation;
}

const list = async (demo: Demo, path: string) => {
	const response = await fetch(demo.base_url + path, {
		headers: { Authorization: `Bearer ${demo.keys.enterprise}` },
	});
	return (await response.json()) as { data: Record<string, unknown>[] };
};

/** For each subject of the demo's tickets a step or sentence of its answer. */
const DEMO_ANSWERS: Record<string, string> = {
	"Locked out of my account": "choose Forgot password? below the form.",
	"Charged twice this month": "write to us with both numbers",
	"Notes do not sync to my phone": "to sync now.",
	"VAT number missing on the invoice": "Type the VAT number",
	"Colleague deleted a whole notebook": "Choose Restore beside the notebook.",
	"How do I cancel?": "Choose Cancel subscription.",
	"Desktop application for Linux?": "There is a desktop app for Linux",
	"Data processing agreement for a hospital": "Talk to our sales team",
};

/** Waits for the ticket's draft and returns its body. */
function draftOf(demo: Demo, ticketId: unknown): Promise<string> {
	const path = `/v1/conversations/${ticketId}/ai-draft`;
	return vi.waitFor(async () => {
		const response = await fetch(demo.base_url + path, {
			headers: { Authorization: `Bearer ${demo.keys.enterprise}` },
		});
		expect(response.status).toBe(200);
		return ((await response.json()) as { body: string }).body;
	}, 60_000);
}

/** The README's commands that create the first ticket, and those that answer it, for this installation. */
function firstTicketOfReadme(demo: Demo): string[] {
	const readme = readFileSync(
		join(import.meta.dirname, "../../../README.md"),
		"utf8",
	);
	const section = /## A first ticket\n(.*?)\n## /s.exec(readme)![1]!;
	return [...section.matchAll(/```sh\n(.*?)\n```/gs)].map(([, commands]) =>
		`KEY=${demo.keys.growth}\n${commands}`
			.replaceAll("http://127.0.0.1:8080", demo.base_url)
			.replaceAll(/(?<=[" ])(\.\/)?\.data\//g, `${dataDir}/`)
			.replaceAll("curl ", "curl --silent --fail "),
	);
}

it("offers a newcomer a demo, keeps it, and shuts down cleanly", async () => {
	const first = start();
	const demo = await first.running();
	expect(demo).toMatchObject({
		base_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
		workspace_id: expect.stringMatching(/^wsp_/),
	});
	expect(Object.keys(demo.keys)).toEqual([
		...["starter", "growth", "scale", "enterprise"],
	]);
	expect(demo.agents).toHaveLength(3);
	expect(demo.groups).toHaveLength(2);
	expect(new Set(demo.attributes.map(({ type }) => type))).toEqual(
		new Set(["string", "number", "boolean", "date", "enum"]),
	);
	// The keys give access to the workspace: only the owner may read them.
	expect(statSync(join(dataDir, "demo.json")).mode & 0o777).toBe(0o600);
	for (const key of Object.values(demo.keys))
		expect(first.printed()).toContain(key);

	const articles = await list(demo, "/v1/knowledge/articles?limit=100");
	expect(articles.data.length).toBeGreaterThanOrEqual(12);
	expect(articles.data.every(({ status }) => status === "published")).toBe(
		true,
	);
	// The newest ones; those of the weeks before are imported in the background.
	const tickets = await list(demo, "/v1/tickets?limit=8");
	expect(tickets.data.map(({ subject }) => subject).sort()).toEqual(
		Object.keys(DEMO_ANSWERS).sort(),
	);
	await vi.waitFor(async () => {
		const page = await list(
			demo,
			"/v1/tickets?external_id=demo-past-199&status=all",
		);
		expect(page.data).toHaveLength(1);
	}, 30_000);

	for (const { id, subject } of tickets.data) {
		const draft = await draftOf(demo, id);
		expect(draft, draft).toContain(DEMO_ANSWERS[subject as string]);
	}
	await vi.waitFor(async () => {
		const gaps = await list(demo, "/v1/knowledge/gaps");
		expect(gaps.data).toHaveLength(2);
	}, 60_000);

	const [create, answer] = firstTicketOfReadme(demo);
	const described = runInShell(create!);
	await draftOf(demo, described.id);
	const [approve, listMails] = answer!
		.replaceAll("tkt_…", described.id)
		.split(/^(?=ls )/m);
	execFileSync("sh", ["-ec", approve!], { stdio: "ignore" });
	await vi.waitFor(() => {
		const mails = execFileSync("sh", ["-ec", listMails!], { stdio: "pipe" });
		expect(mails.length).toBeGreaterThan(0);
	}, 30_000);

	const line = /curl \S+\/v1\/tickets .*/.exec(first.printed())![0];
	const ticket = runInShell(line);
	expect(ticket).toMatchObject({ subject: "Cannot log in", status: "open" });

	const send = /printf .* \| curl smtp:.*/.exec(first.printed())![0];
	execFileSync("sh", ["-c", `${send} -s`]);
	const [mailbox] = demo.mailboxes;
	expect(demo.mail).toEqual({ host: "127.0.0.1", port: expect.any(Number) });
	const mailed = (await list(demo, "/v1/tickets?channel=email&limit=1"))
		.data[0]!;
	expect([mailbox!.address, mailed]).toMatchObject([
		"support@papermoss.example",
		{ subject: "Cannot log in", contact: { email: "me@customer.example" } },
	]);

	const stopping = performance.now();
	expect(await first.kill("SIGINT")).toBe(0);
	expect(performance.now() - stopping).toBeLessThan(10_000);
	const log = readFileSync(join(dataDir, "supportdesk.log"), "utf8");
	expect(log).toMatch(/"msg":"listening"[\s\S]*"msg":"stopping"/);

	const second = start();
	const kept = await second.running();
	const { base_url, mail } = kept;
	expect(kept).toEqual({ ...demo, base_url, mail });
	const after = await list(kept, "/v1/tickets?limit=11");
	expect(after.data.map(({ id }) => id)).toEqual([
		mailed.id,
		ticket.id,
		described.id,
		...tickets.data.map(({ id }) => id),
	]);
});

it("keeps every acknowledged ticket when it is killed in the middle of 200 creates", async () => {
	const first = start();
	const demo = await first.running();
	const keys = Array.from({ length: 200 }, (_, i) => `create-${i}`);
	const acknowledged = new Map<string, string>();
	const create = async ({ base_url, keys }: Demo, key: string) => {
		const api = createClient(base_url, keys.enterprise);
		const response = await api.post(
			"/v1/tickets",
			{
				subject: key,
				body: "Does it survive?",
				contact: { email: `${key}@customer.example` },
			},
			{ "Idempotency-Key": key },
		);
		expect(response.status).toBe(201);
		acknowledged.set(key, response.body.id);
		return response.body.id as string;
	};
	const queue = [...keys];
	const work = async () => {
		for (let key = queue.shift(); key; key = queue.shift())
			await create(demo, key);
	};
	const workers = Promise.allSettled(Array.from({ length: 10 }, work));
	await vi.waitFor(
		() => expect(acknowledged.size).toBeGreaterThanOrEqual(100),
		{ timeout: 60_000, interval: 1 },
	);
	await first.kill("SIGKILL");
	await workers;
	const before = new Map(acknowledged);
	expect(before.size).toBeLessThan(keys.length);

	const second = start();
	const again = await second.running();
	// Each create is repeated: an acknowledged one must return the ticket that was created then.
	for (const key of keys) {
		const id = await create(again, key);
		if (before.has(key)) expect([key, id]).toEqual([key, before.get(key)]);
	}
	const subjects = await listSubjects(again, "/v1/tickets?limit=100");
	const made = subjects.filter((subject) => subject.startsWith("create-"));
	expect(made.sort()).toEqual([...keys].sort());
});

it("fills the demo again in another database of the same data folder", async () => {
	for (let n = 0; n < 2; n += 1) {
		const database = await createTestDatabase([], async () => {});
		const installation = start({ DATABASE_URL: database.url });
		try {
			const demo = await installation.running();
			const tickets = await list(demo, "/v1/tickets?limit=8");
			expect(tickets.data.map(({ subject }) => subject).sort()).toEqual(
				Object.keys(DEMO_ANSWERS).sort(),
			);
		} finally {
			await installation.kill("SIGTERM");
			await database.drop();
		}
	}
});

async function listSubjects(demo: Demo, path: string): Promise<string[]> {
	const subjects: string[] = [];
	for (let cursor: unknown = ""; cursor !== null; ) {
		const page = (await list(
			demo,
			cursor ? `${path}&cursor=${cursor}` : path,
		)) as { data: { subject: string }[]; next_cursor?: string | null };
		subjects.push(...page.data.map(({ subject }) => subject));
		cursor = page.next_cursor ?? null;
	}
	return subjects;
}

it("reports in a sentence why it does not start", async () => {
	const running = start();
	const demo = await running.running();

	const sameData = start();
	expect(await sameData.ended()).toBe(1);
	expect(sameData.printed()).toContain(
		`in use by process ${running.process.pid}`,
	);

	const other = createServer().listen(0, "127.0.0.1");
	await once(other, "listening");
	const { port } = other.address() as AddressInfo;
	const samePort = start({ PORT: String(port) });
	expect(await samePort.ended()).toBe(1);
	expect(samePort.printed()).toContain(`Port ${port} on 127.0.0.1 is in use`);
	// The second installation has no data of its own: the sentence is not about its folder.
	const ownData = join(folder, "own-data");
	const sameMailPort = start({
		SUPPORTDESK_DATA: ownData,
		MAIL_LISTEN: `127.0.0.1:${port}`,
	});
	expect(await sameMailPort.ended()).toBe(1);
	expect(sameMailPort.printed()).toContain(
		`MAIL_LISTEN=127.0.0.1:${port} is in use`,
	);
	const noCertificate = start({
		SUPPORTDESK_DATA: ownData,
		MAIL_TLS_KEY: join(folder, "tls.key"),
		MAIL_TLS_CERT: join(folder, "tls.crt"),
	});
	expect(await noCertificate.ended()).toBe(1);
	expect(noCertificate.printed()).toMatch(
		/MAIL_TLS_CERT: It cannot be used .*ENOENT.*tls\.key/,
	);
	other.close();

	const file = join(folder, "file");
	writeFileSync(file, "");
	const noFolder = start({ SUPPORTDESK_DATA: file });
	expect(await noFolder.ended()).toBe(1);
	expect(noFolder.printed()).toContain(`${file} is not a folder`);

	const damaged = join(folder, "damaged");
	mkdirSync(damaged);
	writeFileSync(join(damaged, "secrets-key"), "");
	const noSecret = start({ SUPPORTDESK_DATA: damaged });
	expect(await noSecret.ended()).toBe(1);
	expect(noSecret.printed()).toContain(
		`${damaged}/secrets-key is damaged: take it from a backup.`,
	);

	const badSettings = start({ LOG_LEVEL: "loud", SMTP_URL: "https://mail" });
	expect(await badSettings.ended()).toBe(1);
	expect(badSettings.printed()).toMatch(/SMTP_URL: .*; LOG_LEVEL: .*"silent"/);

	// Nothing else listens there: the sentence names the setting that repeats another one's port.
	const repeated = start({
		...{ SUPPORTDESK_DATA: ownData, PORT: String(port) },
		...{ METRICS_PORT: String(port), MAIL_LISTEN: `0.0.0.0:${port}` },
	});
	expect(await repeated.ended()).toBe(1);
	expect(repeated.printed()).toContain(
		`METRICS_PORT: PORT has the port ${port}, too: choose another one; MAIL_LISTEN: PORT has`,
	);

	for (const failed of [
		...[sameData, samePort, sameMailPort, noCertificate],
		...[noFolder, noSecret, badSettings, repeated],
	])
		expect(failed.printed()).not.toContain("    at "); // no stack
	expect((await fetch(`${demo.base_url}/healthz`)).status).toBe(200);
});
