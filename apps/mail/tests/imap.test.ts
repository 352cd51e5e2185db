import { createLogger } from "@supportdesk/logger/logger.ts";
import { createProcessMetrics } from "@supportdesk/metrics/process-metrics.ts";
import { createMemoryShare } from "@supportdesk/pg/memory-share.ts";
import { allowedNetworks } from "@supportdesk/public-addresses/allowed-address.ts";
import type { TicketsApi } from "@supportdesk/rpc/service-api.ts";
import {
	type Dovecot,
	dovecotMissing,
	startDovecot,
} from "@supportdesk/testkit/dovecot.ts";
import {
	afterAll,
	afterEach,
	beforeAll,
	beforeEach,
	describe,
	expect,
	it,
} from "vitest";
import type { LeasedAccount } from "../src/imap/reader.ts";
import { createReaders, type Readers } from "../src/imap/readers.ts";
import { createMetrics } from "../src/metrics.ts";

const MIB = 1024 * 1024;
const log = createLogger({ name: "test", level: "silent" });

interface Report {
	readonly state: string;
	readonly error: string;
	readonly skipped: string;
	readonly position?: { readonly lastUid: number };
}

describe.skipIf(dovecotMissing())("the reader of IMAP accounts", () => {
	let dovecot: Dovecot;
	let readers: Readers;
	let mails: string[];
	let reports: Report[];
	let user: string;

	beforeAll(async () => {
		// Without IDLE, as some servers are.
		dovecot = await startDovecot(
			"imap_capability = IMAP4rev1 SASL-IR LITERAL+ STARTTLS\n",
		);
	});
	afterAll(() => dovecot.close());
	beforeEach(() => {
		mails = [];
		reports = [];
		user = `u${crypto.randomUUID().slice(0, 8)}`;
		dovecot.addUser(user, "secret");
	});
	afterEach(() => readers.stop());

	const read = (imapUrl: string, networks: string[] = ["127.0.0.0/8"]) => {
		const account: LeasedAccount = {
			workspaceId: "wsp_a",
			mailboxId: "mbx_a",
			imapUrl,
			position: undefined,
		};
		const tickets = {
			leaseImapAccounts: async () => ({ accounts: [account] }),
			async reportImapAccount(report: Report) {
				reports.push(report);
				return { leased: true };
			},
		} as unknown as TicketsApi;
		readers = createReaders(
			{
				tickets,
				log,
				clock: { now: () => new Date() },
				metrics: createMetrics(createProcessMetrics()),
				submitMail: async (raw) => {
					mails.push(raw.toString().slice(0, 40).split("\r\n")[0]!);
					return undefined as never;
				},
				memory: createMemoryShare({
					bytesMax: 80 * MIB,
					workspaceBytesMax: 40 * MIB,
					waitMsMax: 60_000,
				}),
				random: () => 1,
			},
			{
				reader: "r",
				allowed: allowedNetworks(networks),
				unverifiedHosts: [],
				accountsMax: 10,
				turnMs: 100,
				idleMs: 60_000,
				pollMs: 200,
			},
		);
		readers.start();
	};
	const urlOf = (port: number) =>
		`imap://${user}:secret@127.0.0.1:${port}/INBOX`;
	const deliver = (subject: string, bytes = 0) =>
		dovecot.deliver(
			user,
			`Subject: ${subject}\r\n\r\n${"A line of a mail.\r\n".repeat(bytes / 19)}`,
		);
	const failure = async () => {
		await expect.poll(() => reports.at(-1)?.state).toBe("failed");
		return reports.at(-1)!.error;
	};

	it("asks a server that has no IDLE for new mail again and again", async () => {
		read(urlOf(dovecot.port));
		await expect.poll(() => reports.at(-1)?.state).toBe("connected");
		deliver("one");
		await expect.poll(() => mails).toEqual(["Subject: one"]);
		deliver("two");
		await expect.poll(() => mails).toEqual(["Subject: one", "Subject: two"]);
	});

	it("reads by TLS from the beginning", async () => {
		deliver("one");
		read(urlOf(dovecot.tlsPort).replace("imap:", "imaps:"));
		await expect.poll(() => mails).toEqual(["Subject: one"]);
	});

	it("leaves a mail of more than 35 MiB where it is, says so, and goes on", async () => {
		deliver("one");
		deliver("large", 36 * MIB);
		deliver("two");
		read(urlOf(dovecot.port));
		await expect
			.poll(() => [...mails].sort(), { timeout: 30_000 })
			.toEqual(["Subject: one", "Subject: two"]);
		await expect
			.poll(() => dovecot.count(user))
			.toEqual({ seen: 2, unseen: 1 });
		await expect
			.poll(() => reports.map(({ skipped }) => skipped))
			.toContain("A mail has more than 35 MiB. It stays in the account.");
		// Marked as seen, a mail is not yet reported.
		await expect.poll(() => reports.at(-1)?.position?.lastUid).toBe(3);
	});

	it("connects to no address that is not public, unless the operator allows it", async () => {
		read(urlOf(dovecot.port), []);
		expect(await failure()).toBe(
			"imap_url leads to an address that is not public. The operator can allow networks with IMAP_ALLOW.",
		);
		expect(dovecot.connections(user)).toBe(0);
	});

	it("says that a server cannot be reached", async () => {
		read(urlOf(1));
		expect(await failure()).toBe(
			"The server cannot be reached (ECONNREFUSED).",
		);
	});
});
