import { checkStore, type Samples } from "@supportdesk/pg/check-store.ts";
import { migrate } from "@supportdesk/pg/migrate.ts";
import type { Operation } from "@supportdesk/pg/operation.ts";
import { createTestDatabase } from "@supportdesk/testkit/database.ts";
import { expect, it, onTestFinished } from "vitest";
import type { Macro } from "../src/domain/macro.ts";
import { readSearchQuery } from "../src/domain/search-query.ts";
import { NO_SIGNALS } from "../src/domain/ticket.ts";
import type { TicketFilter } from "../src/domain/ticket-list.ts";
import { migration } from "../src/migration.ts";
import { deliverJob, enrichJob } from "../src/queue.ts";
import type { Answer } from "../src/store/answers.ts";
import type { NewMessage } from "../src/store/new-message.ts";
import type { NewTicket } from "../src/store/new-ticket.ts";
import { CONVERSATIONS, TICKETS } from "../src/store/ticket-list.ts";
import { TICKET_SORTS } from "../src/store/ticket-walk.ts";
import { log } from "./transport.ts";

const W = "wsp_1";
const TICKET = "tkt_1";
const now = new Date("2026-11-20T09:30:00.000Z");
const at = now.toISOString();
const POSITION = { value: at, id: "msg_1" };

const CONTACT = {
	id: "cnt_9",
	name: "Carl",
	externalId: null,
	customAttributesJson: "{}",
};

const UNCLAIMED: Operation = { workspaceId: W, now, claim: undefined };
const CLAIMED: Operation = {
	...UNCLAIMED,
	claim: {
		apiKeyId: "key_1",
		scope: "tickets.create",
		key: "k",
		fingerprint: "f",
		isClients: true,
	},
};

const CAUSE = { apiKeyId: "key_1", requestId: "req_1" };
const INBOUND: NewTicket["message"] = {
	id: "msg_1",
	ticketId: TICKET,
	type: "inbound",
	body: "Where?",
	bodyText: "Where?",
	bodyFormat: "text",
	attachments: [],
	aiGenerated: false,
	status: "received",
	attempts: 0,
	error: null,
	createdAt: at,
};
const NEW_TICKET: NewTicket = {
	operation: UNCLAIMED,
	ticket: {
		id: TICKET,
		subject: "Late",
		status: "open",
		priority: "normal",
		channel: "email",
		tags: [],
		signals: NO_SIGNALS,
		readyDraftId: null,
		customAttributesJson: "{}",
		createdAt: at,
		updatedAt: at,
		resolvedAt: null,
		externalId: null,
		mergedInto: null,
		participants: [],
	},
	contact: {
		id: "cnt_1",
		name: "Carl",
		email: "carl@customer.example",
		emailKey: "carl@customer.example",
		objectJson: "{}",
		avatarUrl: null,
	},
	contactId: undefined,
	assigneeId: undefined,
	groupId: undefined,
	definitions: undefined,
	message: INBOUND,
	raw: null,
	job: enrichJob(W, TICKET),
	response: ["{", "}"],
	messageResponse: ["{", "}"],
	cause: CAUSE,
	eventIds: ["evt_1", "evt_2", "evt_3"],
};
const TAGGED = {
	...NEW_TICKET,
	ticket: { ...NEW_TICKET.ticket, id: "tkt_2", tags: ["vip"] },
	message: { ...INBOUND, id: "msg_2" },
};
const THIRD = {
	...NEW_TICKET,
	ticket: { ...NEW_TICKET.ticket, id: "tkt_3" },
	message: { ...INBOUND, id: "msg_3" },
};
const EXTERNAL = {
	...NEW_TICKET,
	ticket: { ...NEW_TICKET.ticket, id: "tkt_4", externalId: "4711" },
	message: { ...INBOUND, id: "msg_4" },
};
const REFERRING = { ...NEW_TICKET, assigneeId: "usr_1", definitions: "f" };

