import { View } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { callOf, messagesOf, type Workspace } from "./given.ts";
import type { Harness } from "./harness.ts";

/** An event of the outbox. */
export interface WrittenEvent {
	readonly type: string;
	readonly actor: string;
	readonly requestId: string;
	readonly resource: string;
	readonly ticketId: string;
	readonly contactId: string;
	/** As it is written. */
	readonly objectJson: string;
	// biome-ignore lint/suspicious/noExplicitAny: events are looked at field by field, as a subscriber would.
	readonly object: any;
	readonly previous: Readonly<Record<string, unknown>> | null;
}

interface OutboxRow {
	id: string;
	type: string;
	actor_type: string;
	actor_id: string;
	request_id: string;
	resource_type: string;
	resource_id: string;
	ticket_id: string;
	contact_id: string;
	object: string;
	previous: string;
}

/** The workspace's events since they were taken last, in the order of their positions. They leave the outbox. */
export async function takeEvents(
	{ sql }: Harness,
	workspace: Workspace,
): Promise<WrittenEvent[]> {
	const rows = await sql<OutboxRow>(
		`with taken as (delete from tickets.outbox where workspace_id = $1 returning *)
		 select * from taken order by position`,
		[workspace.id],
	);
	return rows.map((row) => ({
		type: row.type,
		actor: row.actor_id ? `${row.actor_type} ${row.actor_id}` : row.actor_type,
		requestId: row.request_id,
		resource: `${row.resource_type} ${row.resource_id}`,
		ticketId: row.ticket_id,
		contactId: row.contact_id,
		objectJson: row.object,
		object: JSON.parse(row.object),
		previous: JSON.parse(row.previous),
	}));
}

export const typesOf = (events: readonly WrittenEvent[]) =>
	events.map(({ type }) => type);

/** The bytes of the ticket's GET. */
export async function shownTicket(
	{ api }: Harness,
	workspace: Workspace,
	id: string,
): Promise<string> {
	const request = { id, view: View.VIEW_TICKET };
	return String((await api.getTicket(request, callOf(workspace))).body);
}

/** The bytes of the draft's GET. */
export async function shownDraft(
	{ api }: Harness,
	workspace: Workspace,
	ticketId: string,
): Promise<string> {
	return String((await api.getDraft({ ticketId }, callOf(workspace))).body);
}

/** The message as the list of the ticket's messages shows it. */
export async function shownMessage(
	harness: Harness,
	workspace: Workspace,
	ticketId: string,
	id: string,
): Promise<string> {
	const messages = await messagesOf(harness, workspace, ticketId);
	return JSON.stringify(
		messages.find((message: { id: string }) => message.id === id),
	);
}
