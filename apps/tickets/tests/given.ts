import { randomBytes, randomUUID } from "node:crypto";
import type { ImportedTicket } from "@supportdesk/contracts/supportdesk/tickets/v1/import.ts";
import type {
	ReceivedMail,
	ReceiveMailPart,
} from "@supportdesk/contracts/supportdesk/tickets/v1/mail.ts";
import type {
	CreateMessageRequest,
	CreateTicketRequest,
	UploadMessagePart,
} from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { newId } from "@supportdesk/ids/ids.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { ARTICLE } from "./fake-upstreams.ts";
import { type Harness, json } from "./harness.ts";

/** A workspace with an agent, a group, an attribute and an API key of the agent. */
export interface Workspace {
	readonly id: string;
	readonly agentId: string;
	readonly groupId: string;
	readonly keyId: string;
}

const CALL_MS = 20_000;

export async function givenWorkspace({ sql }: Harness): Promise<Workspace> {
	const [id, agentId, groupId] = (["wsp", "usr", "grp"] as const).map(
		(prefix) => newId(prefix, Date.now()),
	) as [string, string, string];
	await sql("insert into tickets.workspaces (id) values ($1)", [id]);
	await sql(
		"insert into tickets.agents values ($1, $2, 'Ann', 'ann@desk.example', now())",
		[id, agentId],
	);
	await sql("insert into tickets.groups values ($1, $2, 'Billing', now())", [
		id,
		groupId,
	]);
	await sql(
		`insert into tickets.attribute_definitions
		 values ($1, 'seats', 'number', null, now()), ($1, 'trial', 'boolean', null, now())`,
		[id],
	);
	return { id, agentId, groupId, keyId: newId("key", Date.now()) };
}

/** A call as the gateway makes it for the workspace's key; each is an operation of its own. */
export function callOf(
	workspace: Workspace,
	changes: Partial<CallContext> = {},
): CallContext {
	const now = Date.now();
	return {
		requestId: newId("req", now),
		workspaceId: workspace.id,
		apiKeyId: workspace.keyId,
		actorId: workspace.agentId,
		deadline: now + CALL_MS,
		signal: new AbortController().signal,
		operationId: newId("req", now),
		...changes,
	};
}

export function newTicket(
	changes: Partial<CreateTicketRequest> = {},
): CreateTicketRequest {
	return {
		subject: "My refund",
		body: "Where is my money?",
		contactEmail: `carl-${crypto.randomUUID()}@customer.example`,
		contactName: "Carl",
		channel: "email",
		priority: "normal",
		tags: [],
		customAttributesJson: "",
		idempotency: undefined,
		...changes,
	};
}

/** A ticket as the create answered it. */
export async function givenTicket(
	harness: Harness,
	workspace: Workspace,
	changes: Partial<CreateTicketRequest> = {},
) {
	return json(
		await harness.api.createTicket(newTicket(changes), callOf(workspace)),
	);
}

export function newReply(
	ticketId: string,
	changes: Partial<CreateMessageRequest> = {},
): CreateMessageRequest {
	return {
		ticketId,
		body: "We are looking into it.",
		type: "outbound",
		attachments: [],
		cc: [],
		idempotency: undefined,
		...changes,
	};
}

const NO_BYTES = Buffer.alloc(0);

/** The parts that upload a message, each file in one. */
export async function* uploadOf({
	attachments,
	...message
}: CreateMessageRequest): AsyncGenerator<UploadMessagePart> {
	const described = attachments.map((each) => ({ ...each, data: NO_BYTES }));
	yield {
		message: { ...message, attachments: described },
		sizes: attachments.map(({ data }) => data.length),
		data: NO_BYTES,
	};
	for (const { data } of attachments) {
		yield { message: undefined, sizes: [], data };
	}
}

