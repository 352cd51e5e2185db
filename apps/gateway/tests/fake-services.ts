import type { Rendered } from "@supportdesk/contracts/supportdesk/api/v1/rendered.ts";
import { EventsServiceService } from "@supportdesk/contracts/supportdesk/events/v1/events.ts";
import { KnowledgeServiceService } from "@supportdesk/contracts/supportdesk/knowledge/v1/knowledge.ts";
import { MailServiceService } from "@supportdesk/contracts/supportdesk/mail/v1/mail.ts";
import {
	TicketsServiceService,
	View,
} from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import type { Logger } from "@supportdesk/logger/logger.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { createInProcessClient } from "@supportdesk/rpc/in-process-client.ts";
import type { AnyHandler } from "@supportdesk/rpc/service-api.ts";
import type { AccountsApi } from "../src/accounts/accounts-api.ts";
import { accountExamples } from "../src/api/accounts.ts";
import type { Services } from "../src/api/endpoint.ts";
import * as examples from "../src/api/examples.ts";
import { getFigures } from "../src/api/figures.ts";
import * as keyExamples from "../src/api/key-examples.ts";
import * as macroExamples from "../src/api/macro-examples.ts";
import type { KeysApi } from "../src/keys/keys-api.ts";

const figuresExample = getFigures.documentation.responseExample;

/** One call that reached a service. */
export interface SeenCall {
	readonly name: string;
	readonly request: Record<string, unknown>;
	readonly context: CallContext;
}

export interface FakeServices {
	readonly clients: Services;
	readonly keys: KeysApi;
	readonly accounts: AccountsApi;
	/** All calls since the last `reset`. */
	readonly calls: SeenCall[];
	/** Replaces the handler of one method until `reset`. */
	handle(
		name: string,
		handler: (request: never, context: CallContext) => unknown,
	): void;
	reset(): void;
}

export function rendered(
	body: unknown,
	more: Partial<Rendered> = {},
): Rendered {
	return {
		status: 200,
		body: Buffer.from(JSON.stringify(body)),
		nextCursor: "",
		resourceId: "",
		replayed: false,
		...more,
	};
}

const created = (body: { id: string }) =>
	rendered(body, { status: 201, resourceId: body.id });

const ticketAs = (view: View | undefined) =>
	view === View.VIEW_TICKET ? examples.ticket : examples.conversation;

