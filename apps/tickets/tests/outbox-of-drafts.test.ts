import { View } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ARTICLE } from "./fake-upstreams.ts";
import {
	approve,
	callOf,
	givenDraft,
	givenReply,
	givenWorkspace,
	type Workspace,
} from "./given.ts";
import { type Harness, json, startHarness } from "./harness.ts";
import {
	shownDraft,
	shownMessage,
	shownTicket,
	takeEvents,
	typesOf,
	type WrittenEvent,
} from "./outbox.ts";

const AT_ONCE = 12;

let harness: Harness;
let workspace: Workspace;
beforeAll(async () => {
	harness = await startHarness({ transport: "grpc" });
});
afterAll(() => harness.stop());
beforeEach(async () => {
	harness.resetUpstreams();
	workspace = await givenWorkspace(harness);
});

const take = () => takeEvents(harness, workspace);
const aKey = () => ({ key: crypto.randomUUID(), fingerprint: "f" });
/** A ticket with a draft, whose events are taken. */
const givenDrafted = async () => {
	const given = await givenDraft(harness, workspace);
	await take();
	return given;
};
const ofType = (events: readonly WrittenEvent[], type: string) =>
	events.filter((event) => event.type === type);
/** The mails that follow are of no interest here. */
const withoutDelivery = (events: readonly WrittenEvent[]) =>
	events.filter(({ type }) => type !== "message.status_changed");
/** The last event of each resource shows it as its GET does. */
const expectShown = async (
	events: readonly WrittenEvent[],
	ticketId: string,
) => {
	const last = new Map(events.map((event) => [event.resource, event]));
	for (const { resource, objectJson } of last.values()) {
		const [kind, id] = resource.split(" ") as [string, string];
		const shown =
			kind === "ticket"
				? await shownTicket(harness, workspace, ticketId)
				: kind === "draft"
					? await shownDraft(harness, workspace, ticketId)
					: await shownMessage(harness, workspace, ticketId, id);
		expect(objectJson).toBe(shown);
	}
};

it.each([undefined, aKey()])(
	"says that a reply withdrew the draft, with the key %o",
	async (idempotency) => {
		const { ticket, draft } = await givenDrafted();
		await givenReply(harness, workspace, ticket.id, { type: "note" });
		expect(typesOf(await take())).toEqual(["message.created"]);
		await givenReply(harness, workspace, ticket.id, { idempotency });
		const events = withoutDelivery(await take());
		expect(typesOf(events).sort()).toEqual([
			"draft.withdrawn",
			"message.created",
			"ticket.updated",
		]);
		const [withdrawn] = ofType(events, "draft.withdrawn");
		expect(withdrawn!.previous).toEqual({
			status: "ready",
			stale: false,
			updated_at: draft.updated_at,
		});
		const [updated] = ofType(events, "ticket.updated");
		expect(Object.keys(updated!.previous!).sort()).toEqual([
			"ai",
			"updated_at",
		]);
		await harness.settle();
		const [delivered] = await take();
		await expectShown(
			[
				...ofType(events, "draft.withdrawn"),
				updated!,
				...(delivered ? [delivered] : []),
			],
			ticket.id,
		);
	},
);

it("withdraws a draft once, whichever of many replies comes first", async () => {
	const { ticket } = await givenDrafted();
	const replies = await Promise.all(
		Array.from({ length: AT_ONCE }, () =>
			givenReply(harness, workspace, ticket.id),
		),
	);
	const events = withoutDelivery(await take());
	const created = ofType(events, "message.created");
	expect(created.map(({ object }) => object.id).sort()).toEqual(
		replies.map(({ id }) => id).sort(),
	);
	expect(ofType(events, "draft.withdrawn")).toHaveLength(1);
	expect(ofType(events, "ticket.updated")).toHaveLength(1);
	// Of one ticket, in the order in which its messages were stored.
	const times = created.map(({ object }) => object.created_at);
	expect(times).toEqual(times.toSorted());
});

