import {
	type Subscription,
	type SubscriptionOptions,
	subscribe,
} from "./events.ts";
import { exportTickets } from "./exports.ts";
import { createMethods } from "./methods.ts";
import type { RequestOptions } from "./options.ts";
import type { QueryOf } from "./routes.ts";
import type { Transport } from "./transport.ts";

/** Every operation of the API, by resource. */
export function createResources(transport: Transport) {
	const methods = createMethods(transport);
	return {
		...ticketResources(methods, transport),
		...knowledgeResources(methods),
		...eventResources(methods, transport),
		...directoryResources(methods),
		...mailResources(methods),
	};
}

type Methods = ReturnType<typeof createMethods>;

function ticketResources(
	{ list, act, send, file }: Methods,
	transport: Transport,
) {
	return {
		tickets: {
			list: list("GET /v1/tickets"),
			/** Ranked by their words. */
			search: list("GET /v1/tickets/search"),
			create: send("POST /v1/tickets"),
			get: act("GET /v1/tickets/{id}"),
			update: send("PATCH /v1/tickets/{id}"),
			delete: act("DELETE /v1/tickets/{id}"),
			restore: send("POST /v1/tickets/{id}/restore"),
			merge: send("POST /v1/tickets/{id}/merge"),
			unmerge: send("POST /v1/tickets/{id}/unmerge"),
			addTags: send("POST /v1/tickets/{id}/tags"),
			removeTag: act("DELETE /v1/tickets/{id}/tags/{tag}"),
			applyMacro: send("POST /v1/tickets/{id}/macros/{macro_id}"),
			/** The ticket's history. */
			listEvents: list("GET /v1/tickets/{id}/events"),
			import: send("POST /v1/imports/tickets"),
			/** Of the open tickets in each view of the inbox. */
			counts: act("GET /v1/tickets/counts"),
			/** All tickets with their messages. */
			export: (
				query: QueryOf<"GET /v1/exports/tickets"> = {},
				options: RequestOptions = {},
			) => exportTickets(transport, query, options),
		},
		messages: {
			list: list("GET /v1/tickets/{id}/messages"),
			create: send("POST /v1/tickets/{id}/messages"),
			getAttachment: file(
				"GET /v1/tickets/{id}/messages/{message_id}/attachments/{attachment_id}",
			),
			/** The mail that the message came in. */
			getRaw: file("GET /v1/tickets/{id}/messages/{message_id}/raw"),
		},
		conversations: {
			list: list("GET /v1/conversations"),
			get: act("GET /v1/conversations/{id}"),
			update: send("PATCH /v1/conversations/{id}"),
			listMessages: list("GET /v1/conversations/{id}/messages"),
			createMessage: send("POST /v1/conversations/{id}/messages"),
			/** Who views the conversation, or types in it. */
			getPresence: act("GET /v1/conversations/{id}/presence"),
			/** What the agent does in the conversation; to be repeated every 10 s. */
			setPresence: send("PUT /v1/conversations/{id}/presence"),
		},
		/** Drafts by the id of their conversation. */
		drafts: {
			get: act("GET /v1/conversations/{id}/ai-draft"),
			approve: send("POST /v1/conversations/{id}/ai-draft/approve"),
			discard: send("POST /v1/conversations/{id}/ai-draft/discard"),
		},
		/** Jobs that change many tickets. */
		bulk: {
			start: send("POST /v1/tickets/bulk"),
			get: act("GET /v1/tickets/bulk/{id}"),
			listResults: list("GET /v1/tickets/bulk/{id}/results"),
			cancel: send("POST /v1/tickets/bulk/{id}/cancel"),
		},
	};
}

function knowledgeResources({ list, act, send }: Methods) {
	return {
		knowledge: {
			search: send("POST /v1/knowledge/search"),
			listGaps: list("GET /v1/knowledge/gaps"),
			articles: {
				list: list("GET /v1/knowledge/articles"),
				create: send("POST /v1/knowledge/articles"),
				get: act("GET /v1/knowledge/articles/{id}"),
				getText: act("GET /v1/knowledge/articles/{id}/text"),
				update: send("PATCH /v1/knowledge/articles/{id}"),
				delete: act("DELETE /v1/knowledge/articles/{id}"),
				archive: send("POST /v1/knowledge/articles/{id}/archive"),
			},
			tests: {
				list: list("GET /v1/knowledge/tests"),
				create: send("POST /v1/knowledge/tests"),
				run: send("POST /v1/knowledge/tests/run"),
				get: act("GET /v1/knowledge/tests/{id}"),
				update: send("PATCH /v1/knowledge/tests/{id}"),
				delete: act("DELETE /v1/knowledge/tests/{id}"),
			},
		},
	};
}

