import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { createMailbox } from "../mail.ts";
import { TRANSPORTS } from "../product.ts";
import { type MailDesk, sender, startMailDesk } from "./desk.ts";

describe.each(TRANSPORTS)("answers by mail over %s", (transport) => {
	let desk: MailDesk;

	beforeAll(async () => {
		desk = await startMailDesk(transport);
	});
	afterAll(() => desk.product.stop());

	it("joins an answer to the thread of what was sent, by In-Reply-To, and opens it again", async () => {
		const from = sender();
		const first = await desk.mailbox.receive({ from });
		const { messageId } = await desk.reply(first.ticket_id);
		await desk.api.patch(`/v1/tickets/${first.ticket_id}`, {
			status: "resolved",
		});
		const answer = await desk.mailbox.receive({
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
		expect(await desk.conversationOf(first.ticket_id)).toMatchObject({
			status: "open",
			resolved_at: null,
			message_count: 3,
			waiting_since: answer.created_at,
		});
	});

	it("reports a ticket as open last that an answer with copies has opened again", async () => {
		const from = sender();
		const { ticket_id } = await desk.mailbox.receive({ from });
		const { messageId } = await desk.reply(ticket_id);
		await desk.api.patch(`/v1/tickets/${ticket_id}`, { status: "resolved" });
		await desk.mailbox.receive({
			from,
			headers: { "In-Reply-To": messageId, Cc: sender() },
		});
		const { participants, ...shown } = await desk.ticketOf(ticket_id);
		expect(participants).toHaveLength(1);
		const events = await desk.product.eventsOf(
			"tickets",
			desk.workspace.id,
			ticket_id,
		);
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
		const first = await desk.mailbox.receive({
			from,
			headers: { "Message-ID": one! },
		});
		const second = await desk.mailbox.receive({
			from,
			subject: "Other",
			headers: { "Message-ID": two! },
		});
		expect(second.ticket_id).not.toBe(first.ticket_id);
		const joined = await desk.mailbox.receive({
			from,
			headers: { References: `${one} ${two} <unknown@x.example>` },
		});
		expect(joined.ticket_id).toBe(second.ticket_id);
	});

	it("joins an answer to a reply to which the mail server gave another Message-ID", async () => {
		const email = sender();
		const ticket = await desk.api.post("/v1/tickets", {
			subject: "Lamp",
			body: "It does not shine.",
			contact: { email },
		});
		const path = `/v1/tickets/${ticket.body.id}/messages`;
		const note = { body: "Ask the workshop.", type: "note" };
		const { body: noted } = await desk.api.post(path, note);
		const { message, messageId } = await desk.reply(ticket.body.id);
		const { text } = await desk.product.nextMail(message.id);
		const [, references] = /^References: (<.*>)$/im.exec(text)!;
		expect(references).not.toContain(messageId);
		const answer = (ids: string) =>
			desk.mailbox.receive({
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
		const { ticket_id } = await desk.mailbox.receive({ from });
		const subject = `Re: Lamp [${ticket_id}]`;
		const joined = await desk.mailbox.receive({ from, subject });
		expect(joined.ticket_id).toBe(ticket_id);
		const stranger = await desk.mailbox.receive({ from: sender(), subject });
		expect(stranger.ticket_id).not.toBe(ticket_id);
		const other = await desk.product.createWorkspace();
		const theirs = await createMailbox(desk.product, other);
		const foreign = await theirs.send({ from, subject });
		expect(foreign.body.ticket_id).not.toBe(ticket_id);
	});

	it("adds a stranger's answer as a message of the stranger's own contact", async () => {
		const from = sender();
		const { ticket_id } = await desk.mailbox.receive({ from });
		const { messageId } = await desk.reply(ticket_id);
		const stranger = sender();
		const message = await desk.mailbox.receive({
			from: `Mia <${stranger}>`,
			headers: { "In-Reply-To": messageId },
		});
		expect(message).toMatchObject({
			ticket_id,
			author: { type: "contact", email: stranger },
		});
		expect((await desk.ticketOf(ticket_id)).contact.email).toBe(from);
	});

	it("opens a ticket for an answer to a deleted one", async () => {
		const from = sender();
		const { ticket_id } = await desk.mailbox.receive({ from });
		const { messageId } = await desk.reply(ticket_id);
		await desk.api.delete(`/v1/tickets/${ticket_id}`);
		const message = await desk.mailbox.receive({
			from,
			headers: { "In-Reply-To": messageId },
		});
		expect(message.ticket_id).not.toBe(ticket_id);
	});

	it("joins an answer to a merged ticket to the one that it was merged into", async () => {
		const from = sender();
		const { ticket_id } = await desk.mailbox.receive({ from });
		const middle = await desk.mailbox.receive({ from: sender() });
		const into = await desk.mailbox.receive({ from: sender() });
		for (const [source, target] of [
			[ticket_id, middle.ticket_id],
			[middle.ticket_id, into.ticket_id],
		])
			await desk.api.post(`/v1/tickets/${source}/merge`, { into: target });
		const message = await desk.mailbox.receive({
			from,
			subject: `Re: [${ticket_id}]`,
		});
		expect(message.ticket_id).toBe(into.ticket_id);
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
			const { ticket_id } = await desk.mailbox.receive({ from });
			const { messageId } = await desk.reply(ticket_id);
			await desk.api.patch(`/v1/tickets/${ticket_id}`, { status: "resolved" });
			const [name, value] = header.split(": ") as [string, string];
			const answer = await desk.mailbox.receive({
				from,
				headers: {
					"In-Reply-To": messageId,
					Cc: "everybody@desk.customer.example",
					[name]: value,
				},
			});
			expect(answer).toMatchObject({ ticket_id, type });
			const conversation = await desk.conversationOf(ticket_id);
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
		const { ticket_id } = await desk.mailbox.receive({ from });
		const { messageId } = await desk.reply(ticket_id);
		await desk.api.patch(`/v1/tickets/${ticket_id}`, { status: "resolved" });
		const answer = await desk.mailbox.receive({
			from,
			headers: {
				"In-Reply-To": messageId,
				Cc: "everybody@list.example",
				"List-Id": "<everybody.list.example>",
				Precedence: "list",
			},
		});
		expect(answer).toMatchObject({ ticket_id, type: "inbound" });
		const conversation = await desk.conversationOf(ticket_id);
		expect(conversation).toMatchObject({
			status: "open",
			waiting_since: answer.created_at,
		});
		expect(conversation).not.toHaveProperty("participants");
	});

	it("joins an answer to the automatic answer, by In-Reply-To alone", async () => {
		const answering = await createMailbox(desk.product, desk.workspace, {
			auto_reply: { enabled: true, body: "We have your mail." },
		});
		const from = sender();
		const { ticket_id } = await answering.receive({ from });
		const mail = await desk.product.nextMailTo(from);
		const [, messageId] = /^Message-ID: (<.*>)$/im.exec(mail.text)!;
		const joined = await answering.receive({
			from,
			headers: { "In-Reply-To": messageId! },
		});
		expect(joined.ticket_id).toBe(ticket_id);
	});
});
