import { once } from "node:events";
import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { startSmtpSink } from "@supportdesk/testkit/smtp-sink.ts";
import { makeTempFolder } from "@supportdesk/testkit/temp-folder.ts";
import { describe, expect, it, onTestFinished } from "vitest";
import {
	createMailTransport,
	type MailTransport,
	PartlyRefused,
} from "./transport.ts";

const mail = {
	messageId: "<msg_1@desk.co>",
	from: { name: "Ann", address: "support@desk.co" },
	to: { name: "Bo", address: "bo@ex.com" },
	subject: "Hello",
	text: "First\n.\nLast",
};
const TIMEOUTS = { greetingMs: 200, silenceMs: 200 };

function open(config: { smtpUrl?: string; outboxDir?: string }): MailTransport {
	const transport = createMailTransport(
		{ smtpUrl: config.smtpUrl, outboxDir: config.outboxDir ?? "unused" },
		TIMEOUTS,
	);
	onTestFinished(() => transport.close());
	return transport;
}

/** A server that treats every connection with `greet`. */
async function startServer(greet: (socket: Socket) => void): Promise<string> {
	const sockets = new Set<Socket>();
	const server = createServer((socket) => {
		sockets.add(socket);
		socket.on("error", () => {}); // the client hangs up on us: that is the test
		greet(socket);
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	onTestFinished(() => {
		for (const socket of sockets) socket.destroy();
		server.close();
	});
	return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function startSink() {
	const sink = await startSmtpSink();
	onTestFinished(() => sink.close());
	return sink;
}

describe("over SMTP", () => {
	it("hands the mail to the server, to the letter", async () => {
		const sink = await startSink();
		await open({ smtpUrl: sink.url }).send(mail);
		expect(sink.mails).toHaveLength(1);
		expect(sink.mails[0]).toMatchObject({
			from: "support@desk.co",
			to: ["bo@ex.com"],
		});
		expect(sink.mails[0]!.raw).toContain("Message-ID: <msg_1@desk.co>");
		expect(sink.mails[0]!.raw).toContain("First\r\n.\r\nLast");
	});

	it.each([451, 550])(
		"fails when the server answers %i, and works again after",
		async (code) => {
			const sink = await startSink();
			const transport = open({ smtpUrl: sink.url });
			sink.answerWith(code);
			await expect(transport.send(mail)).rejects.toMatchObject({
				responseCode: code,
			});
			sink.answerWith(undefined);
			await transport.send(mail);
			expect(sink.attempts).toBe(2);
			expect(sink.mails).toHaveLength(1);
		},
	);

	it("takes the refusal of a copy for no failure, and that of the recipient for one that is final", async () => {
		const sink = await startSink();
		const transport = open({ smtpUrl: sink.url });
		sink.refuse("cy@ex.com");
		const copied = { ...mail, cc: [{ name: "", address: "cy@ex.com" }] };
		expect(await transport.send(copied)).toBe(1);
		expect(sink.mails[0]!.to).toEqual(["bo@ex.com"]);
		const other = { ...copied, to: { name: "", address: "cy@ex.com" } };
		await expect(
			transport.send({ ...other, cc: [mail.to] }),
		).rejects.toMatchObject({
			constructor: PartlyRefused,
			cause: { responseCode: 550, command: "RCPT TO" },
		});
		await expect(transport.send({ ...other, cc: [] })).rejects.toMatchObject({
			responseCode: 550,
		});
	});

	it("sends the same Message-ID when it sends again", async () => {
		const sink = await startSink();
		const transport = open({ smtpUrl: sink.url });
		await transport.send(mail);
		await transport.send(mail);
		const ids = sink.mails.map(({ raw }) => /^Message-ID: .*$/m.exec(raw)?.[0]);
		expect(ids).toEqual([ids[0], ids[0]]);
	});

	it("gives up on a server that never greets", async () => {
		const smtpUrl = await startServer(() => {});
		await expect(open({ smtpUrl }).send(mail)).rejects.toMatchObject({
			code: "ETIMEDOUT",
		});
	});

	it("gives up on a server that falls silent", async () => {
		const smtpUrl = await startServer((socket) => {
			socket.write("220 here I am\r\n");
		});
		await expect(open({ smtpUrl }).send(mail)).rejects.toMatchObject({
			code: "ETIMEDOUT",
		});
	});

	it("fails when the server drops the connection", async () => {
		const smtpUrl = await startServer((socket) => {
			socket.write("220 here I am\r\n");
			socket.once("data", () => socket.destroy());
		});
		await expect(open({ smtpUrl }).send(mail)).rejects.toThrow();
	});

	it("fails when no server listens", async () => {
		await expect(
			open({ smtpUrl: "smtp://127.0.0.1:1" }).send(mail),
		).rejects.toThrow();
	});

	it("reads no file and fetches no address for a mail", async () => {
		const sink = await startSink();
		const transport = open({ smtpUrl: sink.url });
		for (const source of [{ path: "/etc/hostname" }, { href: sink.url }]) {
			await expect(
				transport.send({ ...mail, attachments: [source] }),
			).rejects.toThrow();
		}
		expect(sink.mails).toEqual([]);
	});
});

describe("into the outbox", () => {
	async function startOutbox() {
		const parent = makeTempFolder("outbox");
		onTestFinished(() => rm(parent, { recursive: true }));
		const outboxDir = join(parent, "not", "there", "yet");
		return { outboxDir, transport: open({ outboxDir }) };
	}

	it("writes one file, named for the message", async () => {
		const { outboxDir, transport } = await startOutbox();
		await transport.send(mail);
		expect(await readdir(outboxDir)).toEqual(["msg_1.eml"]);
		const written = await readFile(join(outboxDir, "msg_1.eml"), "utf8");
		expect(written).toContain("Message-ID: <msg_1@desk.co>");
		expect(written).toContain("To: Bo <bo@ex.com>");
	});

	it("lets a repeat take the first one's place", async () => {
		const { outboxDir, transport } = await startOutbox();
		await transport.send(mail);
		await transport.send({ ...mail, text: "Second" });
		expect(await readdir(outboxDir)).toEqual(["msg_1.eml"]);
		expect(await readFile(join(outboxDir, "msg_1.eml"), "utf8")).toContain(
			"Second",
		);
	});

	it("keeps one whole file when two deliveries of a mail overlap", async () => {
		const { outboxDir, transport } = await startOutbox();
		await Promise.all(Array.from({ length: 20 }, () => transport.send(mail)));
		expect(await readdir(outboxDir)).toEqual(["msg_1.eml"]);
		expect(await readFile(join(outboxDir, "msg_1.eml"), "utf8")).toContain(
			"Last",
		);
	});

	it("lets no other user of the machine read the mails", async () => {
		const { outboxDir, transport } = await startOutbox();
		await transport.send(mail);
		const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
		expect(await modeOf(join(outboxDir, "msg_1.eml"))).toBe(0o600);
		expect(await modeOf(outboxDir)).toBe(0o700);
	});

	it("fails when the folder cannot be made", async () => {
		const parent = makeTempFolder("outbox");
		onTestFinished(() => rm(parent, { recursive: true }));
		await writeFile(join(parent, "file"), "");
		await expect(
			open({ outboxDir: join(parent, "file", "outbox") }).send(mail),
		).rejects.toMatchObject({ code: "ENOTDIR" });
	});
});
