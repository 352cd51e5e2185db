import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { expectedError } from "../client.ts";
import { createMailbox, messagesOf, rawMail } from "../mail.ts";
import { TRANSPORTS } from "../product.ts";
import { type MailDesk, sender, startMailDesk } from "./desk.ts";

describe.each(TRANSPORTS)("senders of mail over %s", (transport) => {
	let desk: MailDesk;

	beforeAll(async () => {
		desk = await startMailDesk(transport);
	});
	afterAll(() => desk.product.stop());

	it("shows that a sender failed DMARC, and lets such a mail only open a ticket", async () => {
		const from = sender().replace("customer", "strict");
		const { ticket_id } = await desk.mailbox.receive({ from });
		const { messageId } = await desk.reply(ticket_id);
		desk.product.dns.setText("_dmarc.strict.example", ["v=DMARC1; p=reject"]);
		desk.product.dns.setText("strict.example", ["v=spf1 -all"]);
		const forged = await desk.mailbox.receive(
			`Received: from evil.example (evil.example [203.0.113.9]) by mx.desk.example with ESMTP; Sun, 22 Nov 2026 10:00:00 +0000\r\n${rawMail(
				{
					from,
					to: desk.mailbox.address,
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

	it("keeps an out-of-office answer as a note that opens nothing", async () => {
		const from = sender();
		const { ticket_id } = await desk.mailbox.receive({ from });
		const { messageId } = await desk.reply(ticket_id);
		await desk.api.patch(`/v1/tickets/${ticket_id}`, { status: "resolved" });
		const note = await desk.mailbox.receive({
			from,
			subject: "Out of office",
			headers: {
				"In-Reply-To": messageId,
				"Auto-Submitted": "auto-replied",
			},
		});
		expect(note).toMatchObject({ ticket_id, type: "note", status: "posted" });
		expect(await desk.conversationOf(ticket_id)).toMatchObject({
			status: "resolved",
			waiting_since: null,
		});
	});

	it("quarantines more than thirty mails an hour of one sender to one mailbox", async () => {
		const from = sender();
		const all = [];
		for (let i = 0; i < 31; i += 1)
			all.push(await desk.mailbox.send({ from, subject: `Mail ${i}` }));
		const states = all.map(({ body }) => body.status);
		expect(states).toEqual([...Array(30).fill("message"), "quarantined"]);
		const kept = all.at(-1)!.body;
		expect(kept).toMatchObject({ reason: "too_many", ticket_id: null });
		const events = await desk.product.eventsOf(
			"tickets",
			desk.workspace.id,
			kept.id,
		);
		expect(events.map(({ type }) => type)).toEqual(["mail.quarantined"]);
		expect((await desk.mailbox.send({ from: sender() })).body.status).toBe(
			"message",
		);
	});

	it("lists quarantined mails, releases and drops them, each once", async () => {
		const own = await createMailbox(desk.product, desk.workspace);
		const path = `/v1/mailboxes/${own.id}/quarantine`;
		const kept = [];
		for (const subject of ["First", "Second"])
			kept.push((await own.send({ from: own.address, subject })).body);
		const [first, second] = kept;
		const listed = await desk.api.get(path, { limit: 1 });
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
		const rest = await desk.api.get(path, { limit: 1, cursor });
		expect(rest.body.data).toMatchObject([{ id: first.id }]);
		const headers = { "idempotency-key": crypto.randomUUID() };
		const release = `${path}/${first.id}/release`;
		const released = await desk.api.post(release, {}, headers);
		expect([released.status, released.body]).toMatchObject([
			201,
			{ id: first.id, status: "message" },
		]);
		expect(await desk.ticketOf(released.body.ticket_id)).toMatchObject({
			subject: "First",
			channel: "email",
		});
		expect((await desk.api.post(release, {}, headers)).text).toBe(
			released.text,
		);
		const missing = expectedError("not_found", "mail_not_found");
		expect((await desk.api.post(release)).body).toEqual(missing);
		const drop = `${path}/${second.id}`;
		expect((await desk.api.delete(drop)).body).toEqual({
			id: second.id,
			deleted: true,
		});
		expect((await desk.api.delete(drop)).body).toEqual(missing);
		expect((await desk.api.get(path)).body.data).toEqual([]);
		const other = await desk.product.createWorkspace();
		expect((await other.api.get(path)).body).toEqual(
			expectedError("not_found", "mailbox_not_found"),
		);
	});

	it("quarantines mail of the desk's own address, and automatic answers to nothing", async () => {
		const own = await desk.mailbox.send({ from: desk.mailbox.address });
		expect(own.body).toMatchObject({
			status: "quarantined",
			reason: "own_address",
		});
		const automatic = await desk.mailbox.send({
			from: sender(),
			headers: { "Auto-Submitted": "auto-replied", "X-Autoreply": "yes" },
		});
		expect(automatic.body).toMatchObject({
			status: "quarantined",
			reason: "automatic_reply",
		});
	});

	it("opens a ticket of the person whom the Reply-To of a form's mail names, also where the form sends as the mailbox", async () => {
		for (const from of ["Shop <form@shop.example>", desk.mailbox.address]) {
			const writer = sender();
			const message = await desk.mailbox.receive({
				from,
				headers: { "Reply-To": `Anna <${writer}>` },
			});
			expect(message.author).toMatchObject({ name: "Anna", email: writer });
			expect((await desk.ticketOf(message.ticket_id)).contact.email).toBe(
				writer,
			);
		}
	});

	test.each([
		["names the mailbox", () => ({ "Reply-To": desk.mailbox.address })],
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
			const message = await desk.mailbox.receive({
				from,
				headers: headersOf(),
			});
			expect(message.author.email).toBe(from);
		},
	);

	it("believes a Reply-To in a ticket's thread only where it is from the desk's own domain", async () => {
		const groups = await createMailbox(desk.product, desk.workspace, {
			address: `all-${crypto.randomUUID().slice(0, 8)}@groups.example`,
		});
		desk.product.dns.setText("groups.example", ["v=spf1 ip4:203.0.113.5 -all"]);
		desk.product.dns.setText("_dmarc.groups.example", ["v=DMARC1; p=reject"]);
		const customer = sender();
		const { ticket_id } = await groups.receive({ from: customer });
		const { messageId } = await desk.reply(ticket_id);
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
			const messages = await messagesOf(desk.api, body.ticket_id);
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
		const answering = await createMailbox(desk.product, desk.workspace, {
			auto_reply: { enabled: true, body: "We have your mail." },
		});
		const automatic = sender();
		await answering.receive({
			from: automatic,
			headers: { "Auto-Submitted": "auto-generated" },
		});
		const from = sender();
		const answered = await answering.receive({ from });
		const mail = await desk.product.nextMailTo(from);
		expect(mail.text).toContain("We have your mail.");
		expect(mail.text).toMatch(/^Auto-Submitted: auto-replied$/m);
		const [, token] = /^Reply-To:[^<]*<([^>]+)>/m.exec(mail.text)!;
		const again = await answering.receive({ from, subject: "Again" });
		const joined = await answering.receive({ from: sender(), to: token! });
		expect(joined.ticket_id).toBe(answered.ticket_id);
		await desk.product.runJobsNow();
		const { message } = await desk.reply(again.ticket_id);
		expect(desk.product.mailsTo(from)).toHaveLength(2); // the answer and the reply
		expect(desk.product.mailsOf(message.id)).toHaveLength(1);
		expect(desk.product.mailsTo(automatic)).toEqual([]);
	});
});