const MESSAGE: NewMessage["message"] = {
	id: "msg_1",
	ticketId: TICKET,
	type: "outbound",
	body: "Soon.",
	bodyText: "Soon.",
	bodyFormat: "text",
	author: { type: "agent", id: "usr_1", name: "", email: "" },
	attachments: [],
	aiGenerated: false,
	status: "queued",
	attempts: 0,
	error: null,
	createdAt: at,
};
const NOTE: NewMessage = {
	message: MESSAGE,
	raw: null,
	job: undefined,
	response: ["{", ",", "}"],
	cause: CAUSE,
	eventId: "evt_1",
};
const REPLY: NewMessage = { ...NOTE, job: deliverJob(W, MESSAGE) };
const AUTHENTICATION = { spf: "pass", dkim: "pass", dmarc: "pass" };
const MESSAGE_MAIL = { quotedText: "", authentication: AUTHENTICATION };
const MAIL = {
	id: "mail_1",
	mailboxId: "mbx_1",
	contentHash: Buffer.from("x"),
	messageIdHeader: "<a@b>",
	fromKey: "a@b.c",
	fromName: "A",
	subject: "S",
	envelopeFrom: undefined,
	recipients: ["support@b.c"],
	authentication: AUTHENTICATION,
	receivedAt: at,
};
const MAILBOX = {
	id: "mbx_1",
	address: "a@b.c",
	name: "A",
	groupId: null,
	signature: "",
	autoReply: { enabled: false, body: "" },
	intake: "smtp" as const,
	imap: null,
	createdAt: at,
};
const SEEN = [
	{ to: { updatedAt: at, id: TICKET }, snapshot: "10:20:11" },
	{ to: { updatedAt: at, id: "tkt_2" }, snapshot: undefined },
];
const FILTERS: TicketFilter[] = [
	{},
	{ status: "open" },
	{ status: "resolved" },
	{ status: "resolved", assignee: "unassigned", created_after: at },
	{ tag: "vip", created_before: at },
	{
		priority: "low",
		updated_after: at,
		updated_before: at,
		waiting: true,
		external_id: "4711",
		group: "grp_1",
		mailbox: "mbx_1",
		channel: "api",
		contact: "cnt_1",
		ai_intent: "refund",
		assignee: "usr_1",
	},
];
const PAGES = [TICKETS, CONVERSATIONS].flatMap((listed) =>
	TICKET_SORTS.flatMap((field) =>
		FILTERS.flatMap((filter) =>
			[
				undefined,
				// Open tickets have nothing to sort by resolution, and others always have something to sort by.
				...(field === "resolved_at" && filter.status === "open"
					? []
					: [{ value: field === "priority" ? "1" : at, id: TICKET }]),
				...(field === "resolved_at" ? [{ value: null, id: TICKET }] : []),
			].map(
				(position) =>
					[
						listed,
						W,
						filter,
						{ field, direction: "desc" } as const,
						25,
						position,
					] as const,
			),
		),
	),
);

const IMPORTED = imported();
const MACRO: Macro = {
	id: "mcr_1",
	name: "Refund",
	body: "Done.",
	type: "outbound",
	changes: { tags: ["refund"] },
	createdAt: at,
	updatedAt: at,
};

const ANSWER: Answer = {
	ticketId: TICKET,
	version: "1",
	signals: NO_SIGNALS,
	draft: draft(),
	sourceVersions: {},
	suggestionsJson: "[]",
	events: [],
};