it("says once that a draft was approved, and what it sent, of approvals and a reply at once", async () => {
	const { ticket, draft } = await givenDrafted();
	const outcomes = await Promise.allSettled([
		...Array.from({ length: AT_ONCE }, () =>
			approve(harness, workspace, ticket.id),
		),
	]);
	const [approval, ...more] = outcomes.filter(
		(outcome) => outcome.status === "fulfilled",
	);
	expect(more).toEqual([]);
	const events = withoutDelivery(await take());
	expect(typesOf(events).sort()).toEqual([
		"draft.approved",
		"message.created",
		"ticket.updated",
	]);
	const answer = json(approval!.value);
	const [approved] = ofType(events, "draft.approved");
	expect(approved).toMatchObject({
		resource: `draft ${draft.id}`,
		ticketId: ticket.id,
		contactId: ticket.contact.id,
		object: answer.draft,
		previous: { status: "ready", updated_at: draft.updated_at },
	});
	const [created] = ofType(events, "message.created");
	expect(created!.object).toEqual(answer.message);
	const [updated] = ofType(events, "ticket.updated");
	expect(updated).toMatchObject({
		object: { ai: { draft_ready: false } },
		previous: { ai: { draft_ready: true } },
	});
	await expectShown([approved!, updated!], ticket.id);
});

it("says of a draft exactly one end, when a reply and an approval race", async () => {
	for (let round = 0; round < 8; round += 1) {
		const { ticket } = await givenDrafted();
		const [, approval] = await Promise.allSettled([
			givenReply(harness, workspace, ticket.id),
			approve(harness, workspace, ticket.id),
		]);
		const events = withoutDelivery(await take());
		const end =
			approval.status === "fulfilled" ? "draft.approved" : "draft.withdrawn";
		expect(typesOf(events).filter((type) => type.startsWith("draft."))).toEqual(
			[end],
		);
		expect(ofType(events, "message.created")).toHaveLength(
			approval.status === "fulfilled" ? 2 : 1,
		);
		await harness.settle();
		await take();
	}
});

it("says that resolving the ticket withdrew the draft", async () => {
	const { ticket, draft } = await givenDrafted();
	await harness.api.updateTicket(
		{ id: ticket.id, view: View.VIEW_TICKET, status: "resolved" },
		callOf(workspace),
	);
	const events = await take();
	expect(typesOf(events).sort()).toEqual(["draft.withdrawn", "ticket.updated"]);
	const [updated] = ofType(events, "ticket.updated");
	expect(updated!.previous).toMatchObject({
		status: "open",
		resolved_at: null,
		ai: { draft_ready: true },
	});
	expect(events.map(({ resource }) => resource).sort()).toEqual([
		`draft ${draft.id}`,
		`ticket ${ticket.id}`,
	]);
	await expectShown(events, ticket.id);
});

it("says that a draft was withdrawn whose article changed, before an approval and by a job", async () => {
	const { ticket } = await givenDrafted();
	// The job that drafts again finds nothing to quote.
	harness.upstreams.findPassages = async () => ({ articles: [] });
	harness.upstreams.listArticleVersions = async () => ({ articles: [] });
	await expect(approve(harness, workspace, ticket.id)).rejects.toMatchObject({
		code: "draft_stale",
	});
	await harness.settle();
	harness.resetUpstreams();
	const [withdrawn, updated, ...others] = await take();
	expect(others).toEqual([]);
	expect(withdrawn).toMatchObject({
		type: "draft.withdrawn",
		actor: `api_key ${workspace.keyId}`,
	});
	expect(updated).toMatchObject({
		type: "ticket.updated",
		object: { ai: { draft_ready: false } },
	});
	expect(Object.keys(updated!.previous!)).toEqual(["ai"]);
	harness.upstreams.findPassages = async () => ({ articles: [ARTICLE] });
	await harness.queue("draft_reply", {
		workspaceId: workspace.id,
		ticketId: ticket.id,
	});
	await harness.settle();
	const events = await take();
	expect(typesOf(events)).toEqual(["draft.ready", "ticket.updated"]);
	for (const { actor } of events) expect(actor).toBe("system");
	await expectShown(events, ticket.id);
});
