import {
	type CreateMessageRequest,
	View,
} from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import pg from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
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
import { type Harness, json } from "./harness.ts";
import { useHarness } from "./use-harness.ts";

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
	let harness: Harness;
	let workspace: Workspace;
	useHarness("in process", (given) => {
		({ harness, workspace } = given);
	});

	/** What happens on a process whose clock is ahead of ours. */
	const ahead = async <T>(work: () => Promise<T>): Promise<T> => {
		harness.advance(AHEAD_MS);
		try {
			return await work();
		} finally {
			harness.advance(-AHEAD_MS);
		}
	};
	const idsOf = async (ticketId: string): Promise<string[]> =>
		(await messagesOf(harness, workspace, ticketId)).map(
			({ id }: { id: string }) => id,
		);

	it.each(WAYS)(
		"comes last in its conversation: %s",
		async (_what, changes) => {
			const ticket = await ahead(() => givenTicket(harness, workspace));
			const first = await givenReply(harness, workspace, ticket.id, changes);
			const second = await givenReply(harness, workspace, ticket.id);
			const [question] = await messagesOf(harness, workspace, ticket.id);
			expect(question.type).toBe("inbound");
			expect(await idsOf(ticket.id)).toEqual([
				question.id,
				first.id,
				second.id,
			]);
		},
	);

	it("moves updated_at with every change", async () => {
		const { ticket } = await ahead(() => givenDraft(harness, workspace));
		const { id } = ticket;
		const view = View.VIEW_TICKET;
		const updatedAt = async () =>
			json(await harness.api.getTicket({ id, view }, callOf(workspace)))
				.updated_at;
		let last = await updatedAt();
		for (const change of [
			(call: CallContext) =>
				harness.api.addTags(
					{ ticketId: id, tags: ["vip"], idempotency: undefined },
					call,
				),
			(call: CallContext) =>
				harness.api.removeTag({ ticketId: id, tag: "vip" }, call),
			() => approve(harness, workspace, id),
			() => givenReply(harness, workspace, id),
			(call: CallContext) =>
				harness.api.updateTicket({ id, view, status: "resolved" }, call),
		]) {
			await change(callOf(workspace));
			const next = await updatedAt();
			expect(next > last, change.toString()).toBe(true);
			last = next;
		}
	});

	it("comes after what is written while it waits", async () => {
		const ticket = await givenTicket(harness, workspace);
		await harness.settle(); // no job waits for the ticket
		const other = new pg.Client(harness.databaseUrl);
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
		const waiting = givenReply(harness, workspace, ticket.id);
		await expect.poll(() => lockWaits(harness)).toBe(1);
		await other.query("commit");
		const { created_at } = await waiting;
		expect(Date.parse(created_at)).toBe(rows[0]!.last_message_at.getTime() + 1);
	});

	it("comes after what an approval sends, whose mail comes after the question's", async () => {
		const { ticket } = await ahead(() => givenDraft(harness, workspace));
		const [question] = await idsOf(ticket.id);
		const { message } = json(await approve(harness, workspace, ticket.id));
		const reply = await givenReply(harness, workspace, ticket.id);
		expect(await idsOf(ticket.id)).toEqual([question, message.id, reply.id]);
		await harness.settle();
		const mailOf = (id: string) =>
			harness.mail.mails.find(({ raw }) =>
				raw.includes(`Message-ID: <${id}@`),
			)!;
		expect(mailOf(message.id).raw).toContain(`In-Reply-To: <${question}@`);
		expect(mailOf(reply.id).raw).toContain(`In-Reply-To: <${message.id}@`);
	});
});
