import { LATEST_API_VERSION } from "@supportdesk/keys/api-versions.ts";

// One scenario for the API document: a customer asks where her refund is, and an article answers.

const SUFFIX = "01kadszz00e2xv0f1b2c3d4e5f";
const CREATED_AT = "2026-11-21T09:30:00.000Z";
const UPDATED_AT = "2026-11-21T09:41:12.480Z";
const QUESTION = "I sent the shoes back two weeks ago. Where is my refund?";
const ANSWER =
	"Refunds are paid within five working days after the parcel has reached us.";

const contact = {
	id: `cnt_${SUFFIX}`,
	name: "Ada",
	email: "ada@example.com",
	avatar_url: null,
};

export const agent = {
	id: `usr_${SUFFIX}`,
	name: "Kim",
	email: "kim@support.example",
};

const ai = {
	intent: "refund_request",
	urgency: "normal",
	sentiment: "frustrated",
	confidence: 91.4,
	draft_ready: true,
};

export const ticket = {
	id: `tkt_${SUFFIX}`,
	subject: "Where is my refund?",
	status: "open",
	priority: "normal",
	channel: "api",
	contact,
	assignee: agent,
	group: { id: `grp_${SUFFIX}`, name: "Billing" },
	tags: ["refunds"],
	ai,
	created_at: CREATED_AT,
	updated_at: UPDATED_AT,
	resolved_at: null,
	custom_attributes: { order_number: "SO-4711" },
};

// Without custom attributes, because their definitions differ; readers send this example unchanged to try the API.
export const newTicket = {
	subject: ticket.subject,
	body: QUESTION,
	contact: { email: contact.email, name: contact.name },
	tags: ticket.tags,
};

export const message = {
	id: `msg_${SUFFIX}`,
	ticket_id: ticket.id,
	type: "inbound",
	body: QUESTION,
	body_text: QUESTION,
	body_format: "text",
	author: {
		type: "contact",
		id: contact.id,
		name: contact.name,
		email: contact.email,
	},
	attachments: [],
	ai_generated: false,
	status: "received",
	attempts: 0,
	error: null,
	created_at: CREATED_AT,
};

export const newMessage = { body: ANSWER, type: "outbound" };

export const reply = {
	...message,
	type: "outbound",
	body: ANSWER,
	body_text: ANSWER,
	author: { type: "agent", ...agent },
	status: "queued",
	created_at: UPDATED_AT,
};

const source = {
	article_id: `kb_${SUFFIX}`,
	title: "Refunds",
	relevance_score: 0.93,
};

export const searchResult = { ...source, excerpt: ANSWER };

export const conversation = {
	...ticket,
	ai: { ...ai, draft_id: `drf_${SUFFIX}`, suggested_articles: [source] },
	message_count: 1,
	last_message_at: CREATED_AT,
	waiting_since: CREATED_AT,
};

export const draft = {
	id: `drf_${SUFFIX}`,
	conversation_id: ticket.id,
	in_reply_to: message.id,
	body: `Hello Ada,\n\n${ANSWER}`,
	status: "ready",
	stale: false,
	confidence: 88.2,
	sources: [searchResult],
	sentences: [
		{ text: "Hello Ada,", sources: [], unsupported: false },
		{
			text: ANSWER,
			sources: [{ article_id: `kb_${SUFFIX}`, start: 0, end: ANSWER.length }],
			unsupported: false,
		},
	],
	generated_by: "extractive",
	created_at: CREATED_AT,
	updated_at: CREATED_AT,
};

export const article = {
	id: `kb_${SUFFIX}`,
	title: "Refunds",
	body: ANSWER,
	tags: ["refunds"],
	status: "published",
	word_count: 13,
	retrieval_count: 42,
	indexed_at: UPDATED_AT,
	created_at: CREATED_AT,
	updated_at: UPDATED_AT,
};

export const articleText = {
	article_id: article.id,
	text: ANSWER,
	updated_at: UPDATED_AT,
};

export const newArticle = {
	title: article.title,
	body: article.body,
	tags: article.tags,
};

export const knowledgeTest = {
	id: article.id.replace("kb_", "knt_"),
	question: "How do I get my money back?",
	article_id: article.id,
	passed: true,
	found_article_id: article.id,
	run_at: article.updated_at,
	created_at: article.created_at,
	updated_at: article.created_at,
};

export const gap = {
	id: `gap_${SUFFIX}`,
	topic: "Can I pay by invoice?",
	frequency: 7,
	status: "open",
	example_queries: ["Can I pay by invoice?", "payment on account"],
	ticket_ids: [ticket.id],
	first_seen_at: CREATED_AT,
	last_seen_at: UPDATED_AT,
	resolved_by_article_id: null,
	created_at: CREATED_AT,
	updated_at: UPDATED_AT,
};

/** A page with this one element. */
export function list(item: unknown) {
	return { data: [item], has_more: false, next_cursor: null };
}

export function deleted(id: string) {
	return { id, deleted: true };
}

export const bulkJob = {
	id: "blk_01kadszz00e2xv0f1b2c3d4e5f",
	status: "running",
	total: 500,
	changed: 120,
	unchanged: 0,
	failed: 1,
	created_at: "2026-11-21T09:30:00.000Z",
	finished_at: null,
};

