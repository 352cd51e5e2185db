import type { ImportedTicket } from "@supportdesk/contracts/supportdesk/tickets/v1/import.ts";
import { View } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { AppError, type ErrorDetail } from "@supportdesk/errors/app-error.ts";
import { newId } from "@supportdesk/ids/ids.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { TicketsApi } from "@supportdesk/rpc/service-api.ts";
import { givenRow, mailOf, newReply, newTicket, uploadOf } from "./given.ts";

/** Ids of one workspace's things. */
export interface Ids {
	readonly ticketId: string;
	readonly messageId: string;
	readonly attachmentId: string;
	readonly draftId: string;
	readonly contactId: string;
	readonly agentId: string;
	readonly groupId: string;
	readonly mailboxId: string;
	readonly bulkId: string;
	readonly macroId: string;
}

type Call = (api: TicketsApi, ids: Ids, call: CallContext) => Promise<unknown>;
const idempotency = undefined;
const view = View.VIEW_CONVERSATION;
const page = { limit: 25, cursor: "", sort: "created_at:desc" };

/** Every method that names a thing, by the method's name and what is named. */
export const CALLS: Readonly<Record<string, Call>> = {
	"getTicket: ticket": (api, { ticketId: id }, call) =>
		api.getTicket({ id, view }, call),
	"updateTicket: ticket": (api, { ticketId: id }, call) =>
		api.updateTicket({ id, view, status: "resolved" }, call),
	"deleteTicket: ticket": (api, { ticketId: id }, call) =>
		api.deleteTicket({ id }, call),
	"restoreTicket: ticket": (api, { ticketId: id }, call) =>
		api.restoreTicket({ id, idempotency }, call),
	"mergeTicket: ticket": (api, { ticketId: id }, call) =>
		api.mergeTicket({ id, into: newId("tkt", 0), idempotency }, call),
	"unmergeTicket: ticket": (api, { ticketId: id }, call) =>
		api.unmergeTicket({ id, idempotency }, call),
	"getBulk: bulk": (api, { bulkId: id }, call) => api.getBulk({ id }, call),
	"listBulkResults: bulk": (api, { bulkId: id }, call) =>
		api.listBulkResults({ id, page }, call),
	"cancelBulk: bulk": (api, { bulkId: id }, call) =>
		api.cancelBulk({ id, idempotency }, call),
	"discardDraft: ticket": (api, { ticketId }, call) =>
		api.discardDraft({ ticketId, idempotency }, call),
	"addTags: ticket": (api, { ticketId }, call) =>
		api.addTags({ ticketId, tags: ["theirs"], idempotency }, call),
	"removeTag: ticket": (api, { ticketId }, call) =>
		api.removeTag({ ticketId, tag: "vip" }, call),
	"createMessage: ticket": (api, { ticketId }, call) =>
		api.createMessage(newReply(ticketId), call),
	"uploadMessage: ticket": (api, { ticketId }, call) =>
		api.uploadMessage(uploadOf(newReply(ticketId)), call),
	"listMessages: ticket": (api, { ticketId }, call) =>
		api.listMessages({ ticketId, page }, call),
	"getAttachment: attachment": (api, ids, call) => api.getAttachment(ids, call),
	"getDraft: ticket": (api, { ticketId }, call) =>
		api.getDraft({ ticketId }, call),
	"approveDraft: ticket": (api, { ticketId }, call) =>
		api.approveDraft({ ticketId, idempotency }, call),
	"getAgent: agent": (api, { agentId: id }, call) => api.getAgent({ id }, call),
	"updateAgent: agent": (api, { agentId: id }, call) =>
		api.updateAgent({ id, name: "Theirs" }, call),
	"getGroup: group": (api, { groupId: id }, call) => api.getGroup({ id }, call),
	"updateGroup: group": (api, { groupId: id }, call) =>
		api.updateGroup({ id, name: "Theirs", agents: undefined }, call),
	"getMailbox: mailbox": (api, { mailboxId: id }, call) =>
		api.getMailbox({ id }, call),
	"updateMailbox: mailbox": (api, { mailboxId: id }, call) =>
		api.updateMailbox({ id, name: "Theirs", autoReply: undefined }, call),
	"deleteMailbox: mailbox": (api, { mailboxId: id }, call) =>
		api.deleteMailbox({ id }, call),
	"createMailbox: group": (api, { groupId }, call) =>
		api.createMailbox(
			{
				address: `${crypto.randomUUID()}@desk.example`,
				groupId,
				signature: "",
				autoReply: undefined,
				intake: "smtp",
				idempotency,
			},
			call,
		),
	"receiveMail: mailbox": (api, { mailboxId }, call) =>
		api.receiveMail(mailOf(mailboxId), call),
	"listQuarantinedMails: mailbox": (api, { mailboxId }, call) =>
		api.listQuarantinedMails({ mailboxId, page: undefined }, call),
	"getQuarantinedMail: mailbox": (api, { mailboxId }, call) =>
		api.getQuarantinedMail({ mailboxId, id: "mail_1" }, call),
	"dropMail: mailbox": (api, { mailboxId }, call) =>
		api.dropMail({ mailboxId, id: "mail_1" }, call),
	"getRawMail: message": (api, { ticketId, messageId }, call) =>
		api.getRawMail({ ticketId, messageId }, call),
	"createGroup: agent": (api, { agentId }, call) =>
		api.createGroup(
			{ name: crypto.randomUUID(), agentIds: [agentId], idempotency },
			call,
		),
	"getMacro: macro": (api, { macroId: id }, call) => api.getMacro({ id }, call),
	"updateMacro: macro": (api, { macroId: id }, call) =>
		api.updateMacro({ id, name: "Theirs", changes: undefined }, call),
	"deleteMacro: macro": (api, { macroId: id }, call) =>
		api.deleteMacro({ id }, call),
	"applyMacro: ticket": (api, { ticketId, macroId }, call) =>
		api.applyMacro({ ticketId, macroId, preview: false, idempotency }, call),
	"getContact: contact": (api, { contactId: id }, call) =>
		api.getContact({ id }, call),
	"updateContact: contact": (api, { contactId: id }, call) =>
		api.updateContact({ id, name: "Theirs", addresses: undefined }, call),
	"deleteContact: contact": (api, { contactId: id }, call) =>
		api.deleteContact({ id }, call),
	"mergeContact: contact": (api, { contactId: id }, call) =>
		api.mergeContact({ id, into: newId("cnt", 0), idempotency }, call),
	"importTickets: contact": (api, { contactId: id }, call) =>
		importRow(api, { contact: { id } }, call),
	"importTickets: assignee": (api, { agentId: assigneeId }, call) =>
		importRow(api, { assigneeId }, call),
	"importTickets: group": (api, { groupId }, call) =>
		importRow(api, { groupId }, call),
	"importTickets: author": (api, { agentId: authorId }, call) =>
		importRow(
			api,
			{ messages: [{ ...givenRow().messages[0]!, type: "note", authorId }] },
			call,
		),
	"createTicket: contact": (api, { contactId }, call) =>
		api.createTicket(newTicket({ contactEmail: undefined, contactId }), call),
	"createTicket: assignee": (api, { agentId: assigneeId }, call) =>
		api.createTicket(newTicket({ assigneeId }), call),
	"createTicket: group": (api, { groupId }, call) =>
		api.createTicket(newTicket({ groupId }), call),
};