const SAMPLES = {
	"agents.ts": {
		selectActiveAgent: [[W, "usr_1"]],
		selectAgent: [[W, "usr_1"]],
		selectAgentPage: [
			[W, "active", { field: "name", direction: "asc" }, 26, undefined],
			[
				W,
				undefined,
				{ field: "created_at", direction: "desc" },
				26,
				{ value: at, id: "usr_1" },
			],
		],
	} satisfies Samples<typeof import("../src/store/agents.ts")>,
	"keyset-page.ts": {} satisfies Samples<
		typeof import("../src/store/keyset-page.ts")
	>,
	"answered.ts": {
		selectAnsweredSequence: [[]],
		saveAnsweredSequence: [[1]],
	} satisfies Samples<typeof import("../src/store/answered.ts")>,
	"answers.ts": {
		selectTicketVersion: [[W, TICKET]],
		STORE_ANSWERS: [[W, [ANSWER]]],
	} satisfies Samples<typeof import("../src/store/answers.ts")>,
	"attachments.ts": {
		insertAttachment: [
			[
				W,
				"msg_1",
				0,
				{ id: "att_1", filename: "a", contentType: "text/plain", size: 1 },
				Buffer.from("a"),
			],
		],
		selectAttachmentFile: [[W, TICKET, "msg_1", "att_1"]],
	} satisfies Samples<typeof import("../src/store/attachments.ts")>,
	"attributes.ts": {
		selectAttributeDefinitions: [[W]],
	} satisfies Samples<typeof import("../src/store/attributes.ts")>,
	"authors-seen.ts": {
		SAVE_AUTHORS_SEEN: [[W, [TICKET]]],
	} satisfies Samples<typeof import("../src/store/authors-seen.ts")>,
	"batched-events.ts": {} satisfies Samples<
		typeof import("../src/store/batched-events.ts")
	>,
	"bulk-items.ts": {
		selectPending: [[W, "blk_1", 50]],
		lockPending: [[W, "blk_1", 1]],
		saveResult: [[W, "blk_1", { position: 1, status: "changed", error: null }]],
		selectResultPage: [[W, "blk_1", undefined, 0, 26]],
	} satisfies Samples<typeof import("../src/store/bulk-items.ts")>,
	"bulk-jobs.ts": {
		selectBulk: [[W, "blk_1"]],
		lockBulk: [[W, "blk_1"]],
		countUnfinished: [[W]],
		insertBulk: [
			[
				W,
				{
					id: "blk_1",
					filter: {},
					changes: { addTags: [], removeTags: [] },
					apiKeyId: "key_1",
					requestId: "req_1",
					createdAt: at,
				},
			],
		],
		insertItems: [[W, "blk_1", [TICKET]]],
		selectOpenBulk: [
			[W, "blk_1"],
			[W, "blk_1", "for no key update"],
		],
		selectMeant: [
			[W, {}, undefined, 10],
			[W, FILTERS[1]!, POSITION, 10],
		],
		saveCollected: [[W, "blk_1", { id: TICKET, created_at: at }]],
		startBulk: [[W, "blk_1"]],
		finishBulk: [[W, "blk_1", "done", now]],
		purgeBulkItems: [[W, now, 10]],
		purgeBulks: [[W, now, 10]],
	} satisfies Samples<typeof import("../src/store/bulk-jobs.ts")>,
	"contact-changes.ts": {
		insertContact: [[W, CONTACT, at]],
		saveContact: [[W, CONTACT, at]],
		clearAddresses: [[W, "cnt_1"]],
		saveAddresses: [
			[W, "cnt_1", [{ id: "cnt_1", address: "a@b.c", key: "a@b.c" }], at],
		],
		redirectContact: [[W, "cnt_1", "cnt_2", at]],
		saveLastSeen: [[W, "cnt_1", at]],
		moveTickets: [[W, "cnt_1", at, 10]],
		moveMailedMessages: [[W, "cnt_1"]],
	} satisfies Samples<typeof import("../src/store/contact-changes.ts")>,
	"contacts.ts": {
		selectContact: [[W, "cnt_1"]],
		lockContact: [[W, "cnt_1"]],
		selectAddressRows: [[W, "cnt_1"]],
		selectHolders: [[W, ["a@b.c"], "x"]],
		selectContactPage: [
			[W, {}, { field: "created_at", direction: "desc" }, 26, undefined],
			[
				W,
				{
					email: "a@b.c",
					external_id: "x",
					q: "a%",
					created_after: at,
					created_before: at,
				},
				{ field: "last_seen_at", direction: "asc" },
				26,
				{ value: at, id: "cnt_1" },
			],
			[
				W,
				{},
				{ field: "name", direction: "asc" },
				26,
				{ value: "a", id: "cnt_1" },
			],
		],
	} satisfies Samples<typeof import("../src/store/contacts.ts")>,
	"deliveries.ts": {
		findDelivery: [[W, "msg_1"]],
		selectEnvelope: [[W, "msg_1"]],
		selectFiles: [[W, "msg_1"]],
		saveAttempt: [[W, "msg_1", { status: "sent", error: null }]],
		selectNextQueued: [[W, "msg_1"]],
	} satisfies Samples<typeof import("../src/store/deliveries.ts")>,
	"draft-feedback.ts": {
		saveFeedback: [
			[
				W,
				draft(),
				{ kind: "edited", body: "b", agentId: "usr_1", createdAt: at },
			],
		],
	} satisfies Samples<typeof import("../src/store/draft-feedback.ts")>,
	"drafts.ts": {
		selectCurrentDraft: [[W, TICKET]],
		findCurrentDraft: [[W, TICKET]],
		supersedeDraft: [[W, TICKET, now]],
		insertDraft: [[W, draft(), {}, "[]"]],
		approveDraft: [[W, draft(), "msg_1"]],
	} satisfies Samples<typeof import("../src/store/drafts.ts")>,
	"erasure.ts": {
		selectNamedRows: [[W, "cnt_1"]],
		eraseContactRows: [[W, "cnt_1", now]],
		selectTicketsOf: [[W, ["cnt_1"], "", 10]],
		selectRepliesIn: [[W, [TICKET]]],
		selectMergeTargets: [[W, [TICKET]]],
		eraseAnswers: [[W, ["cnt_1"], [TICKET]]],
		eraseTickets: [
			[W, ["cnt_1"], [TICKET], "x", now],
			[W, ["cnt_1"], [TICKET], undefined, now],
		],
		eraseResponses: [[W, ["cnt_1"], ["a@b.c"], [TICKET]]],
		eraseUncollected: [[W, ["cnt_1"]]],
	} satisfies Samples<typeof import("../src/store/erasure.ts")>,
	"mail-erasure.ts": {
		eraseMails: [[W, ["cnt_1"], ["a@b.c"]]],
		eraseInOthersTickets: [[W, ["cnt_1"], ["a@b.c"]]],
		selectTicketsOfOthers: [[W, ["cnt_1"], ["a@b.c"]]],
		eraseRawMailsIn: [
			[W, [TICKET], ["a@b.c"]],
			[W, [TICKET], null],
		],
	} satisfies Samples<typeof import("../src/store/mail-erasure.ts")>,
	"group-list.ts": {
		selectGroupPage: [
			[W, "active", { field: "name", direction: "asc" }, 26, undefined],
			[
				W,
				undefined,
				{ field: "created_at", direction: "desc" },
				26,
				{ value: at, id: "grp_1" },
			],
		],
	} satisfies Samples<typeof import("../src/store/group-list.ts")>,
	"housekeeping.ts": {
		selectUntouchedForUpdate: [[W, now, 10]],
		archiveTickets: [[W, [TICKET], now]],
		purgeDeletedTickets: [[W, now, 10]],
		purgeMails: [[W, now, 10]],
		purgeAutoReplies: [[W, now, 10]],
	} satisfies Samples<typeof import("../src/store/housekeeping.ts")>,
	"insert-messages.ts": {} satisfies Samples<
		typeof import("../src/store/insert-messages.ts")
	>,
	"imports.ts": {
		indexTicket: [[W, TICKET]],
		selectNamedContacts: [[W, IMPORTED.references]],
		selectAgents: [[W, IMPORTED.references]],
		selectGroups: [[W, IMPORTED.references]],
		selectNamedTickets: [[W, IMPORTED.references]],
		insertImportedContacts: [[W, [IMPORTED.contact], at]],
		insertImportedTickets: [[W, [IMPORTED.ticket]]],
		insertImportedMessages: [[W, [IMPORTED.ticket]]],
	} satisfies Samples<typeof import("../src/store/imports.ts")>,
	"labels.ts": {
		saveLabel: [[W, TICKET, { urgency: "high", intent: "other" }, at]],
		selectCorrection: [[W, TICKET]],
	} satisfies Samples<typeof import("../src/store/labels.ts")>,
	"mailboxes.ts": {
		selectMailbox: [[W, "mbx_1"]],
		lockMailbox: [[W, "mbx_1"]],
		selectMailboxPage: [
			[W, { field: "created_at", direction: "asc" }, 26, undefined],
			[
				W,
				{ field: "address", direction: "asc" },
				26,
				{ value: "a@b.c", id: "mbx_1" },
			],
		],
		insertMailbox: [[W, MAILBOX, "a@b.c", null]],
		saveMailbox: [[W, MAILBOX, Buffer.from("x"), now]],
		deleteMailbox: [[W, "mbx_1"]],
		selectDestination: [[W, "mbx_1"]],
		selectOwnAddresses: [[W, ["a@b.c"]]],
		enterAddressed: [[["a@b.c"]]],
		selectAddressed: [[["a@b.c"]]],
	} satisfies Samples<typeof import("../src/store/mailboxes.ts")>,
	"imap-accounts.ts": {
		enterAccounts: [[]],
		leaseAccounts: [["r", 10, 30]],
		returnAccounts: [["r"]],
		selectLeased: [["r"]],
		saveReport: [
			[
				W,
				"mbx_1",
				"r",
				{
					state: "failed",
					error: "Refused.",
					position: { source: "a", uidValidity: 1, lastUid: 2, since: now },
					hasNewMail: true,
					skipped: "Too large.",
				},
				now,
			],
		],
	} satisfies Samples<typeof import("../src/store/imap-accounts.ts")>,
	"exported-messages.ts": {
		limitPages: [[1024]],
		selectMessagesOf: [[W, [TICKET], 10]],
		selectMessagesBehind: [[W, TICKET, POSITION, 10]],
	} satisfies Samples<typeof import("../src/store/exported-messages.ts")>,
	"macros.ts": {
		insertMacro: [[W, MACRO]],
		saveMacro: [[W, MACRO]],
		deleteMacro: [[W, MACRO.id]],
		selectMacro: [[W, MACRO.id]],
		lockMacro: [[W, MACRO.id]],
		selectMacroPage: [
			[W, { field: "name", direction: "asc" }, 26, undefined],
			[
				W,
				{ field: "created_at", direction: "desc" },
				26,
				{ value: at, id: MACRO.id },
			],
		],
	} satisfies Samples<typeof import("../src/store/macros.ts")>,
	"quarantine.ts": {
		selectQuarantinedPage: [
			[W, "mbx_1", { field: "received_at", direction: "desc" }, 26, undefined],
			[
				W,
				"mbx_1",
				{ field: "received_at", direction: "asc" },
				26,
				{ value: at, id: "mail_1" },
			],
		],
		lockQuarantined: [[W, "mbx_1", "mail_1"]],
		dropQuarantined: [[W, "mbx_1", "mail_1"]],
		selectQuarantined: [[W, "mbx_1", "mail_1"]],
	} satisfies Samples<typeof import("../src/store/quarantine.ts")>,
	"mails.ts": {
		lockSender: [[W, "a@b.c"]],
		insertMail: [[W, MAIL, Buffer.from("x")]],
		selectMailByContent: [[W, Buffer.from("x")]],
		settleMail: [
			[
				W,
				{
					id: "mail_1",
					state: "message",
					reason: null,
					ticketId: TICKET,
					messageId: "msg_1",
				},
				"cnt_1",
			],
		],
		selectSender: [[W, "mbx_1", ["a@b.c"], now, 31]],
		selectThread: [[W, ["<a@b>"], [null], [null]]],
		selectRawMail: [[W, TICKET, "msg_1"]],
		saveMailFields: [[W, TICKET, "mbx_1", "[]"]],
		claimAutoReply: [[W, "a@b.c", now, now]],
		selectMessageIdHeader: [[W, "msg_1"]],
	} satisfies Samples<typeof import("../src/store/mails.ts")>,
	"inbound.ts": {
		insertInbound: [[W, MESSAGE, MESSAGE_MAIL]],
		saveMessageMail: [[W, "msg_1", MESSAGE_MAIL]],
		ensureContact: [
			[W, { id: "cnt_1", name: "A", email: "a@b.c", emailKey: "a@b.c" }, now],
		],
	} satisfies Samples<typeof import("../src/store/inbound.ts")>,
	"bounces.ts": {
		failDelivered: [[W, "msg_1", "gone"]],
		markUndeliverable: [[W, new Map([["a@b.c", "gone"]]), now]],
		selectReceivers: [[W, "msg_1"]],
	} satisfies Samples<typeof import("../src/store/bounces.ts")>,
	"messages.ts": {
		selectMessagePage: [
			[W, TICKET, undefined, 26, undefined],
			[W, TICKET, "note", 26, POSITION],
		],
		selectLatestMessages: [[W, TICKET, 50]],
		selectMessage: [[W, "msg_1"]],
		selectMessageForUpdate: [[W, "msg_1"]],
		selectLastMessageId: [[W, TICKET]],
		selectLastInbound: [[W, TICKET]],
	} satisfies Samples<typeof import("../src/store/messages.ts")>,
	"models.ts": {
		selectModelId: [[W]],
		selectModel: [[W]],
	} satisfies Samples<typeof import("../src/store/models.ts")>,
	"new-message.ts": {
		WRITE_MESSAGES: [
			[W, [NOTE]],
			[W, [NOTE, REPLY]],
			[W, [{ ...NOTE, operation: CLAIMED }]],
			[W, [{ ...REPLY, operation: CLAIMED }, NOTE]],
		],
		writeMessageAlone: [
			[W, NOTE],
			[W, REPLY],
			[W, { ...NOTE, operation: CLAIMED }],
			[W, { ...REPLY, operation: CLAIMED }],
		],
	} satisfies Samples<typeof import("../src/store/new-message.ts")>,
	"new-ticket.ts": {
		WRITE_TICKETS: [
			[W, [NEW_TICKET]],
			[W, [TAGGED, NEW_TICKET]],
			[W, [REFERRING]],
			[W, [REFERRING, TAGGED]],
			[W, [EXTERNAL]],
			[W, [{ ...EXTERNAL, operation: CLAIMED }, REFERRING, TAGGED]],
			[W, [{ ...NEW_TICKET, operation: CLAIMED }]],
			[W, [{ ...NEW_TICKET, operation: CLAIMED }, TAGGED]],
			[W, [{ ...REFERRING, operation: CLAIMED }]],
			[W, [{ ...REFERRING, operation: CLAIMED }, TAGGED, THIRD]],
		],
	} satisfies Samples<typeof import("../src/store/new-ticket.ts")>,
	"ranked-search.ts": {
		selectRanked: [
			[W, { q: "refund" }, 25, undefined],
			[
				W,
				{ q: "refund", status: "open" },
				25,
				{
					window: {
						newest: { createdAt: at, id: TICKET },
						oldest: { createdAt: at, id: "tkt_1" },
						hasOlder: true,
					},
					rank: "0.1",
					id: TICKET,
				},
			],
		],
	} satisfies Samples<typeof import("../src/store/ranked-search.ts")>,
	"references.ts": {
		selectReferences: [[W, { emailKey: "a@b.c", contactId: "cnt_1" }]],
	} satisfies Samples<typeof import("../src/store/references.ts")>,
	"shown-articles.ts": {
		selectShownArticles: [[W, [TICKET]]],
		removeSuggestedArticles: [[W, TICKET, ["kb_1"]]],
		saveSuggestedArticles: [[W, TICKET, "[]"]],
	} satisfies Samples<typeof import("../src/store/shown-articles.ts")>,
	"tags.ts": {
		insertTags: [[W, TICKET, ["vip"], at]],
		deleteTag: [[W, TICKET, "vip"]],
		deleteTags: [[W, TICKET, ["vip"]]],
		saveTags: [[W, TICKET, ["vip"], at]],
	} satisfies Samples<typeof import("../src/store/tags.ts")>,
	"ticket-list.ts": {
		selectTicketPage: [PAGES[0]!, ...PAGES],
		selectSmallTicketPage: [PAGES[0]!, ...PAGES],
		selectUnseenPage: [
			[TICKETS, W, {}, 25, []],
			[CONVERSATIONS, W, FILTERS[3]!, 25, SEEN],
		],
		selectTicketsInOrder: [
			[TICKETS, W, [TICKET]],
			[CONVERSATIONS, W, [TICKET]],
		],
	} satisfies Samples<typeof import("../src/store/ticket-list.ts")>,
	"ticket-search.ts": {
		searchFor: [[readSearchQuery('refund "a b" -c 東 東京都')], [[]]],
		selectIsSearchable: [[W]],
		backfillSearch: [[W, 10]],
	} satisfies Samples<typeof import("../src/store/ticket-search.ts")>,
	"ticket-sync.ts": {
		SELECT_SNAPSHOT: [],
		walkUnseen: [],
	} satisfies Samples<typeof import("../src/store/ticket-sync.ts")>,
	"ticket-walk.ts": {} satisfies Samples<
		typeof import("../src/store/ticket-walk.ts")
	>,
	"ticket-merges.ts": {
		selectTicketsForUpdate: [[W, [TICKET, "tkt_2"]]],
		selectMergedForUpdate: [[W, TICKET]],
		selectMergedIds: [[W, TICKET]],
		selectMergedDeletedIds: [[W, TICKET]],
		moveMessages: [[W, TICKET, "tkt_2"]],
		moveMessagesBack: [[W, TICKET, "tkt_2", [TICKET]]],
		countMessages: [[W, TICKET, at]],
		saveMerged: [[W, TICKET, "tkt_2", at]],
		saveUnmerged: [[W, TICKET, at]],
		indexTickets: [[W, [TICKET]]],
		insertMerge: [
			[
				W,
				{
					sourceId: TICKET,
					targetId: "tkt_2",
					tags: ["vip"],
					addedTags: ["vip"],
					addedParticipants: [],
					mergedAt: at,
				},
			],
		],
		selectMerges: [[W, TICKET]],
		forgetRemovedTags: [[W, TICKET, ["vip"]]],
		saveAddedTags: [[W, { sourceId: TICKET, tags: ["vip"], added: ["vip"] }]],
		saveAddedParticipants: [
			[
				W,
				{
					sourceId: TICKET,
					added: [{ email: "p@customer.example", name: "" }],
				},
			],
		],
		closeMerge: [[W, TICKET, at]],
	} satisfies Samples<typeof import("../src/store/ticket-merges.ts")>,
	"ticket-rows.ts": {} satisfies Samples<
		typeof import("../src/store/ticket-rows.ts")
	>,
	"tickets.ts": {
		selectTicket: [[W, TICKET]],
		selectTicketForUpdate: [[W, TICKET]],
		lockTicket: [[W, TICKET]],
		selectDeletedTicketForUpdate: [[W, TICKET, now]],
		restoreTicket: [[W, TICKET, at]],
		selectIdByExternalId: [[W, "4711"]],
		saveTicket: [[W, { ...NEW_TICKET.ticket, ...people() }]],
		savePending: [[W, TICKET]],
		saveParticipants: [[W, TICKET, [{ email: "b@c.example", name: "" }]]],
		saveSignals: [[W, TICKET, NO_SIGNALS]],
		deleteTicket: [[W, TICKET, now]],
	} satisfies Samples<typeof import("../src/store/tickets.ts")>,
	"training.ts": {
		selectLabelled: [[W, 10]],
		saveModel: [
			[W, { id: "m", bytes: Buffer.from("m"), exampleCount: 1, now }],
		],
		queueTrainingIfOutdated: [[W]],
	} satisfies Samples<typeof import("../src/store/training.ts")>,
	"figures.ts": {
		countOpenTickets: [[W, "usr_1"]],
		selectDays: [[W, now.toISOString(), now.toISOString()]],
		selectSample: [[W, now.toISOString(), now.toISOString()]],
	} satisfies Samples<typeof import("../src/store/figures.ts")>,
	"workspace-settings.ts": {
		selectSettings: [[W]],
		saveSettings: [[W, { pendingAfterReply: true }, now]],
	} satisfies Samples<typeof import("../src/store/workspace-settings.ts")>,
};