/** The default handler of each method. */
const HANDLERS: Record<string, (request: { view?: View }) => unknown> = {
	createTicket: () => created(examples.ticket),
	getTicket: ({ view }) =>
		rendered(
			view === View.VIEW_TICKET
				? examples.ticket
				: { ...examples.conversation, messages: [examples.message] },
		),
	listTickets: ({ view }) =>
		rendered(
			{ data: [ticketAs(view)], has_more: true, next_cursor: "bmV4dA" },
			{ nextCursor: "bmV4dA" },
		),
	countTickets: () =>
		rendered({ mine: 3, unassigned: 12, waiting: 9, all: 41 }),
	getFigures: () => rendered(figuresExample),
	updateTicket: ({ view }) => rendered(ticketAs(view)),
	deleteTicket: () => rendered(examples.deleted(examples.ticket.id)),
	restoreTicket: () => rendered(examples.ticket),
	mergeTicket: () => rendered(examples.ticket),
	unmergeTicket: () => rendered(examples.ticket),
	importTickets: () => ({
		results: [
			{ index: 0, id: examples.ticket.id, created: true, errorsJson: "" },
		],
		replayed: false,
	}),
	exportTickets: () => ({
		lines: Buffer.from(`${JSON.stringify(examples.exportLine)}\n`),
		nextCursor: "",
	}),
	startBulk: () => ({ ...created(examples.bulkJob), status: 202 }),
	getBulk: () => rendered(examples.bulkJob),
	listBulkResults: () => rendered(examples.list(examples.bulkResult)),
	cancelBulk: () => rendered(examples.bulkJob),
	addTags: () => rendered(examples.ticket),
	removeTag: () => rendered(examples.ticket),
	createMessage: () => created(examples.reply),
	uploadMessage: () => created(examples.reply),
	listMessages: () => rendered(examples.list(examples.message)),
	getAttachment: () => ({
		filename: "größe.html",
		contentType: "application/octet-stream",
		data: Buffer.from("<script>"),
	}),
	getDraft: () => rendered(examples.draft),
	approveDraft: () =>
		rendered({ draft: examples.draft, message: examples.reply }),
	discardDraft: () => rendered(examples.draft),
	createArticle: () => created(examples.article),
	getArticle: () => rendered(examples.article),
	getArticleText: () => rendered(examples.articleText),
	listArticles: () => rendered(examples.list(examples.article)),
	updateArticle: () => rendered(examples.article),
	deleteArticle: () => rendered(examples.deleted(examples.article.id)),
	archiveArticle: () => rendered({ ...examples.article, status: "archived" }),
	search: () => rendered({ results: [examples.searchResult] }),
	countGaps: () => ({ open: 7, firstSeen: 4, resolved: 1 }),
	listGaps: () => rendered(examples.list(examples.gap)),
	createTest: () => created(examples.knowledgeTest),
	getTest: () => rendered(examples.knowledgeTest),
	listTests: () => rendered(examples.list(examples.knowledgeTest)),
	updateTest: () => rendered(examples.knowledgeTest),
	deleteTest: () => rendered(examples.deleted(examples.knowledgeTest.id)),
	runTests: () =>
		rendered({
			...{ passed: 1, failed: 0, not_run: 0, broken_tests: [] },
			tests: [examples.knowledgeTest],
		}),
	getAgent: () => rendered(examples.agentRecord),
	listAgents: () => rendered(examples.list(examples.agentRecord)),
	createAgent: () => created(examples.agentRecord),
	updateAgent: () => rendered(examples.agentRecord),
	listGroups: () => rendered(examples.list(examples.groupDetails)),
	createGroup: () => created(examples.groupDetails),
	getGroup: () => rendered(examples.groupDetails),
	updateGroup: () => rendered(examples.groupDetails),
	listAttributes: () => rendered(examples.list(examples.attribute)),
	createAttribute: () => created({ ...examples.attribute, id: "region" }),
	getAttribute: () => rendered(examples.attribute),
	updateAttribute: () => rendered(examples.attribute),
	deleteAttribute: () => rendered({ key: "region", deleted: true }),
	getWorkspace: () => rendered(examples.workspace),
	updateWorkspace: () => rendered(examples.workspace),
	listMailboxes: () => rendered(examples.list(examples.mailbox)),
	createMailbox: () => created(examples.mailbox),
	getMailbox: () => rendered(examples.mailbox),
	updateMailbox: () => rendered(examples.mailbox),
	deleteMailbox: () => rendered(examples.deleted(examples.mailbox.id)),
	listQuarantinedMails: () => rendered(examples.list(examples.quarantinedMail)),
	releaseMail: () =>
		rendered(examples.takenMail, {
			status: 201,
			resourceId: examples.ticket.id,
		}),
	dropMail: () => rendered(examples.deleted(examples.quarantinedMail.id)),
	uploadMail: () =>
		rendered(examples.takenMail, {
			status: 201,
			resourceId: examples.ticket.id,
		}),
	getRawMail: () => ({
		filename: "msg.eml",
		contentType: "application/octet-stream",
		data: Buffer.from("Subject: x"),
	}),
	saveOwnerDeactivation: () => undefined,
	listContacts: () => rendered(examples.list(examples.contactDetails)),
	createContact: () => created(examples.contactDetails),
	getContact: () => rendered(examples.contactDetails),
	updateContact: () => rendered(examples.contactDetails),
	deleteContact: () => rendered(examples.deleted(examples.contactDetails.id)),
	eraseTickets: () => ({}),
	mergeContact: () => rendered(examples.contactDetails),
	findOwnKey: () => ({
		...examples.me.key,
		plan: examples.me.plan,
		apiVersion: examples.me.key.api_version,
		expiresAt: examples.me.key.expires_at,
		createdAt: examples.me.key.created_at,
		workspaceName: examples.me.workspace.name,
	}),
	createMacro: () => created(macroExamples.macro),
	getMacro: () => rendered(macroExamples.macro),
	listMacros: () => rendered(examples.list(macroExamples.macro)),
	updateMacro: () => rendered(macroExamples.macro),
	deleteMacro: () => rendered(examples.deleted(macroExamples.macro.id)),
	applyMacro: () => rendered(macroExamples.appliedMacro),
	findOwnSession: () => undefined,
	listAccounts: () => rendered(examples.list(accountExamples.account)),
	getAccount: () => rendered(accountExamples.account),
	changeRole: () => rendered(accountExamples.account),
	resetSecondFactor: () => rendered(accountExamples.account),
	unlinkProvider: () => rendered(accountExamples.account),
	deactivate: () => undefined,
	invite: () => rendered(accountExamples.account),
	listAuditEvents: () => rendered(examples.list(accountExamples.auditEvent)),
	listKeys: () => rendered(examples.list(keyExamples.apiKey)),
	getKey: () => rendered(keyExamples.apiKey),
	createKey: () => created(keyExamples.apiKeyWithSecret),
	updateKey: () => rendered(keyExamples.apiKey),
	revokeKey: () => rendered(keyExamples.apiKey),
	rotateKey: () => rendered(keyExamples.rotatedApiKey),
	collectOutbox: () => ({ events: [] }),
	listEvents: () => rendered(examples.list(examples.event)),
	getEvent: () => rendered(examples.event),
	findNextEvents: () => ({ events: [], lastSequence: 0 }),
	createWebhook: () => created(examples.webhookWithSecret),
	getWebhook: () => rendered(examples.webhook),
	listWebhooks: () => rendered(examples.list(examples.webhook)),
	updateWebhook: () => rendered(examples.webhook),
	deleteWebhook: () => rendered(examples.deleted(examples.webhook.id)),
	rotateWebhook: () => rendered(examples.webhookWithSecret),
	testWebhook: () => rendered(examples.delivery),
	replayWebhook: () => rendered({ id: examples.webhook.id, queued: 11 }),
	listDeliveries: () => rendered(examples.list(examples.delivery)),
	retryDelivery: () => rendered(examples.delivery),
};

