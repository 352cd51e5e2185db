import {
	type CreateMessageRequest,
	View,
} from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import pg from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Desk, json } from "./desk.ts";
import {
	approve,
	callOf,
	givenDraft,
	givenReply,
	givenTicket,
	lockWaits,
	messagesOf,
	type Workspace,
} from "./given.ts";
import { useDesk } from "./use-desk.ts";

const AHEAD_MS = 60_000;

const WAYS: [string, Partial<CreateMessageRequest>][] = [
	["a reply", {}],
	["a note", { type: "note" }],
	["a reply with a key", { idempotency: { key: "k", fingerprint: "f" } }],
	[
		"a reply with a file",
		{
			attachments: [
				{
					filename: "a.txt",
					contentType: "text/plain",
					data: Buffer.from("a"),
				},
			],
		},
	],
];

describe("what a process with a slower clock writes", () => {
	let desk: Desk;
	let workspace: Workspace;
	useDesk("in process", (given) => {
		({ desk, workspace } = given);
	});

	/** What happens on a process whose clock is ahead of ours. */
	const ahead = async <T>(work: () => Promise<T>): Promise<T> => {
		desk.advance(AHEAD_MS);
		try {
			return await work();
		} finally {
			desk.advance(-AHEAD_MS);
		}
	};
	const idsOf = async (ticketId: string): Promise<string[]> =>
		(await messagesOf(desk, workspace, ticketId)).map(
			({ id }: { id: string }) => id,
		);

	it.each(WAYS)(
		"comes last in its conversation: %s",
		async (_what, changes) => {
			const ticket = await ahead(() => givenTicket(desk, workspace));
			const first = await givenReply(desk, workspace, ticket.id, changes);
			const second = await givenReply(desk, workspace, ticket.id);
			const stored = await messagesOf(desk, workspace, ticket.id);
			const [question] = stored;
			expect(question.type).toBe("inbound");
			expect(stored.slice(1)).toEqual([first, second]);
		},
	);

	it("moves updated_at with every change", async () => {
		const { ticket } = await ahead(() => givenDraft(desk, workspace));
		const { id } = ticket;
		const view = View.VIEW_TICKET;
		const updatedAt = async () =>
			json(await desk.api.getTicket({ id, view }, callOf(workspace)))
				.updated_at;
		let last = await updatedAt();
		for (const change of [
			(call: CallContext) =>
				desk.api.addTags(
					{ ticketId: id, tags: ["vip"], idempotency: undefined },
					call,
				),
			(call: CallContext) =>
				desk.api.removeTag({ ticketId: id, tag: "vip" }, call),
			() => approve(desk, workspace, id),
			() => givenReply(desk, workspace, id),
			(call: CallContext) =>
				desk.api.updateTicket({ id, view, status: "resolved" }, call),
		]) {
			await change(callOf(workspace));
			const next = await updatedAt();
			expect(next > last, change.toString()).toBe(true);
			last = next;
		}
	});

	it("comes after what is written while it waits", async () => {
		const ticket = await givenTicket(desk, workspace);
		await desk.settle(); // no job waits for the ticket
		const other = new pg.Client(desk.databaseUrl);
		await other.connect();
		onTestFinished(() => other.end());
		await other.query("begin");
		const { rows } = await other.query<{ last_message_at: Date }>(
			`update tickets.tickets
			    set last_message_at = now() + interval '1 second'
			  where id = $1
			returning last_message_at`,
			[ticket.id],
		);
		const waiting = givenReply(desk, workspace, ticket.id);
		await expect.poll(() => lockWaits(desk)).toBe(1);
		await other.query("commit");
		const { created_at } = await waiting;
		expect(Date.parse(created_at)).toBe(rows[0]!.last_message_at.getTime() + 1);
	});

	it("comes after what an approval sends, whose mail comes after the question's", async () => {
		const { ticket } = await ahead(() => givenDraft(desk, workspace));
		const [question] = await idsOf(ticket.id);
		const { message } = json(await approve(desk, workspace, ticket.id));
		const reply = await givenReply(desk, workspace, ticket.id);
		expect(await idsOf(ticket.id)).toEqual([question, message.id, reply.id]);
		await desk.settle();
		const mailOf = (id: string) =>
			desk.mail.mails.find(({ raw }) => raw.includes(`Message-ID: <${id}@`))!;
		expect(mailOf(message.id).raw).toContain(`In-Reply-To: <${question}@`);
		expect(mailOf(reply.id).raw).toContain(`In-Reply-To: <${message.id}@`);
	});
});