export const bulkResult = {
	ticket_id: ticket.id,
	status: "failed",
	error: { code: "ticket_not_found", message: "There is no such ticket." },
};

export const event = {
	id: `evt_${SUFFIX}`,
	type: "ticket.updated",
	sequence: 4711,
	created_at: UPDATED_AT,
	actor: { type: "api_key", id: `key_${SUFFIX}` },
	request_id: `req_${SUFFIX}`,
	resource: { type: "ticket", id: ticket.id },
	data: {
		object: { ...ticket, status: "pending" },
		previous: { status: "open", updated_at: CREATED_AT },
	},
};

export const newWebhook = {
	url: "https://hooks.customer.example/support",
	types: ["ticket.*", "message.created"],
	description: "Keeps the order system up to date.",
};

export const webhook = {
	id: `whk_${SUFFIX}`,
	...newWebhook,
	enabled: true,
	disabled_reason: null,
	created_at: CREATED_AT,
	updated_at: CREATED_AT,
};

export const webhookWithSecret = {
	...webhook,
	secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw9vXGRQO7xVw=",
};

export const delivery = {
	id: `dlv_${SUFFIX}`,
	webhook_id: webhook.id,
	event_id: event.id,
	event_type: event.type,
	status: "delivered",
	next_attempt_at: null,
	created_at: UPDATED_AT,
	attempts: [
		{
			number: 1,
			started_at: UPDATED_AT,
			duration_ms: 84,
			status_code: 204,
			error: null,
			response_body: "",
		},
	],
};

export const agentRecord = {
	...agent,
	deactivated_at: null,
	created_at: CREATED_AT,
};

const window = (limit: number, resets_at: string) => ({
	limit,
	remaining: limit - 1,
	resets_at,
});

export const me = {
	key: {
		id: `key_${SUFFIX}`,
		masked: "sk_live_…Kq3x",
		api_version: LATEST_API_VERSION,
		expires_at: null,
		created_at: CREATED_AT,
	},
	owner: agent,
	workspace: { id: `wsp_${SUFFIX}`, name: "Acme" },
	scopes: ["tickets:read", "tickets:write"],
	plan: "starter",
	limits: {
		per_minute: window(60, "2026-11-21T09:42:12.480Z"),
		burst: window(120, "2026-11-21T09:41:22.480Z"),
		per_day: window(10_000, "2026-11-22T00:00:00.000Z"),
		concurrent: { limit: 10, remaining: 10 },
	},
};

export const newContact = {
	email: contact.email,
	name: contact.name,
	external_id: "customer-4711",
};

export const contactDetails = {
	...contact,
	external_id: newContact.external_id,
	addresses: [contact.email, "ada@home.example"],
	custom_attributes: {},
	created_at: CREATED_AT,
	updated_at: CREATED_AT,
	last_seen_at: UPDATED_AT,
};

export const groupDetails = {
	...ticket.group,
	agent_ids: [agent.id],
	deactivated_at: null,
	created_at: CREATED_AT,
};

export const workspace = {
	id: `wsp_${SUFFIX}`,
	pending_after_reply: false,
};

export const mailbox = {
	id: `mbx_${SUFFIX}`,
	address: "support@papermoss.example",
	name: "Papermoss support",
	group_id: ticket.group.id,
	signature: "Your Papermoss team",
	auto_reply: { enabled: false, body: "" },
	intake: "smtp",
	imap: null,
	created_at: CREATED_AT,
};

export const quarantinedMail = {
	id: `mail_${SUFFIX}`,
	mailbox_id: mailbox.id,
	status: "quarantined",
	reason: "too_many",
	from: { email: "robot@customer.example", name: "Robot" },
	subject: "Disk almost full",
	authentication: { spf: "pass", dkim: "pass", dmarc: "pass" },
	received_at: CREATED_AT,
};

export const takenMail = {
	id: `mail_${SUFFIX}`,
	status: "message",
	reason: null,
	ticket_id: ticket.id,
	message_id: `msg_${SUFFIX}`,
};

export const attribute = {
	key: "region",
	type: "enum",
	values: ["emea", "apac", "amer"],
	label: null,
	description: null,
	created_at: CREATED_AT,
};

export const ticketImport = {
	tickets: [
		{
			external_id: "old-4711",
			subject: ticket.subject,
			status: "resolved",
			contact: { email: contact.email, name: contact.name },
			created_at: "2019-03-01T09:30:00Z",
			messages: [
				{
					type: "inbound",
					body: QUESTION,
					created_at: "2019-03-01T09:30:00Z",
				},
				{
					type: "outbound",
					body: ANSWER,
					created_at: "2019-03-02T08:00:00Z",
				},
			],
		},
	],
};

export const importResults = {
	created: 1,
	existing: 0,
	failed: 1,
	results: [
		{ index: 0, id: ticket.id, created: true, errors: [] },
		{
			index: 1,
			id: null,
			created: false,
			errors: [
				{
					code: "missing_parameter",
					message: "contact.email is required.",
					param: "contact.email",
				},
			],
		},
	],
};

export const exportLine = {
	cursor: "bmV4dA",
	ticket: { ...conversation, messages: [message] },
};
