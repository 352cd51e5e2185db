import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectedError } from "../client.ts";
import { createMailbox, messagesOf, rawMail, upload } from "../mail.ts";
import { TRANSPORTS } from "../product.ts";
import { type MailDesk, sender, startMailDesk } from "./desk.ts";

const PNG =
	"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

describe.each(TRANSPORTS)("tickets from mail over %s", (transport) => {
	let desk: MailDesk;

	beforeAll(async () => {
		desk = await startMailDesk(transport);
	});
	afterAll(() => desk.product.stop());

	it("opens a ticket with the mailbox's group, whose raw mail can be downloaded", async () => {
		const from = sender();
		const raw = rawMail({
			from: `Mia <${from}>`,
			to: desk.mailbox.address,
			subject: "=?utf-8?q?Gr=C3=BC=C3=9Fe?=",
			body: "It does not shine.\r\n\r\n-- \r\nMia",
		});
		const message = await desk.mailbox.receive(raw);
		expect(message).toMatchObject({
			type: "inbound",
			status: "received",
			body: "It does not shine.",
			body_format: "text",
			author: { type: "contact", name: "Mia", email: from },
			quoted_text: expect.stringContaining("Mia"),
			authentication: { spf: "none", dkim: "none", dmarc: "none" },
		});
		expect(await desk.ticketOf(message.ticket_id)).toMatchObject({
			subject: "Grüße",
			channel: "email",
			status: "open",
			group: desk.workspace.groups[0],
			contact: { email: from, name: "Mia" },
		});
		const original = await desk.api.get(message.raw_url);
		expect([original.status, original.text]).toEqual([200, raw]);
		const events = await desk.product.eventsOf(
			"tickets",
			desk.workspace.id,
			message.id,
		);
		expect(events.map(({ type }) => type)).toEqual(["message.created"]);
	});

	it("gives the raw mail of a message also by the merged ticket that it was written in", async () => {
		const raw = rawMail({ from: sender(), to: desk.mailbox.address });
		const message = await desk.mailbox.receive(raw);
		const into = await desk.mailbox.receive({ from: sender() });
		await desk.api.post(`/v1/tickets/${message.ticket_id}/merge`, {
			into: into.ticket_id,
		});
		const path = `messages/${message.id}/raw`;
		for (const id of [message.ticket_id, into.ticket_id]) {
			const { status, text } = await desk.api.get(`/v1/tickets/${id}/${path}`);
			expect([status, text]).toEqual([200, raw]);
		}
		const other = await desk.mailbox.receive({ from: sender() });
		const { body } = await desk.api.get(
			`/v1/tickets/${other.ticket_id}/${path}`,
		);
		expect(body).toEqual(expectedError("not_found", "raw_mail_not_found"));
	});

	it("lists the tickets of a mailbox alone", async () => {
		const other = await createMailbox(desk.product, desk.workspace);
		const { ticket_id } = await other.receive({ from: sender() });
		await desk.mailbox.receive({ from: sender() });
		for (const list of ["tickets", "conversations"]) {
			const listed = await desk.api.get(`/v1/${list}`, { mailbox: other.id });
			expect(listed.body.data).toMatchObject([{ id: ticket_id }]);
		}
		const foreign = await desk.product.createWorkspace();
		const query = { mailbox: other.id };
		const { body } = await foreign.api.get("/v1/tickets", query);
		expect(body.data).toEqual([]);
	});

	it("takes the same mail in once, by whatever way it comes again", async () => {
		const raw = rawMail({ from: sender(), to: desk.mailbox.address });
		const first = await desk.mailbox.send(raw);
		expect(first.status).toBe(201);
		expect(first.headers.get("location")).toBe(
			`/v1/tickets/${first.body.ticket_id}`,
		);
		const other = await createMailbox(desk.product, desk.workspace);
		for (const again of [
			await desk.mailbox.send(raw),
			await desk.mailbox.send(`Received: from x by y; ${Date()}\r\n${raw}`),
			await desk.mailbox.send(raw.replaceAll("\r\n", "\n")),
			await other.send(raw),
		])
			expect([again.status, again.body]).toEqual([200, first.body]);
		expect(await messagesOf(desk.api, first.body.ticket_id)).toHaveLength(1);
	});

	it("takes a mail that comes by twenty ways at once in once", async () => {
		const raw = rawMail({ from: sender(), to: desk.mailbox.address });
		const send = async (): ReturnType<typeof desk.mailbox.send> => {
			const answer = await desk.mailbox.send(raw);
			// They wait for each other; on a busy machine some of them too long.
			return answer.status === 503 ? send() : answer;
		};
		const all = await Promise.all(Array.from({ length: 20 }, send));
		expect(all.filter(({ status }) => status === 201)).toHaveLength(1);
		expect(new Set(all.map(({ text }) => text)).size).toBe(1);
	});

	it("honours an idempotency key, and refuses it for another mail", async () => {
		const url = `${desk.product.url}/v1/mailboxes/${desk.mailbox.id}/mails`;
		const headers = { "idempotency-key": crypto.randomUUID() };
		const raw = rawMail({ from: sender() });
		const first = await upload(url, desk.workspace.key, raw, headers);
		const again = await upload(url, desk.workspace.key, raw, headers);
		expect([again.status, again.text]).toEqual([201, first.text]);
		expect(again.headers.get("idempotent-replayed")).toBe("true");
		const another = await upload(url, desk.workspace.key, `${raw}x`, headers);
		expect([another.status, another.body.error.code]).toEqual([
			422,
			"idempotency_key_reused",
		]);
	});

	it("takes mail in while no name can be resolved", async () => {
		desk.product.dns.silent = true;
		const message = await desk.mailbox.receive({ from: sender() });
		desk.product.dns.silent = false;
		expect(["none", "temperror"]).toContain(message.authentication.dmarc);
	});

	it("keeps images in place, and other files as attachments", async () => {
		const boundary = "b1";
		const message = await desk.mailbox.receive({
			from: sender(),
			headers: {
				"MIME-Version": "1.0",
				"Content-Type": `multipart/related; boundary=${boundary}`,
			},
			body: [
				`--${boundary}`,
				"Content-Type: text/html; charset=utf-8",
				"",
				'<p>See <img src="cid:pic@x" onerror="alert(1)"></p><script>alert(2)</script>',
				`--${boundary}`,
				'Content-Type: image/png; name="pic.png"',
				"Content-ID: <pic@x>",
				"Content-Disposition: inline",
				"Content-Transfer-Encoding: base64",
				"",
				PNG,
				`--${boundary}`,
				"Content-Type: text/csv",
				'Content-Disposition: attachment; filename="a.csv"',
				"",
				"a,b",
				`--${boundary}--`,
			].join("\r\n"),
		});
		const [image] = message.attachments;
		expect(
			message.attachments.map((each: { filename: string }) => each.filename),
		).toEqual(["pic.png", "a.csv"]);
		expect(message.body).toBe(`<p>See <img src="${image.url}" /></p>`);
		expect((await desk.api.get(image.url)).status).toBe(200);
	});

	it("makes a ticket with the raw mail attached of what cannot be read", async () => {
		const nested = Array.from(
			{ length: 60 },
			(_, i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}`,
		).join("\r\n");
		const raw = `From: <${sender()}>\r\nSubject: Deep\r\nMessage-ID: <${crypto.randomUUID()}@x.example>\r\nMIME-Version: 1.0\r\n${nested}\r\n\r\nx`;
		const message = await desk.mailbox.receive(raw);
		expect(message.body).toMatch(/could not be read/);
		const [file] = message.attachments;
		expect(file).toMatchObject({ filename: "mail.eml" });
		expect((await desk.api.get(file.url)).text).toBe(raw);
	});

	it("makes a ticket of a mail without a sender", async () => {
		const message = await desk.mailbox.receive({ from: "nobody" });
		expect(message.author).toMatchObject({ name: "Unknown sender", email: "" });
	});

	it("refuses a mailbox of another workspace, an empty body, JSON, and a key without the scope", async () => {
		const other = await desk.product.createWorkspace();
		const url = `${desk.product.url}/v1/mailboxes/${desk.mailbox.id}/mails`;
		const foreign = await upload(url, other.key, rawMail());
		expect(foreign.body).toEqual(
			expectedError("not_found", "mailbox_not_found"),
		);
		const empty = await upload(url, desk.workspace.key, "");
		expect(empty.body.error.code).toBe("missing_parameter");
		const json = await desk.api.post(
			`/v1/mailboxes/${desk.mailbox.id}/mails`,
			{},
		);
		expect(json.body.error.code).toBe("unsupported_media_type");
		const reader = await desk.product.createKey(desk.workspace, "tickets:read");
		const refused = await reader.post(
			`/v1/mailboxes/${desk.mailbox.id}/mails`,
			{},
		);
		expect(refused.status).toBe(403);
		const { ticket_id, id } = await desk.mailbox.receive({ from: sender() });
		const path = `/v1/tickets/${ticket_id}/messages/${id}/raw`;
		expect((await other.api.get(path)).body).toEqual(
			expectedError("not_found", "raw_mail_not_found"),
		);
	});
});