/** The parts of a mail to a mailbox. */
export async function* mailOf(
	mailboxId: string,
	changes: Partial<ReceivedMail> = {},
): AsyncGenerator<ReceiveMailPart> {
	const raw = Buffer.from("Subject: Lamp\r\n\r\nIt does not shine.");
	const mail: ReceivedMail = {
		mailboxId,
		recipients: [],
		envelopeFrom: undefined,
		contentHash: randomBytes(32),
		messageId: `<${randomUUID()}@customer.example>`,
		inReplyTo: [],
		references: [],
		replyTo: undefined,
		isReport: false,
		from: { name: "Mia", address: `${randomUUID()}@customer.example` },
		to: [],
		cc: [],
		subject: "Lamp",
		html: "",
		text: "It does not shine.",
		quotedText: "",
		authentication: undefined,
		isAutomatic: false,
		isOutOfOffice: false,
		isPassedOn: false,
		bounce: undefined,
		unparsedReason: "",
		files: [],
		rawSize: raw.length,
		isOld: false,
		releasedId: "",
		idempotency: undefined,
		...changes,
	};
	yield { mail, data: NO_BYTES };
	yield { mail: undefined, data: raw };
}

/** A reply or note as its create answered it. */
export async function givenReply(
	harness: Harness,
	workspace: Workspace,
	ticketId: string,
	changes: Partial<CreateMessageRequest> = {},
) {
	return json(
		await harness.api.createMessage(
			newReply(ticketId, changes),
			callOf(workspace),
		),
	);
}

/** A ticket whose question the help centre answers, and the draft made of it. */
export async function givenDraft(harness: Harness, workspace: Workspace) {
	harness.upstreams.findPassages = async () => ({ articles: [ARTICLE] });
	const ticket = await givenTicket(harness, workspace);
	await harness.settle();
	const draft = json(
		await harness.api.getDraft({ ticketId: ticket.id }, callOf(workspace)),
	);
	return { ticket, draft };
}

/** The customer writes again, as imported mail would be stored. */
export async function givenInbound(
	{ sql, now }: Harness,
	workspace: Workspace,
	ticketId: string,
	body: string,
): Promise<string> {
	const id = newId("msg", now().getTime());
	await sql(
		`with ticket as (
		   update tickets.tickets
		      set message_count = message_count + 1,
		          last_message_at = greatest(last_message_at, $5),
		          waiting_since = coalesce(waiting_since, $5)
		    where workspace_id = $1 and id = $2
		   returning *
		 )
		 insert into tickets.messages (workspace_id, ticket_id, id, type, body_format, body, body_text, contact_id, status, created_at)
		 select workspace_id, id, $3, 'inbound', 'text', $4, $4, contact_id, 'received', $5
		   from ticket`,
		[workspace.id, ticketId, id, body, now().toISOString()],
	);
	return id;
}

/** How many statements wait for a lock that another one holds. */
export async function lockWaits({ sql }: Harness): Promise<number> {
	const [row] = await sql<{ count: number }>(
		"select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
	);
	return row!.count;
}

/** The ticket's messages, oldest first. */
export async function messagesOf(
	{ api }: Harness,
	workspace: Workspace,
	ticketId: string,
) {
	const page = { limit: 100, cursor: "", sort: "created_at:asc" };
	return json(await api.listMessages({ ticketId, page }, callOf(workspace)))
		.data;
}

/** Approves the current draft, or the named one. */
export function approve(
	{ api }: Harness,
	workspace: Workspace,
	ticketId: string,
	draftId?: string,
) {
	return api.approveDraft(
		{ ticketId, draftId, idempotency: undefined },
		callOf(workspace),
	);
}

/** A row of an import. */
export function givenRow(): ImportedTicket {
	const createdAt = "2019-03-01T09:30:00.000Z";
	return {
		index: 0,
		subject: "An old question",
		status: "open",
		priority: "normal",
		channel: "api",
		contact: { email: "old@customer.example" },
		tags: [],
		customAttributesJson: "",
		createdAt,
		messages: [{ type: "inbound", body: "Where is it?", createdAt }],
	};
}
