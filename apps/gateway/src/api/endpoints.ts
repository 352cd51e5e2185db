import {
	getAccount,
	inviteAgent,
	listAccounts,
	listAuditEvents,
	resetSecondFactor,
	unlinkProvider,
	updateAccount,
} from "./accounts.ts";
import {
	createAgent,
	deleteAgent,
	getAgent,
	listAgents,
	updateAgent,
} from "./agents.ts";
import {
	archiveArticle,
	createArticle,
	deleteArticle,
	getArticle,
	getArticleText,
	listArticles,
	updateArticle,
} from "./articles.ts";
import { getAttachment } from "./attachments.ts";
import {
	createAttribute,
	deleteAttribute,
	getAttribute,
	listAttributes,
	updateAttribute,
} from "./attributes.ts";
import { cancelBulk, getBulk, listBulkResults, startBulk } from "./bulk.ts";
import {
	createContact,
	deleteContact,
	getContact,
	listContacts,
	mergeContact,
	updateContact,
} from "./contacts.ts";
import {
	approveDraft,
	discardDraft,
	getConversation,
	getDraft,
	listConversations,
	updateConversation,
} from "./conversations.ts";
import type { Endpoint } from "./endpoint.ts";
import {
	getEvent,
	listEvents,
	listTicketEvents,
	streamEvents,
} from "./events.ts";
import { exportTickets } from "./exports.ts";
import { countTickets, getFigures } from "./figures.ts";
import {
	createGroup,
	deleteGroup,
	getGroup,
	listGroups,
	updateGroup,
} from "./groups.ts";
import { importTickets } from "./imports.ts";
import {
	createKey,
	getKey,
	listKeys,
	revokeKey,
	rotateKey,
	updateKey,
} from "./keys.ts";
import {
	createTest,
	deleteTest,
	getTest,
	listTests,
	runTests,
	updateTest,
} from "./knowledge-tests.ts";
import {
	applyMacro,
	createMacro,
	deleteMacro,
	getMacro,
	listMacros,
	updateMacro,
} from "./macros.ts";
import {
	createMailbox,
	deleteMailbox,
	getMailbox,
	listMailboxes,
	updateMailbox,
} from "./mailboxes.ts";
import {
	dropMail,
	getRawMail,
	listQuarantinedMails,
	releaseMail,
	uploadMail,
} from "./mails.ts";
import { getMe } from "./me.ts";
import {
	createConversationMessage,
	createTicketMessage,
	listConversationMessages,
	listTicketMessages,
} from "./messages.ts";
import { getPresence, setPresence } from "./presence.ts";
import { listGaps, search } from "./search.ts";
import { addTags, removeTag } from "./tags.ts";
import { mergeTicket, unmergeTicket } from "./ticket-merges.ts";
import {
	createTicket,
	deleteTicket,
	getTicket,
	listTickets,
	restoreTicket,
	searchTickets,
	updateTicket,
} from "./tickets.ts";
import {
	listDeliveries,
	replayWebhook,
	retryDelivery,
} from "./webhook-deliveries.ts";
import {
	createWebhook,
	deleteWebhook,
	getWebhook,
	listWebhooks,
	rotateWebhook,
	testWebhook,
	updateWebhook,
} from "./webhooks.ts";

/** The whole API, in the order of its documentation. */
import { getWorkspace, updateWorkspace } from "./workspace.ts";

export const ENDPOINTS: readonly Endpoint[] = [
	listTickets,
	createTicket,
	searchTickets,
	countTickets,
	getFigures,
	startBulk,
	getBulk,
	listBulkResults,
	cancelBulk,
	getTicket,
	updateTicket,
	deleteTicket,
	restoreTicket,
	mergeTicket,
	unmergeTicket,
	importTickets,
	exportTickets,
	listTicketMessages,
	createTicketMessage,
	getAttachment,
	addTags,
	removeTag,
	applyMacro,

	listConversations,
	getConversation,
	updateConversation,
	listConversationMessages,
	createConversationMessage,
	getDraft,
	approveDraft,
	discardDraft,
	getPresence,
	setPresence,

	listArticles,
	createArticle,
	getArticle,
	getArticleText,
	updateArticle,
	deleteArticle,
	archiveArticle,
	search,
	listGaps,
	listTests,
	createTest,
	runTests,
	getTest,
	updateTest,
	deleteTest,

	listEvents,
	streamEvents,
	getEvent,
	listTicketEvents,

	getMe,
	listContacts,
	createContact,
	getContact,
	updateContact,
	deleteContact,
	mergeContact,
	listAgents,
	createAgent,
	getAgent,
	updateAgent,
	deleteAgent,
	listGroups,
	createGroup,
	getGroup,
	updateGroup,
	deleteGroup,
	listAttributes,
	createAttribute,
	getAttribute,
	updateAttribute,
	deleteAttribute,
	listKeys,
	createKey,
	getKey,
	updateKey,
	revokeKey,
	rotateKey,
	listMacros,
	createMacro,
	getMacro,
	updateMacro,
	deleteMacro,

	listMailboxes,
	createMailbox,
	getMailbox,
	updateMailbox,
	deleteMailbox,
	uploadMail,
	getRawMail,
	listQuarantinedMails,
	releaseMail,
	dropMail,

	inviteAgent,
	listAccounts,
	getAccount,
	updateAccount,
	resetSecondFactor,
	unlinkProvider,
	listAuditEvents,

	getWorkspace,
	updateWorkspace,

	listWebhooks,
	createWebhook,
	getWebhook,
	updateWebhook,
	deleteWebhook,
	rotateWebhook,
	testWebhook,
	replayWebhook,
	listDeliveries,
	retryDelivery,
];
