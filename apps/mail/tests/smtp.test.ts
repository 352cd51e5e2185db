import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { join } from "node:path";
import { serviceUnavailable } from "@supportdesk/errors/app-error.ts";
import { createLogger } from "@supportdesk/logger/logger.ts";
import { makeTempFolder } from "@supportdesk/testkit/temp-folder.ts";
import { createTransport } from "nodemailer";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { loadConfig } from "../src/config.ts";
import { createService, type Service } from "../src/service.ts";
import { fakeTickets } from "./fake-tickets.ts";
import { openSmtp } from "./smtp-client.ts";

const MIB = 1024 * 1024;
const log = createLogger({ name: "test", level: "silent" });
const tickets = fakeTickets();
const noSuchName = () =>
	Promise.reject(Object.assign(new Error("none"), { code: "ENOTFOUND" }));
let hours = 0;
const clock = {
	now: () => new Date(Date.now() + hours * 60 * 60 * 1000),
};
let service: Service;
let port: number;
let other: Server;

beforeAll(async () => {
	const folder = makeTempFolder("smtp");
	other = createServer();
	other.listen(0, "127.0.0.1");
	await once(other, "listening");
	const { port: taken } = other.address() as AddressInfo;
	const [key, cert] = ["key.pem", "cert.pem"].map((name) => join(folder, name));
	execFileSync("openssl", [
		...["req", "-x509", "-newkey", "ec", "-pkeyopt"],
		...["ec_paramgen_curve:P-256", "-nodes", "-days", "1"],
		...["-subj", "/CN=mx.desk.example", "-keyout", key!, "-out", cert!],
	]);
	const config = loadConfig({
		INTERNAL_SECRET: "a secret that only tests know, long enough",
		TICKETS_URL: "127.0.0.1:1",
		MAIL_LISTEN: `127.0.0.1:${taken},127.0.0.1:0`,
		MAIL_TLS_KEY: key,
		MAIL_TLS_CERT: cert,
	});
	service = createService(
		config,
		log,
		{ tickets: tickets.api },
		{ resolveName: noSuchName, clock },
	);
	port = (await service.start())!;
});
afterAll(async () => {
	other.close();
	await service.stop();
});
beforeEach(() => {
	tickets.mails.length = 0;
	tickets.failure = undefined;
	tickets.before = async () => {};
});

/** A session that has been greeted, with a sender and a recipient. */
async function begun(to = "support@desk.example", from?: string) {
	const client = await openSmtp(port, from);
	await client.reply();
	await client.ask("EHLO customer.example");
	await client.ask("MAIL FROM:<mia@customer.example>");
	expect(await client.ask(`RCPT TO:<${to}>`)).toMatch(/^250/);
	return client;
}

async function send(data: string, to?: string): Promise<string> {
	const client = await begun(to);
	expect(await client.ask("DATA")).toMatch(/^354/);
	const reply = await client.ask(`${data}\r\n.`);
	client.socket.destroy();
	return reply;
}