/** Services that return the examples of the API document, behind real in-process clients. */
export function createFakeServices(log: Logger): FakeServices {
	const calls: SeenCall[] = [];
	const own = new Map<string, AnyHandler>();
	const handlersOf = (definition: object) =>
		Object.fromEntries(
			Object.keys(definition).map((name) => [
				name,
				async (request: Record<string, unknown>, context: CallContext) => {
					calls.push({ name, request, context });
					return (own.get(name) ?? HANDLERS[name]!)(request as never, context);
				},
			]),
		) as never;
	return {
		clients: {
			tickets: createInProcessClient(
				TicketsServiceService,
				handlersOf(TicketsServiceService),
				log,
			),
			knowledge: createInProcessClient(
				KnowledgeServiceService,
				handlersOf(KnowledgeServiceService),
				log,
			),
			events: createInProcessClient(
				EventsServiceService,
				handlersOf(EventsServiceService),
				log,
			),
			mail: createInProcessClient(
				MailServiceService,
				handlersOf(MailServiceService),
				log,
			),
		},
		keys: handlersOf({
			findOwnKey: undefined,
			saveOwnerDeactivation: undefined,
			listKeys: undefined,
			getKey: undefined,
			createKey: undefined,
			updateKey: undefined,
			revokeKey: undefined,
			rotateKey: undefined,
		}),
		accounts: handlersOf({
			findOwnSession: undefined,
			listAccounts: undefined,
			getAccount: undefined,
			changeRole: undefined,
			resetSecondFactor: undefined,
			unlinkProvider: undefined,
			deactivate: undefined,
			invite: undefined,
			listAuditEvents: undefined,
		}),
		calls,
		handle: (name, handler) => own.set(name, handler as AnyHandler),
		reset() {
			own.clear();
			calls.length = 0;
		},
	};
}
