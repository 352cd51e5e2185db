import { View } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { AppError } from "@supportdesk/errors/app-error.ts";
import fc from "fast-check";
import { approve, callOf, newReply, type Workspace } from "./given.ts";
import { type Harness, json } from "./harness.ts";

type Attributes = Record<string, number | boolean | null>;

/** What a client can do to one ticket. */
export type Change =
	| { readonly kind: "add tags"; readonly tags: readonly string[] }
	| { readonly kind: "remove tag"; readonly tag: string }
	| { readonly kind: "set status"; readonly status: string }
	| { readonly kind: "merge attributes"; readonly attributes: Attributes }
	| { readonly kind: "note" }
	| { readonly kind: "reply"; readonly keyed: boolean }
	| { readonly kind: "approve" }
	| { readonly kind: "delete" }
	| { readonly kind: "read" };

const TAGS = ["a", "b", "c"];

export const changeArbitrary: fc.Arbitrary<Change> = fc.oneof(
	{
		weight: 4,
		arbitrary: fc.record({
			kind: fc.constant("add tags" as const),
			tags: fc.uniqueArray(fc.constantFrom(...TAGS), { minLength: 1 }),
		}),
	},
	{
		weight: 3,
		arbitrary: fc.record({
			kind: fc.constant("remove tag" as const),
			tag: fc.constantFrom(...TAGS),
		}),
	},
	{
		weight: 4,
		arbitrary: fc.record({
			kind: fc.constant("set status" as const),
			status: fc.constantFrom("open", "pending", "resolved"),
		}),
	},
	{
		weight: 4,
		arbitrary: fc.record({
			kind: fc.constant("merge attributes" as const),
			attributes: fc.record(
				{
					seats: fc.constantFrom(1, 2, null),
					trial: fc.constantFrom(true, false, null),
				},
				{ requiredKeys: [] },
			),
		}),
	},
	{ weight: 2, arbitrary: fc.constant({ kind: "note" as const }) },
	{
		weight: 3,
		arbitrary: fc.record({
			kind: fc.constant("reply" as const),
			keyed: fc.boolean(),
		}),
	},
	{ weight: 3, arbitrary: fc.constant({ kind: "approve" as const }) },
	{ weight: 1, arbitrary: fc.constant({ kind: "delete" as const }) },
	{ weight: 2, arbitrary: fc.constant({ kind: "read" as const }) },
);

export interface TicketState {
	readonly tags: readonly string[];
	readonly status: string;
	readonly isResolved: boolean;
	readonly attributes: Attributes;
	readonly messageCount: number;
	readonly draft: "ready" | "approved" | "retracted";
	readonly deleted: boolean;
}

type Shown = Omit<TicketState, "draft" | "deleted"> & {
	readonly draftReady: boolean;
};

/** A new ticket with a draft to approve. */
export const FIRST_STATE: TicketState = {
	tags: [],
	status: "open",
	isResolved: false,
	attributes: {},
	messageCount: 1,
	draft: "ready",
	deleted: false,
};

/** What a response shows, as far as the model knows it. The counts of messages are shown with a conversation only. */
export type Answer =
	| Omit<Shown, "messageCount">
	| Shown
	| { readonly sent: string }
	| { readonly deleted: true }
	| { readonly refused: string };

function asConversation({ draft, deleted: _, ...shown }: TicketState): Shown {
	return { ...shown, draftReady: draft === "ready" };
}

export function asTicket(state: TicketState): Omit<Shown, "messageCount"> {
	const { messageCount: _, ...shown } = asConversation(state);
	return shown;
}

/** The draft after an agent has answered by himself, or the ticket was resolved. */
function retracted(draft: TicketState["draft"]): TicketState["draft"] {
	return draft === "ready" ? "retracted" : draft;
}