describe("the SMTP listener", () => {
	it("takes in what a mail program sends, by STARTTLS", async () => {
		const transport = createTransport({
			host: "127.0.0.1",
			port,
			requireTLS: true,
			tls: { rejectUnauthorized: false },
		});
		const { response } = await transport.sendMail({
			from: "Mia <mia@customer.example>",
			to: ["support+token@desk.example", "Sales@desk.example"],
			subject: "Grüße 🙂",
			text: ".first\n..second\n",
			attachments: [{ filename: "a.bin", content: Buffer.alloc(MIB, 7) }],
		});
		transport.close();
		expect(response).toMatch(/^250 2\.0\.0/);
		expect(tickets.mails).toHaveLength(2);
		expect(tickets.mails[0]).toMatchObject({
			workspaceId: "wsp_support",
			mailboxId: "mbx_support",
			recipients: ["support+token@desk.example"],
			envelopeFrom: "mia@customer.example",
			from: { name: "Mia", address: "mia@customer.example" },
			subject: "Grüße 🙂",
			text: expect.stringContaining(".first\n..second"),
			files: [{ filename: "a.bin", size: MIB }],
		});
		expect(tickets.mails[1]).toMatchObject({ mailboxId: "mbx_sales" });
	});

	it("takes what a program sends every day without Message-ID and date for a mail each time", async () => {
		const alert = "From: <cron@customer.example>\r\nSubject: Full\r\n\r\nDisk";
		for (const each of [0, 24]) {
			hours = each;
			expect(await send(alert)).toMatch(/^250/);
		}
		hours = 0;
		const [first, second] = tickets.mails.map(({ contentHash }) =>
			Buffer.from(contentHash).toString("hex"),
		);
		expect(second).not.toBe(first);
	});

	it("says 250 only when the mail is committed", async () => {
		let commit = () => {};
		const reached = new Promise<void>((resolve) => {
			tickets.before = () => {
				resolve();
				return new Promise((done) => {
					commit = done;
				});
			};
		});
		let reply: string | undefined;
		const sent = send("Subject: x\r\n\r\ny").then((text) => {
			reply = text;
		});
		await reached;
		expect(reply).toBeUndefined();
		commit();
		await sent;
		expect(reply).toMatch(/^250/);
	});

	it("refuses an address that is no mailbox, and relays nothing", async () => {
		const client = await begun();
		for (const address of ["x@elsewhere.example", "x@desk.example.org", "x"])
			expect(await client.ask(`RCPT TO:<${address}>`)).toMatch(/^5/);
		expect(await client.ask("RCPT TO:<a@elsewhere.example>")).toMatch(
			/^550 5\.1\.1/,
		);
		client.socket.destroy();
	});

	it("asks for another try while the tickets service is unavailable", async () => {
		const client = await begun();
		tickets.failure = serviceUnavailable();
		expect(await client.ask("RCPT TO:<b@desk.example>")).toMatch(/^451 4\.3/);
		await client.ask("DATA");
		expect(await client.ask("Subject: x\r\n\r\ny\r\n.")).toMatch(/^451 4\.3/);
		tickets.failure = new Error("broken");
		await client.ask("MAIL FROM:<mia@customer.example>");
		expect(await client.ask("RCPT TO:<b@desk.example>")).toMatch(/^451/);
		client.socket.destroy();
		expect(tickets.mails).toEqual([]);
	});

	it("refuses more than 35 MiB, announced or not, and goes on", async () => {
		const client = await begun();
		await client.ask("RSET");
		expect(
			await client.ask(`MAIL FROM:<a@b.example> SIZE=${36 * MIB}`),
		).toMatch(/^552/);
		await client.ask("MAIL FROM:<a@b.example>");
		await client.ask("RCPT TO:<support@desk.example>");
		await client.ask("DATA");
		const line = `${"x".repeat(998)}\r\n`;
		client.send("Subject: x\r\n\r\n");
		client.send(line.repeat(36 * 1_049));
		expect(await client.ask(".")).toMatch(/^552 5\.3\.4/);
		expect(await client.ask("NOOP")).toMatch(/^250/);
		client.socket.destroy();
		expect(tickets.mails).toEqual([]);
	});

	it.each([
		["a bare LF", "a\nb"],
		["a bare CR", "a\rb"],
		["an end that only others see", "a\n.\nMAIL FROM:<evil@x.example>\r\n"],
		["another one", "a\r.\rMAIL FROM:<evil@x.example>"],
		[
			"a third one",
			"a\n.\r\nMAIL FROM:<evil@x.example>\r\nRCPT TO:<s@desk.example>",
		],
	])("refuses a mail with %s", async (_what, body) => {
		expect(await send(`Subject: x\r\n\r\n${body}`)).toMatch(/^550 5\.6\.0/);
		expect(tickets.mails).toEqual([]);
	});

	it("takes a null return path for automatic, and keeps a relay's address out of SPF", async () => {
		const client = await openSmtp(port);
		await client.reply();
		await client.ask("EHLO relay.example");
		await client.ask("MAIL FROM:<>");
		await client.ask("RCPT TO:<support@desk.example>");
		await client.ask("DATA");
		expect(await client.ask("Subject: x\r\n\r\ny\r\n.")).toMatch(/^250/);
		client.socket.destroy();
		expect(tickets.mails[0]).toMatchObject({
			envelopeFrom: "",
			authentication: { spf: "none", dkim: "none", dmarc: "none" },
		});
	});

	it("closes connections that send endless lines or too many, and takes others' mail meanwhile", async () => {
		const endless = await openSmtp(port);
		await endless.reply();
		endless.send("x".repeat(100_000));
		await endless.closed;
		const many = [];
		for (let i = 0; i < 22; i += 1) many.push(await openSmtp(port));
		const greetings = await Promise.all(many.map((each) => each.reply()));
		const refused = greetings.filter((text) => text.startsWith("421"));
		expect(refused).toHaveLength(2);
		await Promise.all(
			many.map((each) => {
				each.socket.destroy();
				return each.closed;
			}),
		);
		await expect
			.poll(async () => {
				const again = await openSmtp(port);
				const text = await again.reply();
				again.socket.destroy();
				return text.slice(0, 3);
			})
			.toBe("220");
		expect(await send("Subject: x\r\n\r\ny")).toMatch(/^250/);
	});

	it("takes in mail beside a peer whose mails are as large as may be and do not end", async () => {
		const line = `${"x".repeat(998)}\r\n`;
		const endless = [];
		for (let i = 0; i < 5; i += 1) {
			const client = await begun();
			await client.ask("DATA");
			const sent = new Promise((done) =>
				client.socket.write(line.repeat(34 * 1_048), done),
			);
			endless.push(client);
			await sent;
		}
		const other = await begun("support@desk.example", "127.0.0.2");
		await other.ask("DATA");
		other.send(`Subject: x\r\n\r\n${line.repeat(1_048)}`);
		expect(await other.ask(".")).toMatch(/^250/);
		for (const { socket } of [other, ...endless]) socket.destroy();
	});

	it("knows no AUTH, VRFY tells nothing, and gibberish is refused", async () => {
		const client = await openSmtp(port);
		await client.reply();
		expect(await client.ask("EHLO x")).not.toMatch(/AUTH/);
		expect(await client.ask("AUTH PLAIN AGEAYg==")).toMatch(/^5/);
		expect(await client.ask("VRFY support@desk.example")).toMatch(/^252/);
		expect(await client.ask("GET / HTTP/1.1")).toMatch(/^[45]/);
		client.socket.destroy();
	});
});