function eventResources({ list, act, send }: Methods, transport: Transport) {
	return {
		events: {
			list: list("GET /v1/events"),
			get: act("GET /v1/events/{id}"),
			/** Events as they happen, without an end; resumed after a break. */
			subscribe: (from: Subscription = {}, options: SubscriptionOptions = {}) =>
				subscribe(transport, from, options),
		},
		webhooks: {
			list: list("GET /v1/webhooks"),
			create: send("POST /v1/webhooks"),
			get: act("GET /v1/webhooks/{id}"),
			update: send("PATCH /v1/webhooks/{id}"),
			delete: act("DELETE /v1/webhooks/{id}"),
			rotate: act("POST /v1/webhooks/{id}/rotate"),
			test: act("POST /v1/webhooks/{id}/test"),
			replay: send("POST /v1/webhooks/{id}/replay"),
			listDeliveries: list("GET /v1/webhooks/{id}/deliveries"),
			retryDelivery: act(
				"POST /v1/webhooks/{id}/deliveries/{delivery_id}/retry",
			),
		},
	};
}

function directoryResources({ list, act, send }: Methods) {
	return {
		/** The key, its owner, its scopes and its limits. */
		me: act("GET /v1/me"),
		workspace: {
			get: act("GET /v1/workspace"),
			update: send("PATCH /v1/workspace"),
		},
		contacts: {
			list: list("GET /v1/contacts"),
			create: send("POST /v1/contacts"),
			get: act("GET /v1/contacts/{id}"),
			update: send("PATCH /v1/contacts/{id}"),
			/** Erases the personal data. */
			delete: act("DELETE /v1/contacts/{id}"),
			merge: send("POST /v1/contacts/{id}/merge"),
		},
		accounts: {
			list: list("GET /v1/accounts"),
			get: act("GET /v1/accounts/{id}"),
			update: send("PATCH /v1/accounts/{id}"),
			resetSecondFactor: act("DELETE /v1/accounts/{id}/second-factor"),
			unlinkProvider: act("DELETE /v1/accounts/{id}/provider"),
		},
		figures: act("GET /v1/figures"),
		auditEvents: {
			list: list("GET /v1/audit-events"),
		},
		agents: {
			list: list("GET /v1/agents"),
			create: send("POST /v1/agents"),
			get: act("GET /v1/agents/{id}"),
			update: send("PATCH /v1/agents/{id}"),
			/** Mails a link that sets a password for the console. */
			invite: send("POST /v1/agents/{id}/invite"),
			/** Deactivates the agent. */
			delete: act("DELETE /v1/agents/{id}"),
		},
		groups: {
			list: list("GET /v1/groups"),
			create: send("POST /v1/groups"),
			get: act("GET /v1/groups/{id}"),
			update: send("PATCH /v1/groups/{id}"),
			delete: act("DELETE /v1/groups/{id}"),
		},
		attributes: {
			list: list("GET /v1/attributes"),
			create: send("POST /v1/attributes"),
			get: act("GET /v1/attributes/{key}"),
			update: send("PATCH /v1/attributes/{key}"),
			delete: act("DELETE /v1/attributes/{key}"),
		},
		keys: {
			list: list("GET /v1/keys"),
			create: send("POST /v1/keys"),
			get: act("GET /v1/keys/{id}"),
			update: send("PATCH /v1/keys/{id}"),
			revoke: act("POST /v1/keys/{id}/revoke"),
			rotate: send("POST /v1/keys/{id}/rotate"),
		},
		macros: {
			list: list("GET /v1/macros"),
			create: send("POST /v1/macros"),
			get: act("GET /v1/macros/{id}"),
			update: send("PATCH /v1/macros/{id}"),
			delete: act("DELETE /v1/macros/{id}"),
		},
	};
}

function mailResources({ list, act, send, upload }: Methods) {
	return {
		mailboxes: {
			list: list("GET /v1/mailboxes"),
			create: send("POST /v1/mailboxes"),
			get: act("GET /v1/mailboxes/{id}"),
			update: send("PATCH /v1/mailboxes/{id}"),
			delete: act("DELETE /v1/mailboxes/{id}"),
		},
		/** Mails by the id of their mailbox. */
		mails: {
			upload: upload("POST /v1/mailboxes/{id}/mails", "message/rfc822"),
			listQuarantined: list("GET /v1/mailboxes/{id}/quarantine"),
			release: act("POST /v1/mailboxes/{id}/quarantine/{mail_id}/release"),
			drop: act("DELETE /v1/mailboxes/{id}/quarantine/{mail_id}"),
		},
	};
}