function imported() {
	const contact = {
		id: "cnt_1",
		name: "C",
		email: "c@d.e",
		emailKey: "c@d.e",
		externalId: null,
		lastSeenAt: at,
	};
	const ticket = {
		...NEW_TICKET.ticket,
		...people(),
		tags: ["vip"],
		suggestedArticlesJson: "[]",
		messageCount: 1,
		lastMessageAt: at,
		waitingSince: null,
	};
	const message = { ...NOTE.message, raw: null };
	const references = {
		contactIds: ["cnt_1"],
		emailKeys: ["a@b.c"],
		contactExternalIds: ["crm-1"],
		agentIds: ["usr_1"],
		groupIds: ["grp_1"],
		ticketExternalIds: ["4711"],
	};
	return { contact, references, ticket: { ticket, messages: [message] } };
}

function draft() {
	return {
		id: "drf_1",
		ticketId: TICKET,
		inReplyTo: "msg_1",
		body: "Soon.",
		status: "ready",
		confidence: 50,
		sourcesJson: "[]",
		sentencesJson: null,
		generatedBy: "extractive",
		createdAt: at,
		updatedAt: at,
	} as const;
}

function people() {
	const contact = { id: "cnt_1", name: "C", email: "c@d.e", avatarUrl: null };
	return { contact, assignee: null, group: null };
}

it("reads the columns that its statements return", async () => {
	const { dir, schema } = migration("");
	const database = await createTestDatabase([dir], (url) =>
		migrate(migration(url), log),
	);
	onTestFinished(() => database.drop());
	const folder = new URL("../src/store/", import.meta.url);
	const differences = await checkStore(database.url, schema, folder, SAMPLES);
	expect(differences).toEqual([]);
});
