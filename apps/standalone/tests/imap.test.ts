import {
	type Dovecot,
	dovecotMissing,
	startDovecot,
} from "@supportdesk/testkit/dovecot.ts";
import { startTcpProxy } from "@supportdesk/testkit/tcp-proxy.ts";
import {
	afterAll,
	beforeAll,
	beforeEach,
	describe,
	expect,
	it,
	onTestFinished,
	vi,
} from "vitest";
import {
	createImapMailbox,
	imapUrl,
	mailNumber,
	openSession,
	PASSWORD,
	subjectsOf,
	untilState,
} from "./imap.ts";
import {
	startProduct,
	type TestProduct,
	type TestWorkspace,
} from "./product.ts";

// The long form is IMAP_MAILS=10000.
const WAITING = Number(process.env.IMAP_MAILS ?? 300);
vi.setConfig({ testTimeout: 120_000 + WAITING * 200 });
const LONG = { timeout: 60_000 + WAITING * 100, interval: 200 };
// An idle machine takes less than two seconds. Without IDLE the server is asked twice a minute.
const IDLE_MS_MAX = 10_000;

describe.skipIf(dovecotMissing())(
	"a mailbox that reads an IMAP account",
	() => {
		let dovecot: Dovecot;
		let product: TestProduct;
		let workspace: TestWorkspace;
		let user: string;

		beforeAll(async () => {
			dovecot = await startDovecot();
			product = await startProduct({
				transport: "process",
				env: { IMAP_ALLOW: "127.0.0.0/8" },
			});
		});
		afterAll(async () => {
			await product.stop();
			await dovecot.close();
		});
		beforeEach(async () => {
			workspace = await product.createWorkspace();
			user = `u${crypto.randomUUID().slice(0, 8)}`;
			dovecot.addUser(user, PASSWORD);
		});

		const connected = async (port = dovecot.port) => {
			const mailbox = await createImapMailbox(
				workspace.api,
				imapUrl(port, user),
			);
			await untilState(workspace.api, mailbox.path, "connected");
			return mailbox;
		};
		const deliver = (first: number, count: number, body?: string) => {
			for (let n = first; n < first + count; n += 1)
				dovecot.deliver(user, mailNumber(n, { body }));
		};
		const subjects = (count: number, first = 0) =>
			Array.from({ length: count }, (_, n) => `Question ${first + n}`);
		const untilTickets = async (count: number) => {
			await expect
				.poll(async () => (await product.ticketIds(workspace.id)).length, LONG)
				.toBe(count);
			expect((await subjectsOf(workspace.api)).toSorted()).toEqual(
				subjects(count).toSorted(),
			);
		};

		it("opens a ticket as soon as a mail is delivered, and marks the mail as read", async () => {
			const { path } = await connected();
			const started = performance.now();
			deliver(0, 1);
			await expect
				.poll(() => subjectsOf(workspace.api), { interval: 20 })
				.toEqual(subjects(1));
			expect(performance.now() - started).toBeLessThan(IDLE_MS_MAX);
			await expect
				.poll(() => dovecot.count(user))
				.toEqual({ seen: 1, unseen: 0 });
			await expect
				.poll(async () => (await workspace.api.get(path)).body.imap)
				.toEqual({
					state: "connected",
					error: null,
					last_mail_at: expect.any(String),
					last_skipped: null,
				});
		});

		it("takes in all mails that wait, in their order, and nothing twice when UIDVALIDITY has changed", async () => {
			deliver(0, WAITING);
			const { path } = await connected();
			await untilTickets(WAITING);
			await expect
				.poll(() => dovecot.count(user), LONG)
				.toEqual({ seen: WAITING, unseen: 0 });
			await dovecot.stop();
			await untilState(workspace.api, path, "failed");
			dovecot.forgetUids(user);
			deliver(WAITING, 1);
			await dovecot.start();
			await untilTickets(WAITING + 1);
			await expect
				.poll(() => dovecot.count(user), LONG)
				.toEqual({ seen: WAITING + 1, unseen: 0 });
			expect((await untilState(workspace.api, path, "connected")).error).toBe(
				null,
			);
		});

		it("answers no mail automatically that was in the account long before", async () => {
			const session = await openSession(dovecot, user);
			const longAgo = new Date("2020-01-01T00:00:00Z");
			await session.append("INBOX", mailNumber(0), [], longAgo);
			await session.logout();
			await createImapMailbox(workspace.api, imapUrl(dovecot.port, user), {
				auto_reply: { enabled: true, body: "We have your mail." },
			});
			await untilTickets(1);
			deliver(1, 1);
			await untilTickets(2);
			await product.nextMailTo("c1@customer.example");
			await product.runJobsNow();
			expect(product.mailsTo("c0@customer.example")).toEqual([]);
		});

		it("fetches a mail again after its connection was cut in the middle of it", async () => {
			const proxy = await startTcpProxy(() => dovecot.port);
			onTestFinished(proxy.close);
			const { path } = await connected(proxy.port);
			deliver(0, 3);
			await untilTickets(3);
			proxy.breakWith({ kind: "trickle", bytesPerSecond: 20_000 });
			deliver(3, 2, "A long line of a long mail.\r\n".repeat(50_000));
			await untilState(workspace.api, path, "connected");
			proxy.breakWith({ kind: "reset" });
			await untilState(workspace.api, path, "failed");
			expect(await product.ticketIds(workspace.id)).toHaveLength(3);
			proxy.breakWith(undefined);
			await untilTickets(5);
		});

		it("goes on by itself after the server was restarted", async () => {
			const { path } = await connected();
			await dovecot.stop();
			const { error } = await untilState(workspace.api, path, "failed");
			expect(error).not.toBe(null);
			deliver(0, 2);
			await dovecot.start();
			await untilTickets(2);
		});

		it.each([
			["Support requests", "Support%20requests"],
			["Büro & Empfang 日本", "B%C3%BCro%20%26%20Empfang%20%E6%97%A5%E6%9C%AC"],
			['The "big" ones\\', "The%20%22big%22%20ones%5C"],
			["Shop/Returns/2026", "Shop/Returns/2026"],
			["100% {5} (*)", "100%25%20%7B5%7D%20(*)"],
		])("reads the folder %j", async (folder, path) => {
			const session = await openSession(dovecot, user);
			await session.mailboxCreate(folder);
			await session.append(folder, mailNumber(0));
			await session.logout();
			await createImapMailbox(workspace.api, imapUrl(dovecot.port, user, path));
			await untilTickets(1);
		});

		it("says why it cannot log in, never shows the password, and goes on when it is set right", async () => {
			const wrong = "a-wrong-password-to-keep";
			const { path } = await createImapMailbox(
				workspace.api,
				imapUrl(dovecot.port, user, "", wrong),
			);
			const { error } = await untilState(workspace.api, path, "failed");
			expect(error).toBe("The server refuses the user or the password.");
			expect(await product.tablesWith([wrong, PASSWORD])).toEqual([]);
			deliver(0, 1);
			await workspace.api.patch(path, {
				imap_url: imapUrl(dovecot.port, user),
			});
			await untilTickets(1);
		});

		it("says that there is no such folder", async () => {
			const { path } = await createImapMailbox(
				workspace.api,
				imapUrl(dovecot.port, user, "Nowhere"),
			);
			const { error } = await untilState(workspace.api, path, "failed");
			expect(error).toBe("The account has no folder with this name.");
		});

		it("closes the connection of a mailbox that was deleted, or takes mail in by other ways", async () => {
			const { path } = await connected();
			expect(dovecot.connections(user)).toBe(1);
			await workspace.api.patch(path, { intake: "smtp" });
			await expect.poll(() => dovecot.connections(user)).toBe(0);
			expect((await workspace.api.get(path)).body.imap).toBe(null);
			await workspace.api.patch(path, { intake: "imap" });
			await untilState(workspace.api, path, "connected");
			await workspace.api.delete(path);
			await expect.poll(() => dovecot.connections(user)).toBe(0);
		});
	},
);
