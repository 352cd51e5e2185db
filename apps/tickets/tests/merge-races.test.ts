import { View } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { AppError } from "@supportdesk/errors/app-error.ts";
import { expect, it } from "vitest";
import {
	callOf,
	givenDraft,
	givenReply,
	givenTicket,
	type Workspace,
} from "./given.ts";
import { type Harness, json } from "./harness.ts";
import { useHarness } from "./use-harness.ts";

let harness: Harness;
let workspace: Workspace;
useHarness("in process", (given) => {
	({ harness, workspace } = given);
});

const idempotency = undefined;
const merge = (id: string, into: string) =>
	harness.api.mergeTicket({ id, into, idempotency }, callOf(workspace));
const unmerge = (id: string) =>
	harness.api.unmergeTicket({ id, idempotency }, callOf(workspace));
const show = async (id: string) =>
	json(
		await harness.api.getTicket(
			{ id, view: View.VIEW_CONVERSATION },
			callOf(workspace),
		),
	);

/** The codes of calls made at once; empty for those that succeed. */
async function codesOf(calls: readonly Promise<unknown>[]): Promise<string[]> {
	const outcomes = await Promise.allSettled(calls);
	return outcomes.map((outcome) => {
		if (outcome.status === "fulfilled") return "";
		if (outcome.reason instanceof AppError) return outcome.reason.code;
		throw outcome.reason;
	});
}

const ROUNDS = 15;

it("lets one of several merges of one ticket win", async () => {
	for (let round = 0; round < ROUNDS; round += 1) {
		const [a, b, c] = await Promise.all(
			[1, 2, 3].map(() => givenTicket(harness, workspace)),
		);
		const codes = await codesOf([
			merge(a.id, b.id),
			merge(a.id, c.id),
			merge(a.id, b.id),
		]);
		expect([...codes].sort()).toEqual(["", "ticket_merged", "ticket_merged"]);
		const counts = [await show(b.id), await show(c.id)].map(
			(ticket) => ticket.message_count,
		);
		expect(counts.sort()).toEqual([1, 2]);
	}
});

it("lets one of two merges crosswise win, without a deadlock", async () => {
	for (let round = 0; round < ROUNDS; round += 1) {
		const [a, b] = await Promise.all(
			[1, 2].map(() => givenTicket(harness, workspace)),
		);
		const codes = await codesOf([merge(a.id, b.id), merge(b.id, a.id)]);
		expect(codes.filter((code) => code === "")).toHaveLength(1);
		const left = codes.find((code) => code !== "");
		expect(["invalid_merge", "ticket_merged"]).toContain(left);
	}
});

it("keeps each reply that is written during a merge and its undoing in one of the two tickets", async () => {
	for (let round = 0; round < ROUNDS; round += 1) {
		const [a, b] = await Promise.all(
			[1, 2].map(() => givenTicket(harness, workspace)),
		);
		const reply = () => givenReply(harness, workspace, a.id, { type: "note" });
		const [merged, ...replies] = await codesOf([
			merge(a.id, b.id),
			...[1, 2, 3].map(reply),
		]);
		expect(merged).toBe("");
		const written = replies.filter((code) => code === "").length;
		expect(replies.filter((code) => code === "ticket_merged")).toHaveLength(
			3 - written,
		);
		expect((await show(b.id)).message_count).toBe(2 + written);
		expect((await show(a.id)).messages).toEqual([]);
		await codesOf([
			unmerge(a.id),
			...[1, 2].map(() =>
				givenReply(harness, workspace, b.id, { type: "note" }),
			),
		]);
		expect((await show(a.id)).message_count).toBe(1 + written);
		expect((await show(b.id)).message_count).toBe(3);
	}
});

it("sends an approved draft once, or refuses it, when its ticket is merged at once", async () => {
	const { ticket } = await givenDraft(harness, workspace);
	const target = await givenTicket(harness, workspace);
	await harness.settle();
	const [merged, approved] = await codesOf([
		merge(ticket.id, target.id),
		harness.api.approveDraft(
			{ ticketId: ticket.id, idempotency },
			callOf(workspace),
		),
	]);
	expect(merged).toBe("");
	expect(["", "ticket_merged", "draft_stale"]).toContain(approved);
	const { messages } = await show(target.id);
	const sent = messages.filter((m: { type: string }) => m.type === "outbound");
	expect(sent).toHaveLength(approved === "" ? 1 : 0);
});

it("mails a reply that waits to the contact it was written to, in its own thread", async () => {
	const source = await givenTicket(harness, workspace, { subject: "Source" });
	const target = await givenTicket(harness, workspace, { subject: "Target" });
	await givenReply(harness, workspace, target.id);
	await harness.settle();
	const reply = await givenReply(harness, workspace, source.id);
	await merge(source.id, target.id);
	await harness.settle();
	const sent = harness.mail.mails.filter(({ raw }) => raw.includes(reply.id));
	expect(sent).toHaveLength(1);
	expect(sent[0]!.to).toEqual([source.contact.email]);
	expect(sent[0]!.raw).toContain("Source");
});

it("cannot be undone after 30 days", async () => {
	const [a, b] = await Promise.all(
		[1, 2].map(() => givenTicket(harness, workspace)),
	);
	await merge(a.id, b.id);
	harness.advance(30 * 24 * 3_600_000 + 60_000);
	expect(await codesOf([unmerge(a.id)])).toEqual(["invalid_merge"]);
	expect((await show(a.id)).merged_into).toBe(b.id);
});

it("does not archive a merged ticket", async () => {
	const [a, b] = await Promise.all(
		[1, 2].map(() => givenTicket(harness, workspace)),
	);
	await harness.api.updateTicket(
		{ id: a.id, view: View.VIEW_TICKET, status: "resolved" },
		callOf(workspace),
	);
	await merge(a.id, b.id);
	harness.advance(100 * 24 * 3_600_000);
	await harness.queue("archive_tickets");
	await harness.settle();
	expect((await show(a.id)).status).toBe("resolved");
});
