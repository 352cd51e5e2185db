import { rm } from "node:fs/promises";
import { type Cluster, startCluster } from "@supportdesk/cluster/cluster.ts";
import { provisionWorkspace } from "@supportdesk/cluster/provision.ts";
import {
	type Dovecot,
	dovecotMissing,
	startDovecot,
} from "@supportdesk/testkit/dovecot.ts";
import { redisMissing } from "@supportdesk/testkit/redis.ts";
import { makeTempFolder } from "@supportdesk/testkit/temp-folder.ts";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiClient } from "../src/api-client.ts";

const START_MS = 180_000; // eight processes on a machine that runs all other tests as well
const TEST_MS = 300_000;
const TAKEOVER_MS_MAX = 60_000;
const MAILS = Number(process.env.IMAP_MAILS ?? 300);
const missing = redisMissing(true) ?? dovecotMissing();

describe.skipIf(missing)("two mail processes and an IMAP account", () => {
	let folder: string;
	let cluster: Cluster;
	let dovecot: Dovecot;
	let db: pg.Pool;

	beforeAll(async () => {
		folder = makeTempFolder("imap");
		dovecot = await startDovecot();
		cluster = await startCluster({
			folder,
			replicas: { mail: 2 },
			env: { mail: { IMAP_ALLOW: "127.0.0.0/8" } },
		});
		db = new pg.Pool({ connectionString: cluster.databaseUrl, max: 2 });
		db.on("error", () => {});
	}, START_MS);
	afterAll(async () => {
		await db?.end();
		await cluster?.stop();
		await dovecot?.close();
		await rm(folder, { recursive: true, force: true });
	}, START_MS);

	const deliver = (first: number, count: number) => {
		for (let n = first; n < first + count; n += 1)
			dovecot.deliver(
				"desk",
				[
					`From: c${n}@customer.example`,
					`Subject: Question ${n}`,
					`Message-ID: <${n}@customer.example>`,
					"",
					"It does not shine.",
					"",
				].join("\r\n"),
			);
	};
	const countMessages = async (): Promise<number> => {
		const { rows } = await db.query(
			"select count(*)::int as count from tickets.messages where type = 'inbound'",
		);
		return rows[0].count;
	};
	const readerOf = async (): Promise<string> => {
		const { rows } = await db.query("select reader from tickets.imap_accounts");
		return rows[0]?.reader;
	};

	it(
		"take every mail in once when the one that reads is killed in the middle of it, and end with the workspace's deactivation",
		async () => {
			const { key } = await provisionWorkspace(cluster.databaseUrl, "Imap", {
				plan: "enterprise",
				unlimited: true,
			});
			const [first, second] = cluster.apps.filter(({ app }) => app === "mail");
			await second!.stop();
			dovecot.addUser("desk", "secret");
			const api = createApiClient(key, () => cluster.urls[0]!);
			const { status, body } = await api.send(
				"POST",
				"/v1/mailboxes",
				{
					address: "desk@desk.example",
					intake: "imap",
					imap_url: `imap://desk:secret@127.0.0.1:${dovecot.port}/`,
				},
				"mailbox",
			);
			expect(status).toBe(201);
			const poll = { timeout: TEST_MS, interval: 50 };
			const stateOf = async () =>
				(await api.send("GET", `/v1/mailboxes/${body.id}`)).body.imap.state;
			await expect.poll(stateOf, poll).toBe("connected");
			const before = await readerOf();
			await second!.start();
			deliver(0, MAILS);
			await expect.poll(countMessages, poll).toBeGreaterThan(MAILS / 3);
			await first!.kill();
			const killedAt = performance.now();
			expect(await countMessages()).toBeLessThan(MAILS);
			await expect.poll(readerOf, poll).not.toBe(before);
			expect(performance.now() - killedAt).toBeLessThan(TAKEOVER_MS_MAX);
			await expect.poll(countMessages, poll).toBe(MAILS);
			await expect
				.poll(() => dovecot.count("desk"), poll)
				.toEqual({ seen: MAILS, unseen: 0 });
			deliver(MAILS, 1);
			await expect.poll(countMessages, poll).toBe(MAILS + 1);
			await expect.poll(stateOf, poll).toBe("connected");
			await db.query("update tickets.workspaces set deactivated_at = now()");
			await expect.poll(stateOf, poll).toBe("waiting");
			await expect.poll(() => dovecot.connections("desk"), poll).toBe(0);
		},
		TEST_MS,
	);
});
