import type { Workspace } from "@supportdesk/cluster/provision.ts";
import { newId } from "@supportdesk/ids/ids.ts";
import type pg from "pg";

const BATCH = 5_000;
const YEAR_MS = 365 * 24 * 3_600_000;
const TICKETS_PER_CONTACT = 4;
const TAGS = ["billing", "refund", "vip", "bug", "shipping", "login", "spam"];
const INTENTS = ["refund", "order_status", "login_problem", "other"];
// A support team after a year: most tickets are resolved.
const OPEN_SHARE = 0.07;
const PENDING_SHARE = 0.03;

/**
 * Fills a workspace with tickets of the past year, each with its first message, and with their contacts. Written
 * directly into the service's tables: through the API a million tickets would take an hour for the same result.
 *
 * @param onProgress called with every batch's number of tickets.
 */
export async function fillWorkspace(
	client: pg.Client,
	workspace: Workspace,
	ticketCount: number,
	onProgress: (count: number) => void = () => {},
): Promise<void> {
	const contactCount = Math.ceil(ticketCount / TICKETS_PER_CONTACT);
	const since = Date.now() - YEAR_MS;
	const contacts = Array.from({ length: contactCount }, () =>
		newId("cnt", since),
	);
	for (let at = 0; at < contactCount; at += BATCH) {
		await insertContacts(client, workspace.id, contacts, at, since);
	}
	for (let at = 0; at < ticketCount; at += BATCH) {
		const count = Math.min(BATCH, ticketCount - at);
		const step = YEAR_MS / ticketCount;
		const times = Array.from({ length: count }, (_, i) =>
			Math.floor(since + (at + i) * step),
		);
		await insertTickets(client, workspace.id, times, at, contacts);
		onProgress(count);
	}
}

async function insertContacts(
	client: pg.Client,
	workspaceId: string,
	ids: readonly string[],
	at: number,
	since: number,
): Promise<void> {
	const batch = ids.slice(at, at + BATCH);
	await client.query(
		`insert into tickets.contacts (workspace_id, id, name, email, email_key, created_at)
		 select $1, id, 'Customer ' || n, 'customer' || n || '@example.com', 'customer' || n || '@example.com', $4
		   from unnest($2::text[], $3::int[]) as c (id, n)`,
		[workspaceId, batch, batch.map((_, i) => at + i), new Date(since)],
	);
}

async function insertTickets(
	client: pg.Client,
	workspaceId: string,
	times: readonly number[],
	at: number,
	contacts: readonly string[],
): Promise<void> {
	const statuses = times.map(() => {
		const dice = Math.random();
		if (dice < OPEN_SHARE) return "open";
		return dice < OPEN_SHARE + PENDING_SHARE ? "pending" : "resolved";
	});
	const ids = times.map((time) => newId("tkt", time));
	const tags = times.map((_, i) => TAGS[(at + i) % TAGS.length]);
	const created = times.map((time) => new Date(time).toISOString());
	await client.query(
		`with rows as (
		   select * from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[], $8::text[])
		     as r (id, status, contact_id, tag, intent, created_at, message_id)
		 ), inserted as (
		   insert into tickets.tickets (workspace_id, id, subject, status, priority, channel, contact_id, tags, ai_intent,
		     ai_urgency, ai_sentiment, ai_confidence, message_count, last_message_at, waiting_since, created_at, updated_at,
		     resolved_at)
		   select $1, id, 'My order ' || id || ' has not arrived', status, 'normal', 'email', contact_id, array[tag], intent,
		     'normal', 'neutral', 80, 1, created_at, case status when 'open' then created_at end, created_at, created_at,
		     case status when 'resolved' then created_at end
		   from rows
		 ), tagged as (
		   insert into tickets.ticket_tags (workspace_id, tag, created_at, ticket_id)
		   select $1, tag, created_at, id from rows
		 )
		 insert into tickets.messages (workspace_id, ticket_id, id, type, body_format, body, body_text, contact_id, status,
		   created_at)
		 select $1, id, message_id, 'inbound', 'text', $9, $9, contact_id, 'received', created_at from rows`,
		[
			workspaceId,
			ids,
			statuses,
			times.map((_, i) => contacts[(at + i) % contacts.length]),
			tags,
			times.map((_, i) => INTENTS[(at + i) % INTENTS.length]),
			created,
			times.map((time) => newId("msg", time)),
			"Hello, I ordered two weeks ago and the parcel has not come yet. Can you tell me where it is? Thank you.",
		],
	);
}