/** What the change answers and leaves behind. */
export function apply(
	state: TicketState,
	change: Change,
): readonly [Answer, TicketState] {
	if (state.deleted) return [{ refused: "ticket_not_found" }, state];
	const changed = (part: Partial<TicketState>): [Answer, TicketState] => {
		const next = { ...state, ...part };
		return [asTicket(next), next];
	};
	switch (change.kind) {
		case "read":
			return [asConversation(state), state];
		case "add tags":
			return changed({ tags: [...new Set([...state.tags, ...change.tags])] });
		case "remove tag":
			if (!state.tags.includes(change.tag)) {
				return [{ refused: "tag_not_found" }, state];
			}
			return changed({ tags: state.tags.filter((tag) => tag !== change.tag) });
		case "set status":
			return changed({
				status: change.status,
				isResolved: change.status === "resolved",
				draft:
					change.status === "resolved" ? retracted(state.draft) : state.draft,
			});
		case "merge attributes": {
			const merged = { ...state.attributes, ...change.attributes };
			const kept = Object.entries(merged).filter(([, value]) => value !== null);
			return changed({ attributes: Object.fromEntries(kept) });
		}
		case "note":
			return [
				{ sent: "note" },
				{ ...state, messageCount: state.messageCount + 1 },
			];
		case "reply":
			return [
				{ sent: "outbound" },
				{
					...state,
					draft: retracted(state.draft),
					messageCount: state.messageCount + 1,
				},
			];
		case "approve":
			if (state.draft === "approved")
				return [{ refused: "draft_already_approved" }, state];
			if (state.draft === "retracted")
				return [{ refused: "draft_stale" }, state];
			return [
				{ sent: "outbound" },
				{ ...state, draft: "approved", messageCount: state.messageCount + 1 },
			];
		case "delete":
			return [{ deleted: true }, { ...state, deleted: true }];
	}
}

/** Makes the change in the service. */
export async function perform(
	harness: Harness,
	workspace: Workspace,
	ticketId: string,
	change: Change,
): Promise<Answer> {
	try {
		return await send(harness, workspace, ticketId, change);
	} catch (err) {
		if (err instanceof AppError) return { refused: err.code };
		throw err;
	}
}

async function send(
	harness: Harness,
	workspace: Workspace,
	ticketId: string,
	change: Change,
): Promise<Answer> {
	const { api } = harness;
	const call = callOf(workspace);
	const patch = async (fields: {
		status?: string;
		customAttributesJson?: string;
	}) => {
		const request = { id: ticketId, view: View.VIEW_TICKET, ...fields };
		return shown(json(await api.updateTicket(request, call)));
	};
	switch (change.kind) {
		case "read":
			return shown(
				json(
					await api.getTicket(
						{ id: ticketId, view: View.VIEW_CONVERSATION },
						call,
					),
				),
			);
		case "add tags": {
			const request = {
				ticketId,
				tags: [...change.tags],
				idempotency: undefined,
			};
			return shown(json(await api.addTags(request, call)));
		}
		case "remove tag":
			return shown(
				json(await api.removeTag({ ticketId, tag: change.tag }, call)),
			);
		case "set status":
			return patch({ status: change.status });
		case "merge attributes":
			return patch({
				customAttributesJson: JSON.stringify(change.attributes),
			});
		case "note": {
			const request = newReply(ticketId, { type: "note" });
			return { sent: json(await api.createMessage(request, call)).type };
		}
		case "reply": {
			const idempotency = change.keyed
				? { key: crypto.randomUUID(), fingerprint: "reply" }
				: undefined;
			const request = newReply(ticketId, { idempotency });
			return { sent: json(await api.createMessage(request, call)).type };
		}
		case "approve": {
			const { message } = json(await approve(harness, workspace, ticketId));
			return { sent: message.type };
		}
		case "delete": {
			const { deleted } = json(await api.deleteTicket({ id: ticketId }, call));
			return { deleted };
		}
	}
}

/** The part of a ticket or a conversation that the model knows. */
function shown(ticket: {
	tags: string[];
	status: string;
	resolved_at: string | null;
	custom_attributes: Attributes;
	message_count?: number;
	ai: { draft_ready: boolean };
}): Answer {
	const view = {
		tags: ticket.tags,
		status: ticket.status,
		isResolved: ticket.resolved_at !== null,
		attributes: ticket.custom_attributes,
		draftReady: ticket.ai.draft_ready,
	};
	const { message_count: messageCount } = ticket;
	return messageCount === undefined ? view : { ...view, messageCount };
}