/** A row of an import, which says itself what is wrong with it. */
async function importRow(
	api: TicketsApi,
	fields: Partial<ImportedTicket>,
	call: CallContext,
) {
	const ticket = { ...givenRow(), ...fields };
	const { results } = await api.importTickets(
		{ firstIndex: 0, tickets: [ticket], idempotency },
		call,
	);
	const [error] = JSON.parse(results[0]!.errorsJson) as ErrorDetail[];
	throw new AppError("validation_error", error!.code, error!.message, {
		param: error!.param ?? undefined,
	});
}

/** The same for what is named beside a ticket of one's own. */
export const CALLS_ON_OWN: Readonly<
	Record<
		string,
		(api: TicketsApi, own: Ids, ids: Ids, call: CallContext) => Promise<unknown>
	>
> = {
	"updateTicket: assignee": (api, own, { agentId: assigneeId }, call) =>
		api.updateTicket({ id: own.ticketId, view, assigneeId }, call),
	"updateTicket: group": (api, own, { groupId }, call) =>
		api.updateTicket({ id: own.ticketId, view, groupId }, call),
	"startBulk: assignee": (api, own, { agentId: assigneeId }, call) =>
		api.startBulk(
			{
				ids: [own.ticketId],
				filter: undefined,
				changes: { assigneeId, addTags: [], removeTags: [] },
				idempotency,
			},
			call,
		),
	"createMacro: assignee": (api, _own, { agentId: assigneeId }, call) =>
		api.createMacro(
			{
				name: crypto.randomUUID(),
				type: "note",
				changes: { tags: [], assigneeId },
				idempotency,
			},
			call,
		),
	"applyMacro: macro": (api, { ticketId }, { macroId }, call) =>
		api.applyMacro({ ticketId, macroId, preview: false, idempotency }, call),
	"applyMacro: author": (api, own, { agentId: authorId }, call) =>
		api.applyMacro(
			{
				ticketId: own.ticketId,
				macroId: own.macroId,
				preview: false,
				authorId,
				idempotency,
			},
			call,
		),
	"createMessage: author": (api, own, { agentId: authorId }, call) =>
		api.createMessage(newReply(own.ticketId, { authorId }), call),
	"uploadMessage: author": (api, own, { agentId: authorId }, call) =>
		api.uploadMessage(uploadOf(newReply(own.ticketId, { authorId })), call),
	"mergeTicket: into": (api, own, { ticketId: into }, call) =>
		api.mergeTicket({ id: own.ticketId, into, idempotency }, call),
	"mergeContact: into": (api, own, { contactId: into }, call) =>
		api.mergeContact({ id: own.contactId, into, idempotency }, call),
	"getAttachment: message": (api, own, { messageId }, call) =>
		api.getAttachment({ ...own, messageId }, call),
	"getAttachment: attachment": (api, own, { attachmentId }, call) =>
		api.getAttachment({ ...own, attachmentId }, call),
	"approveDraft: draft": (api, own, { draftId }, call) =>
		api.approveDraft({ ticketId: own.ticketId, draftId, idempotency }, call),
};
