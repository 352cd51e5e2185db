import type { Workspace } from "@supportdesk/cluster/provision.ts";
import { newId } from "@supportdesk/ids/ids.ts";
import { seededRandom } from "@supportdesk/testkit/seeded-random.ts";
import type pg from "pg";
import { Rows, tsvectorOf } from "./copy.ts";
import { word } from "./words.ts";

const BATCH = 5_000;
const YEAR_MS = 365 * 24 * 3_600_000;
const TICKETS_PER_CONTACT = 4;
const TAGS = ["billing", "refund", "vip", "bug", "shipping", "login", "spam"];
const INTENTS = ["refund", "order_status", "login_problem", "other"];
// A support team after a year: most tickets are resolved.
const OPEN_SHARE = 0.07;
const PENDING_SHARE = 0.03;
const BODY =
	"Hello, I ordered two weeks ago and the parcel has not come yet. Can you tell me where it is? Thank you.";
const WORDS_OF_ITS_OWN = 12;

/**
 * Fills a workspace with tickets of the past year, each with its first message and the words that searches find it by, and
 * with their contacts. Copied directly into the service's tables: through the API a million tickets would take an hour
 * for the same result.
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
	// Without foreign keys and triggers: the words for searches are copied as well.
	await client.query("set session_replication_role = replica");
	const contacts = await copyContacts(client, workspace, contactCount, since);
	const random = seededRandom(1);
	for (let at = 0; at < ticketCount; at += BATCH) {
		const count = Math.min(BATCH, ticketCount - at);
		const tables = ticketTables();
		for (let n = at; n < at + count; n += 1) {
			addTicket(tables, {
				workspaceId: workspace.id,
				n,
				time: Math.floor(since + (n * YEAR_MS) / ticketCount),
				contactId: contacts[n % contactCount]!,
				contactNumber: n % contactCount,
				random,
			});
		}
		for (const table of Object.values(tables)) await table.copyInto(client);
		onProgress(count);
	}
	await client.query("reset session_replication_role");
}

async function copyContacts(
	client: pg.Client,
	{ id: workspaceId }: Workspace,
	count: number,
	since: number,
): Promise<string[]> {
	const table = new Rows("tickets.contacts", [
		...["workspace_id", "id", "name", "email", "email_key", "created_at"],
	]);
	const ids = Array.from({ length: count }, () => newId("cnt", since));
	const created = new Date(since).toISOString();
	ids.forEach((id, n) => {
		table.add(workspaceId, id, nameOf(n), emailOf(n), emailOf(n), created);
	});
	await table.copyInto(client);
	return ids;
}

const nameOf = (n: number) => `Customer ${n}`;
const emailOf = (n: number) => `customer${n}@example.com`;

const ticketTables = () => ({
	tickets: new Rows("tickets.tickets", [
		...["workspace_id", "id", "subject", "status", "priority", "channel"],
		...["contact_id", "tags", "ai_intent", "ai_urgency", "ai_sentiment"],
		...["ai_confidence", "message_count", "last_message_at", "waiting_since"],
		...["created_at", "updated_at", "resolved_at"],
	]),
	tags: new Rows("tickets.ticket_tags", [
		...["workspace_id", "tag", "created_at", "ticket_id"],
	]),
	messages: new Rows("tickets.messages", [
		...["workspace_id", "ticket_id", "id", "type", "body_format", "body"],
		...["body_text", "contact_id", "status", "created_at"],
	]),
	words: new Rows("tickets.ticket_search", [
		...["workspace_id", "ticket_id", "heading", "body"],
	]),
});

interface Ticket {
	readonly workspaceId: string;
	readonly n: number;
	readonly time: number;
	readonly contactId: string;
	readonly contactNumber: number;
	readonly random: () => number;
}

function addTicket(
	{ tickets, tags, messages, words }: ReturnType<typeof ticketTables>,
	{ workspaceId, n, time, contactId, contactNumber, random }: Ticket,
): void {
	const id = newId("tkt", time);
	const created = new Date(time).toISOString();
	const subject = `My order ${n} has not arrived`;
	const status = statusOf(random());
	const tag = TAGS[n % TAGS.length]!;
	const own = Array.from({ length: WORDS_OF_ITS_OWN }, () => word(random));
	const body = `${BODY} ${own.join(" ")}`;
	const heading = `${subject} ${tag} ${nameOf(contactNumber)} ${emailOf(contactNumber)}`;
	tickets.add(
		...[workspaceId, id, subject, status, "normal", "email", contactId],
		...[`{${tag}}`, INTENTS[n % INTENTS.length]!, "normal", "neutral", 80, 1],
		...[created, status === "open" ? created : null, created, created],
		status === "resolved" ? created : null,
	);
	tags.add(workspaceId, tag, created, id);
	messages.add(
		...[workspaceId, id, newId("msg", time), "inbound", "text", body, body],
		...[contactId, "received", created],
	);
	words.add(workspaceId, id, tsvectorOf(heading, "A"), tsvectorOf(body));
}

function statusOf(dice: number): string {
	if (dice < OPEN_SHARE) return "open";
	return dice < OPEN_SHARE + PENDING_SHARE ? "pending" : "resolved";
}
