import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import type { Client } from "./client.ts";
import { expectedError } from "./client.ts";
import {
	createMailbox,
	messagesOf,
	rawMail,
	type TestMailbox,
	upload,
} from "./mail.ts";
import {
	startProduct,
	type TestProduct,
	type TestWorkspace,
	TRANSPORTS,
} from "./product.ts";

const PNG =
	"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

describe.each(TRANSPORTS)("mail that comes in over %s", (transport) => {
	let product: TestProduct;
	let workspace: TestWorkspace;
	let mailbox: TestMailbox;
	let api: Client;
	const sender = () => `mia-${crypto.randomUUID()}@customer.example`;

	beforeAll(async () => {
		product = await startProduct({
			transport,
			env: { MAIL_PLUS_ADDRESSES: "true" },
		});
		workspace = await product.createWorkspace();
		api = workspace.api;
		mailbox = await createMailbox(product, workspace, {
			group_id: workspace.groups[0]!.id,
		});
	});
	afterAll(() => product.stop());

	const ticketOf = async (id: string) =>
		(await api.get(`/v1/tickets/${id}`)).body;
	const conversationOf = async (id: string) =>
		(await api.get(`/v1/conversations/${id}`)).body;
	const reply = async (ticketId: string, body = "Is it plugged in?") => {
		const path = `/v1/tickets/${ticketId}/messages`;
		const { body: message } = await api.post(path, { body, type: "outbound" });
		const mail = await product.nextMail(message.id);
		const [, messageId] = /^Message-ID: (<.*>)$/im.exec(mail.text)!;
		return { message, messageId: messageId! };
	};

	it("opens a ticket with the mailbox's group, whose raw mail can be downloaded", async () => {
		const from = sender();
		const raw = rawMail({
			from: `Mia <${from}>`,
			to: mailbox.address,
			subject: "=?utf-8?q?Gr=C3=BC=C3=9Fe?=",
			body: "It does not shine.\r\n\r\n-- \r\nMia",
		});
		const message = await mailbox.receive(raw);
		expect(message).toMatchObject({
			type: "inbound",
			status: "received",
			body: "It does not shine.",
			body_format: "text",
			author: { type: "contact", name: "Mia", email: from },
			quoted_text: expect.stringContaining("Mia"),
			authentication: { spf: "none", dkim: "none", dmarc: "none" },
		});
		expect(await ticketOf(message.ticket_id)).toMatchObject({
			subject: "Grüße",
			channel: "email",
			status: "open",
			group: workspace.groups[0],
			contact: { email: from, name: "Mia" },
		});
		const original = await api.get(message.raw_url);
		expect([original.status, original.text]).toEqual([200, raw]);
		const events = await product.eventsOf("tickets", workspace.id, message.id);
		expect(events.map(({ type }) => type)).toEqual(["message.created"]);
	});

	it("gives the raw mail of a message also by the merged ticket that it was written in", async () => {
		const raw = rawMail({ from: sender(), to: mailbox.address });
		const message = await mailbox.receive(raw);
		const into = await mailbox.receive({ from: sender() });
		await api.post(`/v1/tickets/${message.ticket_id}/merge`, {
			into: into.ticket_id,
		});
		const path = `messages/${message.id}/raw`;
		for (const id of [message.ticket_id, into.ticket_id]) {
			const { status, text } = await api.get(`/v1/tickets/${id}/${path}`);
			expect([status, text]).toEqual([200, raw]);
		}
		const other = await mailbox.receive({ from: sender() });
		const { body } = await api.get(`/v1/tickets/${other.ticket_id}/${path}`);
		expect(body).toEqual(expectedError("not_found", "raw_mail_not_found"));
	});

	it("lists the tickets of a mailbox alone", async () => {
		const other = await createMailbox(product, workspace);
		const { ticket_id } = await other.receive({ from: sender() });
		await mailbox.receive({ from: sender() });
		for (const list of ["tickets", "conversations"]) {
			const listed = await api.get(`/v1/${list}`, { mailbox: other.id });
			expect(listed.body.data).toMatchObject([{ id: ticket_id }]);
		}
		const foreign = await product.createWorkspace();
		const query = { mailbox: other.id };
		const { body } = await foreign.api.get("/v1/tickets", query);
		expect(body.data).toEqual([]);
	});

	it("takes the same mail in once, by whatever way it comes again", async () => {
		const raw = rawMail({ from: sender(), to: mailbox.address });
		const first = await mailbox.send(raw);
		expect(first.status).toBe(201);
		expect(first.headers.get("location")).toBe(
			`/v1/tickets/${first.body.ticket_id}`,
		);
		const other = await createMailbox(product, workspace);
		for (const again of [
			await mailbox.send(raw),
			await mailbox.send(`Received: from x by y; ${Date()}\r\n${raw}`),
			await mailbox.send(raw.replaceAll("\r\n", "\n")),
			await other.send(raw),
		])
			expect([again.status, again.body]).toEqual([200, first.body]);
		expect(await messagesOf(api, first.body.ticket_id)).toHaveLength(1);
	});

	it("takes a mail that comes by twenty ways at once in once", async () => {
		const raw = rawMail({ from: sender(), to: mailbox.address });
		const send = async (): ReturnType<typeof mailbox.send> => {
			const answer = await mailbox.send(raw);
			// They wait for each other; on a busy machine some of them too long.
			return answer.status === 503 ? send() : answer;
		};
		const all = await Promise.all(Array.from({ length: 20 }, send));
		expect(all.filter(({ status }) => status === 201)).toHaveLength(1);
		expect(new Set(all.map(({ text }) => text)).size).toBe(1);
	});

	it("honours an idempotency key, and refuses it for another mail", async () => {
		const url = `${product.url}/v1/mailboxes/${mailbox.id}/mails`;
		const headers = { "idempotency-key": crypto.randomUUID() };
		const raw = rawMail({ from: sender() });
		const first = await upload(url, workspace.key, raw, headers);
		const again = await upload(url, workspace.key, raw, headers);
		expect([again.status, again.text]).toEqual([201, first.text]);
		expect(again.headers.get("idempotent-replayed")).toBe("true");
		const another = await upload(url, workspace.key, `${raw}x`, headers);
		expect([another.status, another.body.error.code]).toEqual([
			422,
			"idempotency_key_reused",
		]);
	});

	it("joins an answer to the thread of what was sent, by In-Reply-To, and opens it again", async () => {
		const from = sender();
		const first = await mailbox.receive({ from });
		const { messageId } = await reply(first.ticket_id);
		await api.patch(`/v1/tickets/${first.ticket_id}`, { status: "resolved" });
		const answer = await mailbox.receive({
			from,
			subject: "Something else",
			body: "It is.\r\n\r\nOn Sun, Nov 22, 2026 Ann wrote:\r\n> Is it plugged in?",
			headers: { "In-Reply-To": messageId },
		});
		expect(answer).toMatchObject({
			ticket_id: first.ticket_id,
			type: "inbound",
			body: "It is.",
			quoted_text: expect.stringContaining("plugged in?"),
		});
		expect(await conversationOf(first.ticket_id)).toMatchObject({
			status: "open",
			resolved_at: null,
			message_count: 3,
			waiting_since: answer.created_at,
		});
	});

	it("reports a ticket as open last that an answer with copies has opened again", async () => {
		const from = sender();
		const { ticket_id } = await mailbox.receive({ from });
		const { messageId } = await reply(ticket_id);
		await api.patch(`/v1/tickets/${ticket_id}`, { status: "resolved" });
		await mailbox.receive({
			from,
			headers: { "In-Reply-To": messageId, Cc: sender() },
		});
		const { participants, ...shown } = await ticketOf(ticket_id);
		expect(participants).toHaveLength(1);
		const events = await product.eventsOf("tickets", workspace.id, ticket_id);
		const { object } = events.findLast(
			({ type }) => type === "ticket.updated",
		)!;
		const { updated_at: _, ...reported } = JSON.parse(object);
		expect(shown).toMatchObject(reported);
		expect(reported).toMatchObject({ status: "open", resolved_at: null });
	});

	it("joins an answer to the thread of what was received, by References from the last to the first", async () => {
		const [one, two] = ["<one", "<two"].map(
			(id) => `${id}-${crypto.randomUUID()}@customer.example>`,
		);
		const from = sender();
		const first = await mailbox.receive({
			from,
			headers: { "Message-ID": one! },
		});
		const second = await mailbox.receive({
			from,
			subject: "Other",
			headers: { "Message-ID": two! },
		});
		expect(second.ticket_id).not.toBe(first.ticket_id);
		const joined = await mailbox.receive({
			from,
			headers: { References: `${one} ${two} <unknown@x.example>` },
		});
		expect(joined.ticket_id).toBe(second.ticket_id);
	});

	it("joins an answer to a reply to which the mail server gave another Message-ID", async () => {
		const email = sender();
		const ticket = await api.post("/v1/tickets", {
			subject: "Lamp",
			body: "It does not shine.",
			contact: { email },
		});
		const path = `/v1/tickets/${ticket.body.id}/messages`;
		const note = { body: "Ask the workshop.", type: "note" };
		const { body: noted } = await api.post(path, note);
		const { message, messageId } = await reply(ticket.body.id);
		const { text } = await product.nextMail(message.id);
		const [, references] = /^References: (<.*>)$/im.exec(text)!;
		expect(references).not.toContain(messageId);
		const answer = (ids: string) =>
			mailbox.receive({
				from: email,
				headers: {
					"In-Reply-To": "<0100018c@mail.provider.example>",
					References: `${ids} <0100018c@mail.provider.example>`,
				},
			});
		expect((await answer(references!)).ticket_id).toBe(ticket.body.id);
		const ofNote = references!.replace(/msg_[^@]+/, noted.id);
		expect((await answer(ofNote)).ticket_id).not.toBe(ticket.body.id);
	});

	it("joins by a ticket's id in the subject only what the contact wrote", async () => {
		const from = sender();
		const { ticket_id } = await mailbox.receive({ from });
		const subject = `Re: Lamp [${ticket_id}]`;
		const joined = await mailbox.receive({ from, subject });
		expect(joined.ticket_id).toBe(ticket_id);
		const stranger = await mailbox.receive({ from: sender(), subject });
		expect(stranger.ticket_id).not.toBe(ticket_id);
		const other = await product.createWorkspace();
		const theirs = await createMailbox(product, other);
		const foreign = await theirs.send({ from, subject });
		expect(foreign.body.ticket_id).not.toBe(ticket_id);
	});

	it("adds a stranger's answer as a message of the stranger's own contact", async () => {
		const from = sender();
		const { ticket_id } = await mailbox.receive({ from });
		const { messageId } = await reply(ticket_id);
		const stranger = sender();
		const message = await mailbox.receive({
			from: `Mia <${stranger}>`,
			headers: { "In-Reply-To": messageId },
		});
		expect(message).toMatchObject({
			ticket_id,
			author: { type: "contact", email: stranger },
		});
		expect((await ticketOf(ticket_id)).contact.email).toBe(from);
	});

	it("opens a ticket for an answer to a deleted one", async () => {
		const from = sender();
		const { ticket_id } = await mailbox.receive({ from });
		const { messageId } = await reply(ticket_id);
		await api.delete(`/v1/tickets/${ticket_id}`);
		const message = await mailbox.receive({
			from,
			headers: { "In-Reply-To": messageId },
		});
		expect(message.ticket_id).not.toBe(ticket_id);
	});

	it("joins an answer to a merged ticket to the one that it was merged into", async () => {
		const from = sender();
		const { ticket_id } = await mailbox.receive({ from });
		const middle = await mailbox.receive({ from: sender() });
		const into = await mailbox.receive({ from: sender() });
		for (const [source, target] of [
			[ticket_id, middle.ticket_id],
			[middle.ticket_id, into.ticket_id],
		])
			await api.post(`/v1/tickets/${source}/merge`, { into: target });
		const message = await mailbox.receive({
			from,
			subject: `Re: [${ticket_id}]`,
		});
		expect(message.ticket_id).toBe(into.ticket_id);
	});

	it("shows that a sender failed DMARC, and lets such a mail only open a ticket", async () => {
		const from = sender().replace("customer", "strict");
		const { ticket_id } = await mailbox.receive({ from });
		const { messageId } = await reply(ticket_id);
		product.dns.setText("_dmarc.strict.example", ["v=DMARC1; p=reject"]);
		product.dns.setText("strict.example", ["v=spf1 -all"]);
		const forged = await mailbox.receive(
			`Received: from evil.example (evil.example [203.0.113.9]) by mx.desk.example with ESMTP; Sun, 22 Nov 2026 10:00:00 +0000\r\n${rawMail(
				{
					from,
					to: mailbox.address,
					subject: `Re: [${ticket_id}]`,
					headers: {
						"In-Reply-To": messageId,
						Cc: "accomplice@evil.example",
					},
				},
			)}`,
		);
		expect(forged.ticket_id).not.toBe(ticket_id);
		expect(forged.authentication.dmarc).toBe("fail");
	});

	it("takes mail in while no name can be resolved", async () => {
		product.dns.silent = true;
		const message = await mailbox.receive({ from: sender() });
		product.dns.silent = false;
		expect(["none", "temperror"]).toContain(message.authentication.dmarc);
	});

	it("keeps an out-of-office answer as a note that opens nothing", async () => {
		const from = sender();
		const { ticket_id } = await mailbox.receive({ from });
		const { messageId } = await reply(ticket_id);
		await api.patch(`/v1/tickets/${ticket_id}`, { status: "resolved" });
		const note = await mailbox.receive({
			from,
			subject: "Out of office",
			headers: {
				"In-Reply-To": messageId,
				"Auto-Submitted": "auto-replied",
			},
		});
		expect(note).toMatchObject({ ticket_id, type: "note", status: "posted" });
		expect(await conversationOf(ticket_id)).toMatchObject({
			status: "resolved",
			waiting_since: null,
		});
	});

	test.each([
		["Auto-Submitted: auto-generated", "inbound"],
		["X-Auto-Response-Suppress: All", "inbound"],
		["Precedence: bulk", "inbound"],
		["Return-Path: <>", "note"],
		[
			"Content-Type: multipart/report; report-type=disposition-notification; boundary=b",
			"note",
		],
	])(
		"opens a ticket again with another desk's answer, not with a mail system's report: %s",
		async (header, type) => {
			const from = sender();
			const { ticket_id } = await mailbox.receive({ from });
			const { messageId } = await reply(ticket_id);
			await api.patch(`/v1/tickets/${ticket_id}`, { status: "resolved" });
			const [name, value] = header.split(": ") as [string, string];
			const answer = await mailbox.receive({
				from,
				headers: {
					"In-Reply-To": messageId,
					Cc: "everybody@desk.customer.example",
					[name]: value,
				},
			});
			expect(answer).toMatchObject({ ticket_id, type });
			const conversation = await conversationOf(ticket_id);
			expect(conversation).toMatchObject(
				type === "inbound"
					? { status: "open", waiting_since: answer.created_at }
					: { status: "resolved", waiting_since: null },
			);
			expect(conversation).not.toHaveProperty("participants");
		},
	);

	it("opens a ticket again with what a person has answered through a mailing list, whose address gets no replies", async () => {
		const from = sender();
		const { ticket_id } = await mailbox.receive({ from });
		const { messageId } = await reply(ticket_id);
		await api.patch(`/v1/tickets/${ticket_id}`, { status: "resolved" });
		const answer = await mailbox.receive({
			from,
			headers: {
				"In-Reply-To": messageId,
				Cc: "everybody@list.example",
				"List-Id": "<everybody.list.example>",
				Precedence: "list",
			},
		});
		expect(answer).toMatchObject({ ticket_id, type: "inbound" });
		const conversation = await conversationOf(ticket_id);
		expect(conversation).toMatchObject({
			status: "open",
			waiting_since: answer.created_at,
		});
		expect(conversation).not.toHaveProperty("participants");
	});

	it("keeps images in place, and other files as attachments", async () => {
		const boundary = "b1";
		const message = await mailbox.receive({
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
		expect((await api.get(image.url)).status).toBe(200);
	});

	it("makes a ticket with the raw mail attached of what cannot be read", async () => {
		const nested = Array.from(
			{ length: 60 },
			(_, i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}`,
		).join("\r\n");
		const raw = `From: <${sender()}>\r\nSubject: Deep\r\nMessage-ID: <${crypto.randomUUID()}@x.example>\r\nMIME-Version: 1.0\r\n${nested}\r\n\r\nx`;
		const message = await mailbox.receive(raw);
		expect(message.body).toMatch(/could not be read/);
		const [file] = message.attachments;
		expect(file).toMatchObject({ filename: "mail.eml" });
		expect((await api.get(file.url)).text).toBe(raw);
	});

	it("makes a ticket of a mail without a sender", async () => {
		const message = await mailbox.receive({ from: "nobody" });
		expect(message.author).toMatchObject({ name: "Unknown sender", email: "" });
	});

	it("sets the reply that a bounce is about to failed, with the reason", async () => {
		const from = sender();
		const { ticket_id } = await mailbox.receive({ from });
		const { message, messageId } = await reply(ticket_id);
		const bounce = await mailbox.send(bounceOf({ [from]: NO_USER }, messageId));
		expect(bounce.body).toMatchObject({
			status: "bounce",
			ticket_id,
			message_id: message.id,
		});
		const failed = (await messagesOf(api, ticket_id)).find(
			({ id }: { id: string }) => id === message.id,
		);
		expect(failed).toMatchObject({
			status: "failed",
			error: expect.stringMatching(/5\.1\.1.*No such user/),
		});
		expect(await messagesOf(api, ticket_id)).toHaveLength(2);
		const { contact } = await ticketOf(ticket_id);
		const shown = (await api.get(`/v1/contacts/${contact.id}`)).body;
		expect(shown.undeliverable).toEqual([
			{ email: from, since: expect.any(String), reason: failed.error },
		]);
		const events = await product.eventsOf("tickets", workspace.id, contact.id);
		expect(events.map(({ type }) => type)).toContain("contact.updated");
	});

	it("gives each address that a bounce reports its own reason", async () => {
		const [from, copied] = [sender(), sender()];
		const { ticket_id } = await mailbox.receive({
			from,
			headers: { Cc: copied },
		});
		const other = await mailbox.receive({ from: copied });
		const { message, messageId } = await reply(ticket_id);
		await mailbox.send(
			bounceOf(
				{
					[sender()]: "550 5.1.1 No such user",
					[copied]: "552 5.2.2 Mailbox full",
					[from]: "550 5.1.10 Unknown domain",
				},
				messageId,
			),
		);
		const reasonOf = async (ticketId: string) => {
			const { contact } = await ticketOf(ticketId);
			const shown = await api.get(`/v1/contacts/${contact.id}`);
			return shown.body.undeliverable[0].reason;
		};
		expect(await reasonOf(ticket_id)).toMatch(/Unknown domain/);
		expect(await reasonOf(other.ticket_id)).toMatch(/Mailbox full/);
		const failed = (await messagesOf(api, ticket_id)).find(
			({ id }: { id: string }) => id === message.id,
		);
		expect(failed.error).toMatch(/Mailbox full/);
	});

	it("takes a bounce of a reply whose ticket was merged into another contact's since", async () => {
		const from = sender();
		const { ticket_id } = await mailbox.receive({ from });
		const { message, messageId } = await reply(ticket_id);
		const into = await mailbox.receive({ from: sender() });
		await api.post(`/v1/tickets/${ticket_id}/merge`, { into: into.ticket_id });
		await mailbox.send(bounceOf({ [from]: NO_USER }, messageId));
		const failed = (await messagesOf(api, into.ticket_id)).find(
			({ id }: { id: string }) => id === message.id,
		);
		expect(failed).toMatchObject({
			status: "failed",
			error: expect.stringMatching(/No such user/),
		});
	});

	it("does not believe a bounce about an address that the reply was not sent to", async () => {
		const { ticket_id } = await mailbox.receive({ from: sender() });
		const { message, messageId } = await reply(ticket_id);
		await mailbox.send(bounceOf({ [sender()]: NO_USER }, messageId));
		const statusOf = async () =>
			(await messagesOf(api, ticket_id)).find(
				({ id }: { id: string }) => id === message.id,
			).status;
		await expect.poll(statusOf).toBe("sent");
	});

	it("quarantines more than thirty mails an hour of one sender to one mailbox", async () => {
		const from = sender();
		const all = [];
		for (let i = 0; i < 31; i += 1)
			all.push(await mailbox.send({ from, subject: `Mail ${i}` }));
		const states = all.map(({ body }) => body.status);
		expect(states).toEqual([...Array(30).fill("message"), "quarantined"]);
		const kept = all.at(-1)!.body;
		expect(kept).toMatchObject({ reason: "too_many", ticket_id: null });
		const events = await product.eventsOf("tickets", workspace.id, kept.id);
		expect(events.map(({ type }) => type)).toEqual(["mail.quarantined"]);
		expect((await mailbox.send({ from: sender() })).body.status).toBe(
			"message",
		);
	});

	it("lists quarantined mails, releases and drops them, each once", async () => {
		const own = await createMailbox(product, workspace);
		const path = `/v1/mailboxes/${own.id}/quarantine`;
		const kept = [];
		for (const subject of ["First", "Second"])
			kept.push((await own.send({ from: own.address, subject })).body);
		const [first, second] = kept;
		const listed = await api.get(path, { limit: 1 });
		expect(listed.body.data).toEqual([
			{
				id: second.id,
				mailbox_id: own.id,
				status: "quarantined",
				reason: "own_address",
				from: { email: own.address, name: "" },
				subject: "Second",
				authentication: { spf: "none", dkim: "none", dmarc: "none" },
				received_at: expect.any(String),
			},
		]);
		const { next_cursor: cursor } = listed.body;
		const rest = await api.get(path, { limit: 1, cursor });
		expect(rest.body.data).toMatchObject([{ id: first.id }]);
		const headers = { "idempotency-key": crypto.randomUUID() };
		const release = `${path}/${first.id}/release`;
		const released = await api.post(release, {}, headers);
		expect([released.status, released.body]).toMatchObject([
			201,
			{ id: first.id, status: "message" },
		]);
		expect(await ticketOf(released.body.ticket_id)).toMatchObject({
			subject: "First",
			channel: "email",
		});
		expect((await api.post(release, {}, headers)).text).toBe(released.text);
		const missing = expectedError("not_found", "mail_not_found");
		expect((await api.post(release)).body).toEqual(missing);
		const drop = `${path}/${second.id}`;
		expect((await api.delete(drop)).body).toEqual({
			id: second.id,
			deleted: true,
		});
		expect((await api.delete(drop)).body).toEqual(missing);
		expect((await api.get(path)).body.data).toEqual([]);
		const other = await product.createWorkspace();
		expect((await other.api.get(path)).body).toEqual(
			expectedError("not_found", "mailbox_not_found"),
		);
	});

	it("quarantines mail of the desk's own address, and automatic answers to nothing", async () => {
		const own = await mailbox.send({ from: mailbox.address });
		expect(own.body).toMatchObject({
			status: "quarantined",
			reason: "own_address",
		});
		const automatic = await mailbox.send({
			from: sender(),
			headers: { "Auto-Submitted": "auto-replied", "X-Autoreply": "yes" },
		});
		expect(automatic.body).toMatchObject({
			status: "quarantined",
			reason: "automatic_reply",
		});
	});

	it("opens a ticket of the person whom the Reply-To of a form's mail names, also where the form sends as the mailbox", async () => {
		for (const from of ["Shop <form@shop.example>", mailbox.address]) {
			const writer = sender();
			const message = await mailbox.receive({
				from,
				headers: { "Reply-To": `Anna <${writer}>` },
			});
			expect(message.author).toMatchObject({ name: "Anna", email: writer });
			expect((await ticketOf(message.ticket_id)).contact.email).toBe(writer);
		}
	});

	test.each([
		["names the mailbox", () => ({ "Reply-To": mailbox.address })],
		["names several", () => ({ "Reply-To": `${sender()}, ${sender()}` })],
		[
			"is a list's",
			() => ({
				"Reply-To": "all@list.example",
				"List-Post": "<mailto:all@list.example>",
			}),
		],
	])(
		"opens a ticket of the sender where Reply-To %s",
		async (_what, headersOf) => {
			const from = sender();
			const message = await mailbox.receive({ from, headers: headersOf() });
			expect(message.author.email).toBe(from);
		},
	);

	it("believes a Reply-To in a ticket's thread only where it is from the desk's own domain", async () => {
		const groups = await createMailbox(product, workspace, {
			address: `all-${crypto.randomUUID().slice(0, 8)}@groups.example`,
		});
		product.dns.setText("groups.example", ["v=spf1 ip4:203.0.113.5 -all"]);
		product.dns.setText("_dmarc.groups.example", ["v=DMARC1; p=reject"]);
		const customer = sender();
		const { ticket_id } = await groups.receive({ from: customer });
		const { messageId } = await reply(ticket_id);
		const answer = (from: string, ip: string) =>
			groups.send({
				from,
				headers: {
					"Return-Path": "<bounces@groups.example>",
					Received: `from mx.groups.example (mx.groups.example [${ip}]) by mail.desk.example; ${new Date().toUTCString()}`,
					"In-Reply-To": messageId,
					"Reply-To": customer,
				},
			});
		const authorOf = async ({ body }: Awaited<ReturnType<typeof answer>>) => {
			const messages = await messagesOf(api, body.ticket_id);
			return [body.ticket_id, messages.at(-1).author.email];
		};
		const passedOn = await answer(groups.address, "203.0.113.5");
		expect(await authorOf(passedOn)).toEqual([ticket_id, customer]);
		const stranger = sender();
		const foreign = await answer(stranger, "203.0.113.5");
		expect(await authorOf(foreign)).toEqual([ticket_id, stranger]);
		const forged = await answer(groups.address, "203.0.113.6");
		expect(forged.body).toMatchObject({
			status: "quarantined",
			reason: "own_address",
		});
	});

	it("answers a new ticket by itself where the mailbox says so, to persons only and once an hour", async () => {
		const answering = await createMailbox(product, workspace, {
			auto_reply: { enabled: true, body: "We have your mail." },
		});
		const automatic = sender();
		await answering.receive({
			from: automatic,
			headers: { "Auto-Submitted": "auto-generated" },
		});
		const from = sender();
		const answered = await answering.receive({ from });
		const mail = await product.nextMailTo(from);
		expect(mail.text).toContain("We have your mail.");
		expect(mail.text).toMatch(/^Auto-Submitted: auto-replied$/m);
		const [, token] = /^Reply-To:[^<]*<([^>]+)>/m.exec(mail.text)!;
		const again = await answering.receive({ from, subject: "Again" });
		const joined = await answering.receive({ from: sender(), to: token! });
		expect(joined.ticket_id).toBe(answered.ticket_id);
		await product.runJobsNow();
		const { message } = await reply(again.ticket_id);
		expect(product.mailsTo(from)).toHaveLength(2); // the answer and the reply
		expect(product.mailsOf(message.id)).toHaveLength(1);
		expect(product.mailsTo(automatic)).toEqual([]);
	});

	it("joins an answer to the automatic answer, by In-Reply-To alone", async () => {
		const answering = await createMailbox(product, workspace, {
			auto_reply: { enabled: true, body: "We have your mail." },
		});
		const from = sender();
		const { ticket_id } = await answering.receive({ from });
		const mail = await product.nextMailTo(from);
		const [, messageId] = /^Message-ID: (<.*>)$/im.exec(mail.text)!;
		const joined = await answering.receive({
			from,
			headers: { "In-Reply-To": messageId! },
		});
		expect(joined.ticket_id).toBe(ticket_id);
	});

	it("refuses a mailbox of another workspace, an empty body, JSON, and a key without the scope", async () => {
		const other = await product.createWorkspace();
		const url = `${product.url}/v1/mailboxes/${mailbox.id}/mails`;
		const foreign = await upload(url, other.key, rawMail());
		expect(foreign.body).toEqual(
			expectedError("not_found", "mailbox_not_found"),
		);
		const empty = await upload(url, workspace.key, "");
		expect(empty.body.error.code).toBe("missing_parameter");
		const json = await api.post(`/v1/mailboxes/${mailbox.id}/mails`, {});
		expect(json.body.error.code).toBe("unsupported_media_type");
		const reader = await product.createKey(workspace, "tickets:read");
		const refused = await reader.post(`/v1/mailboxes/${mailbox.id}/mails`, {});
		expect(refused.status).toBe(403);
		const { ticket_id, id } = await mailbox.receive({ from: sender() });
		const path = `/v1/tickets/${ticket_id}/messages/${id}/raw`;
		expect((await other.api.get(path)).body).toEqual(
			expectedError("not_found", "raw_mail_not_found"),
		);
	});
});

const NO_USER = "550 5.1.1 No such user";

/** A report that a mail did not reach these addresses, for these reasons. */
function bounceOf(
	reasons: Readonly<Record<string, string>>,
	messageId: string,
): string {
	const recipients = Object.entries(reasons).flatMap(([address, reason]) => [
		`Final-Recipient: rfc822; ${address}`,
		"Action: failed",
		`Status: ${reason.split(" ")[1]}`,
		`Diagnostic-Code: smtp; ${reason}`,
		"",
	]);
	return [
		"From: MAILER-DAEMON@mx.example",
		"Subject: Undelivered Mail Returned to Sender",
		`Message-ID: <${crypto.randomUUID()}@mx.example>`,
		"Auto-Submitted: auto-replied",
		"MIME-Version: 1.0",
		'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
		"",
		"--b",
		"Content-Type: text/plain",
		"",
		"Your mail could not be delivered.",
		"--b",
		"Content-Type: message/delivery-status",
		"",
		"Reporting-MTA: dns; mx.example",
		"",
		...recipients,
		"--b",
		"Content-Type: text/rfc822-headers",
		"",
		`Message-ID: ${messageId}`,
		"Subject: Re: Lamp",
		"",
		"--b--",
		"",
	].join("\r\n");
}
