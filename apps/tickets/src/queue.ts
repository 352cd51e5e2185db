import {
	createJobQueue,
	type JobExpression,
} from "@supportdesk/pg/job-queue.ts";
import type { Statement } from "@supportdesk/pg/statement.ts";
import type { Message } from "./domain/message.ts";

export interface TicketPayload {
	readonly workspaceId: string;
	readonly ticketId: string;
}

export interface DeliverPayload {
	readonly workspaceId: string;
	readonly messageId: string;
}

export interface ForgetTicketPayload extends TicketPayload {
	/** ISO 8601. */
	readonly deletedAt: string;
}

export interface ContactPayload {
	readonly workspaceId: string;
	readonly contactId: string;
}

export interface EraseContactPayload {
	readonly workspaceId: string;
	/** Of the contact and of what was merged into it. */
	readonly contactIds: readonly string[];
	/** Its names and addresses; they are nowhere else any more, and here until the job is done. */
	readonly words: readonly string[];
}

export interface BulkPayload {
	readonly workspaceId: string;
	readonly bulkId: string;
}

export interface TrainModelPayload {
	readonly workspaceId: string;
	/** When the training began, ISO 8601; missing in its first job. */
	readonly since?: string;
}

export interface NotifyAgentPayload {
	readonly workspaceId: string;
	readonly agentId: string;
	/** A part of the mail's Message-ID. */
	readonly noticeId: string;
	readonly subject: string;
	readonly text: string;
}

export interface AutoReplyPayload {
	readonly workspaceId: string;
	/** The message that is answered. */
	readonly messageId: string;
	readonly mailboxId: string;
}

/** Of jobs that run by the clock. */
type NoPayload = Readonly<Record<string, never>>;

/** The jobs of the queue of mails, which has workers of its own: no mail waits for a draft. */
export interface MailJobs {
	readonly auto_reply: AutoReplyPayload;
	readonly deliver: DeliverPayload;
	readonly notify_agent: NotifyAgentPayload;
}

/** The jobs of the service's other queue. Versions before the queue of mails existed queue `deliver` in it, too. */
export interface Jobs extends MailJobs {
	readonly archive_tickets: NoPayload;
	readonly backfill_search: NoPayload;
	readonly change_in_bulk: BulkPayload;
	readonly draft_reply: TicketPayload;
	readonly enrich: TicketPayload;
	readonly erase_contact: EraseContactPayload;
	readonly move_tickets: ContactPayload;
	readonly forget_ticket: ForgetTicketPayload;
	readonly purge: NoPayload;
	readonly train_model: TrainModelPayload;
	readonly train_outdated: NoPayload;
}

export const jobs = createJobQueue<Jobs>("tickets_jobs");
export const mailJobs = createJobQueue<MailJobs>("tickets_mail_jobs");

/** The schemas of the queues. */
export const QUEUES = [jobs.schema, mailJobs.schema];

/** Sends a reply's mail. */
export const deliverJob = (
	workspaceId: string,
	message: Message,
): JobExpression =>
	mailJobs.expression("deliver", { workspaceId, messageId: message.id });

const retryKey = (messageId: string) => `deliver:${messageId}`;

/** Retries a reply's mail. After a crash the attempt before is repeated: its retry replaces this one. */
export const retryDeliverJob = (
	payload: DeliverPayload,
	runAt: Date,
): Statement =>
	mailJobs.add({
		task: "deliver",
		payload,
		jobKey: retryKey(payload.messageId),
		runAt,
	});

/** Makes the waiting retry of a reply's mail due. */
export const retryDeliverNow = (messageId: string): Statement =>
	mailJobs.runNow(retryKey(messageId));

/** Sends a mail to an agent; it replaces a waiting one with the same id. */
export const notifyAgentJob = (payload: NotifyAgentPayload): Statement =>
	mailJobs.add({
		task: "notify_agent",
		payload,
		jobKey: `notify_agent:${payload.noticeId}`,
	});

/** Sends a mailbox's automatic answer. */
export const autoReplyJob = (payload: AutoReplyPayload): Statement =>
	mailJobs.add({
		task: "auto_reply",
		payload,
		jobKey: `auto_reply:${payload.messageId}`,
	});

/** Refines a new ticket's signals, and drafts a reply to what the customer wrote. */
export const enrichJob = (
	workspaceId: string,
	ticketId: string,
): JobExpression => jobs.expression("enrich", { workspaceId, ticketId });

/** Drafts a reply to what the customer wrote last. */
export const draftReplyJob = (
	workspaceId: string,
	ticketId: string,
): Statement =>
	jobs.add({ task: "draft_reply", payload: { workspaceId, ticketId } });

/**
 * Drafts a reply to what the customer wrote last, after the workspace's other jobs, for one article may have ten thousand
 * drafts made again: what the help centre says to it may be something else now. The signals stay, they are refined once.
 */
export const draftAgainJob = (
	workspaceId: string,
	ticketId: string,
): Statement =>
	jobs.add({
		task: "draft_reply",
		payload: { workspaceId, ticketId },
		priority: 1,
	});

/** Reports to the knowledge service, whose gaps name tickets, that one was deleted. */
export const forgetTicketJob = (
	workspaceId: string,
	ticketId: string,
	deletedAt: Date,
): Statement =>
	jobs.add({
		task: "forget_ticket",
		payload: { workspaceId, ticketId, deletedAt: deletedAt.toISOString() },
	});

/** Continues a training. The key is the one that `ai train` looks for: it waits until no such job is left. */
export const continueTrainingJob = (
	payload: Required<TrainModelPayload>,
): Statement =>
	jobs.add({
		task: "train_model",
		payload,
		jobKey: `train_model ${payload.workspaceId}`,
	});

/** Moves the tickets that a merge has left behind: too many for one transaction, or created while it ran. */
export const moveTicketsJob = (
	payload: ContactPayload,
	runAt: Date,
): Statement => jobs.add({ task: "move_tickets", payload, runAt });

/** Changes the next tickets of a bulk job, after the workspace's other jobs. */
export const bulkJob = (payload: BulkPayload): Statement =>
	jobs.add({
		task: "change_in_bulk",
		payload,
		jobKey: `change_in_bulk:${payload.bulkId}`,
		priority: 1,
	});

/** Erases what an erased contact left in its tickets. */
export const eraseContactJob = (
	payload: EraseContactPayload,
	runAt: Date,
): Statement => jobs.add({ task: "erase_contact", payload, runAt });
