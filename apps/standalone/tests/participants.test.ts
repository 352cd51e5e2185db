import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { type Client, createClient, expectedError } from "./client.ts";
import { createMailbox, type TestMailbox } from "./mail.ts";
import { createTicket } from "./new-ticket.ts";
import {
	startProduct,
	type TestProduct,
	type TestWorkspace,
	TRANSPORTS,
} from "./product.ts";
import { people, sentMail } from "./sent-mail.ts";

describe.each(TRANSPORTS)("participants over %s", (transport) => {
	let product: TestProduct;
	let workspace: TestWorkspace;
	let api: Client;
	let mailbox: TestMailbox;
	const someone = () => `p-${crypto.randomUUID()}@customer.example`;

	beforeAll(async () => {
		product = await startProduct({
			transport,
			env: { MAIL_PLUS_ADDRESSES: "true" },
		});
		workspace = await product.createWorkspace();
		api = workspace.api;
		mailbox = await createMailbox(product, workspace, {
			name: "Papermoss =?utf-8?q?x?=",
			signature: "The Papermoss team",
		});
	});
	afterAll(() => product.stop());

	const write = (ticketId: string, fields: object = {}) =>
		api.post(`/v1/tickets/${ticketId}/messages`, {
			type: "outbound",
			body: "On it.",
			...fields,
		});
	const reply = async (ticketId: string, fields: object = {}) => {
		const sent = await write(ticketId, fields);
		expect(sent.status, sent.text).toBe(201);
		return sentMail(product, sent.body.id);
	};
	const ticketOf = async (id: string) =>
		(await api.get(`/v1/tickets/${id}`)).body;

	it("get no second copy when the ticket's contact is merged into theirs", async () => {
		const [from, copy] = [someone(), someone()];
		const message = await mailbox.receive({ from, headers: { Cc: copy } });
		const { contact } = await ticketOf(message.ticket_id);
		const into = (await api.post("/v1/contacts", { email: copy })).body;
		await api.post(`/v1/contacts/${contact.id}/merge`, { into: into.id });
		const mail = await reply(message.ticket_id);
		expect(mail.email.to).toMatchObject([{ address: copy }]);
		expect(mail.email.cc ?? []).toEqual([]);
		expect(mail.recipients).toEqual([copy]);
	});

	it("take part by every address of theirs", async () => {
		const [copy, other, third] = [someone(), someone(), someone()];
		const { ticket_id } = await mailbox.receive({
			from: someone(),
			headers: { Cc: copy },
		});
		const [mine, merged] = await Promise.all(
			[other, copy].map((email) => api.post("/v1/contacts", { email })),
		);
		const into = mine!.body.id;
		await api.post(`/v1/contacts/${merged!.body.id}/merge`, { into });
		const joined = await mailbox.receive({
			from: other,
			subject: `Re: [${ticket_id}] Lamp`,
			headers: { Cc: third },
		});
		expect(joined.ticket_id).toBe(ticket_id);
		const { participants } = await ticketOf(ticket_id);
		expect(participants.map(({ email }: { email: string }) => email)).toEqual([
			copy,
			third,
		]);
	});

	it("are all whom a mail to the mailbox names, besides the mailboxes", async () => {
		const other = await createMailbox(product, workspace);
		const [from, colleague, copy] = [someone(), someone(), someone()];
		const { ticket_id } = await mailbox.receive({
			from,
			to: `${mailbox.address}, Dan <${colleague}>, ${from}, ${other.address}`,
			headers: { Cc: copy },
		});
		const emails = async () =>
			(await ticketOf(ticket_id)).participants?.map(
				({ email }: { email: string }) => email,
			);
		expect(await emails()).toEqual([colleague, copy]);
		const { recipients } = await reply(ticket_id);
		expect(recipients.toSorted()).toEqual([from, colleague, copy].toSorted());
		const third = someone();
		const answer = await mailbox.receive({
			from: colleague,
			to: `${from}, ${third}`,
			subject: `Re: [${ticket_id}] Lamp`,
			headers: { Cc: mailbox.address },
		});
		expect(answer.ticket_id).toBe(ticket_id);
		expect(await emails()).toEqual([colleague, copy, third]);
	});

	it("are not the address through which a mail came to the mailbox", async () => {
		const { ticket_id } = await mailbox.receive({
			from: someone(),
			to: "info@acme.example",
		});
		expect((await ticketOf(ticket_id)).participants).toBeUndefined();
	});

	it("get replies from the mailbox's name and address, with its signature, in the thread of the mail", async () => {
		const from = someone();
		const copy = someone();
		const messageId = `<${crypto.randomUUID()}@customer.example>`;
		const message = await mailbox.receive({
			from: `Mia <${from}>`,
			headers: { Cc: `Cy <${copy}>`, "Message-ID": messageId },
		});
		const ticket = await ticketOf(message.ticket_id);
		expect(ticket.participants).toEqual([{ email: copy, name: "Cy" }]);
		const mail = await reply(message.ticket_id);
		expect(mail.email.from?.address).toBe(mailbox.address);
		expect(people(mail.email.to)).toEqual([`Mia <${from}>`]);
		expect(people(mail.email.cc)).toEqual([`Cy <${copy}>`]);
		expect(mail.recipients.toSorted()).toEqual([from, copy].toSorted());
		expect(mail.header("In-Reply-To")).toBe(messageId);
		expect(mail.header("References")).toBe(messageId);
		expect(mail.email.text).toContain("-- \nThe Papermoss team");
		const [local] = mailbox.address.split("@");
		const [answerTo] = mail.email.replyTo!;
		expect(answerTo!.address).toMatch(
			new RegExp(`^${local}\\+[0-9a-z]{42}@desk\\.example$`),
		);
		const second = await reply(message.ticket_id);
		const own = mail.header("Message-ID")!;
		expect(second.header("In-Reply-To")).toBe(own);
		expect(second.header("References")).toBe(`${messageId} ${own}`);
		// They may answer, to the ticket's address in whatever case, and are told apart from the contact.
		const answer = await mailbox.receive({
			from: `Cy <${copy}>`,
			to: answerTo!.address!.toUpperCase(),
		});
		expect(answer.ticket_id).toBe(message.ticket_id);
		expect(answer.author.email).toBe(copy);
	});

	it("are added by the cc of a reply, each once, and get the replies that follow", async () => {
		const ticket = await createTicket(api);
		const [one, two] = [someone(), someone()];
		const mail = await reply(ticket.id, {
			cc: [one, one.toUpperCase(), ticket.contact.email, two],
		});
		expect(mail.recipients.toSorted()).toEqual(
			[ticket.contact.email, one, two].toSorted(),
		);
		expect((await ticketOf(ticket.id)).participants).toEqual([
			{ email: one, name: "" },
			{ email: two, name: "" },
		]);
		const { recipients } = await reply(ticket.id);
		expect(recipients).toHaveLength(3);
		const events = await product.eventsOf("tickets", workspace.id, ticket.id);
		expect(events.map(({ type }) => type)).toEqual([
			"ticket.created",
			"ticket.updated",
		]);
	});

	it("are added by one of two requests with the same key", async () => {
		const ticket = await createTicket(api);
		const headers = { "idempotency-key": crypto.randomUUID() };
		const body = { type: "outbound", body: "Hello", cc: [someone()] };
		const path = `/v1/tickets/${ticket.id}/messages`;
		const answers = await Promise.all(
			[1, 2].map(() => api.post(path, body, headers)),
		);
		expect(answers[0]!.text).toBe(answers[1]!.text);
		expect((await ticketOf(ticket.id)).participants).toHaveLength(1);
		expect((await api.get(path)).body.data).toHaveLength(2);
	});

	it("are changed and removed by a PATCH of the ticket or the conversation", async () => {
		const ticket = await createTicket(api);
		expect(ticket).not.toHaveProperty("participants");
		const [one, two] = [someone(), someone()];
		const changed = await api.patch(`/v1/tickets/${ticket.id}`, {
			participants: [{ email: one.toUpperCase(), name: "One" }, { email: two }],
		});
		const participants = [
			{ email: one, name: "One" },
			{ email: two, name: "" },
		];
		expect(changed.body.participants).toEqual(participants);
		const path = `/v1/conversations/${ticket.id}`;
		expect((await api.get(path)).body.participants).toEqual(participants);
		expect((await api.patch(path, { priority: "high" })).body).toMatchObject({
			participants,
		});
		const { data } = (
			await api.get("/v1/tickets", { contact: ticket.contact.email })
		).body;
		expect(data[0].participants).toEqual(participants);
		const cleared = await api.patch(path, { participants: [] });
		expect(cleared.body).not.toHaveProperty("participants");
		expect((await reply(ticket.id)).recipients).toEqual([ticket.contact.email]);
	});

	it("move with a merge, and back", async () => {
		const [source, target] = [await createTicket(api), await createTicket(api)];
		const [one, two] = [someone(), someone()];
		const change = (id: string, emails: string[]) =>
			api.patch(`/v1/tickets/${id}`, {
				participants: emails.map((email) => ({ email })),
			});
		await change(source.id, [one, two, target.contact.email]);
		await change(target.id, [one]);
		const merged = await api.post(`/v1/tickets/${source.id}/merge`, {
			into: target.id,
		});
		const emailsOf = (ticket: { participants: { email: string }[] }) =>
			ticket.participants.map(({ email }) => email);
		expect(emailsOf(merged.body)).toEqual([one, two]);
		await api.post(`/v1/tickets/${source.id}/unmerge`, {});
		expect(emailsOf(await ticketOf(target.id))).toEqual([one]);
		expect(emailsOf(await ticketOf(source.id))).toHaveLength(3);
	});

	test.each([
		["a@b.example\r\nBcc: eve@evil.example"],
		["a@b.example, eve@evil.example"],
		['"a" <a@b.example>'],
		["=?utf-8?q?eve=40evil.example?=@b.example"],
		["аnn@b.example"],
		[""],
	])("are no %j", async (address) => {
		const ticket = await createTicket(api);
		const copied = await write(ticket.id, { cc: [address] });
		expect(copied.status).toBe(400);
		expect(copied.body.error.param).toBe("cc.0");
		const changed = await api.patch(`/v1/tickets/${ticket.id}`, {
			participants: [{ email: address }],
		});
		expect(changed.status).toBe(400);
		expect(changed.body.error.param).toBe("participants.0.email");
	});

	it("are none of the desk's own addresses, with a token or without, so that no mail goes round", async () => {
		const ticket = await createTicket(api);
		const [local, domain] = mailbox.address.split("@");
		for (const own of [
			mailbox.address.toUpperCase(),
			`${local}+token@${domain}`,
			"agents@support.example",
		]) {
			expect((await write(ticket.id, { cc: [own] })).body).toEqual(
				expectedError("invalid_request", "invalid_parameter", "cc.0"),
			);
			const changed = await api.patch(`/v1/tickets/${ticket.id}`, {
				participants: [{ email: own }],
			});
			expect(changed.body).toEqual(
				expectedError(
					"invalid_request",
					"invalid_parameter",
					"participants.0.email",
				),
			);
		}
		expect(await ticketOf(ticket.id)).not.toHaveProperty("participants");
	});

	it("are limited, named by known fields, and not added by notes", async () => {
		const ticket = await createTicket(api);
		const many = (count: number) => Array.from({ length: count }, someone);
		const refusals = [
			await write(ticket.id, { cc: many(21) }),
			await write(ticket.id, { cc: someone() }),
			await write(ticket.id, { type: "note", cc: [someone()] }),
			await api.patch(`/v1/tickets/${ticket.id}`, {
				participants: many(51).map((email) => ({ email })),
			}),
			await api.patch(`/v1/tickets/${ticket.id}`, {
				participants: [{ email: someone(), bcc: true }],
			}),
			await api.patch(`/v1/tickets/${ticket.id}`, {
				participants: [{ email: someone(), name: "a\nBcc: b" }],
			}),
		];
		expect(refusals.map(({ status }) => status)).toEqual(Array(6).fill(400));
		await api.patch(`/v1/tickets/${ticket.id}`, {
			participants: many(40).map((email) => ({ email })),
		});
		expect((await write(ticket.id, { cc: many(11) })).status).toBe(400);
		const messages = await api.get(`/v1/tickets/${ticket.id}/messages`);
		expect(messages.body.data).toHaveLength(1);
	});

	it("are changed by keys of the workspace that may write tickets", async () => {
		const ticket = await createTicket(api);
		const path = `/v1/tickets/${ticket.id}`;
		const body = { participants: [{ email: someone() }] };
		const reader = await product.createKey(workspace, "tickets:read");
		const stranger = (await product.createWorkspace()).api;
		expect((await createClient(product.url).patch(path, body)).status).toBe(
			401,
		);
		expect((await reader.patch(path, body)).status).toBe(403);
		expect((await stranger.patch(path, body)).status).toBe(404);
	});
});
