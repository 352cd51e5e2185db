import type { Logger } from "@supportdesk/logger/logger.ts";
import {
	createProcessMetrics,
	type ProcessMetrics,
} from "@supportdesk/metrics/process-metrics.ts";
import { collectOutbox } from "@supportdesk/outbox/collect-outbox.ts";
import { assertMigrated } from "@supportdesk/pg/assert-migrated.ts";
import { assertTenantsAreIsolated } from "@supportdesk/pg/guard.ts";
import { ensureLoginSettings } from "@supportdesk/pg/login-settings.ts";
import { createPool, isReachable } from "@supportdesk/pg/pool.ts";
import { countJobs } from "@supportdesk/pg/queue-counts.ts";
import { type JobRunner, startJobs } from "@supportdesk/pg/run-jobs.ts";
import { shareAnnouncements } from "@supportdesk/pg/shared-announcements.ts";
import type {
	AiApi,
	KnowledgeApi,
	TicketsApi,
} from "@supportdesk/rpc/service-api.ts";
import { createDefinitionCopies } from "./attribute-definitions.ts";
import { BodyReader } from "./bodies/body-reader.ts";
import type { Config } from "./config.ts";
import type { Clock, Deps } from "./deps.ts";
import { archiveTickets } from "./jobs/archive-tickets.ts";
import { autoReply } from "./jobs/auto-reply.ts";
import { backfillSearches } from "./jobs/backfill-search.ts";
import { changeInBulk } from "./jobs/change-in-bulk.ts";
import { deliver } from "./jobs/deliver.ts";
import { draftReply } from "./jobs/draft-reply.ts";
import { enrich } from "./jobs/enrich.ts";
import { eraseContact } from "./jobs/erase-contact.ts";
import { forgetTicket } from "./jobs/forget-ticket.ts";
import { moveTickets } from "./jobs/move-tickets.ts";
import { notifyAgent as notifyAgentJob } from "./jobs/notify-agent.ts";
import { purge } from "./jobs/purge.ts";
import { trainModel } from "./jobs/train-model.ts";
import { trainOutdated } from "./jobs/train-outdated.ts";
import { watchAnswered } from "./jobs/watch-answered.ts";
import { createMailTransport } from "./mail/transport.ts";
import { createMetrics } from "./metrics.ts";
import { migration } from "./migration.ts";
import { type Jobs, jobs, type MailJobs, mailJobs, QUEUES } from "./queue.ts";
import { addTags } from "./rpc/add-tags.ts";
import { applyMacro } from "./rpc/apply-macro.ts";
import { approveDraft } from "./rpc/approve-draft.ts";
import { cancelBulk } from "./rpc/cancel-bulk.ts";
import { countTickets } from "./rpc/count-tickets.ts";
import { createAgent } from "./rpc/create-agent.ts";
import { createAttribute } from "./rpc/create-attribute.ts";
import { createContact } from "./rpc/create-contact.ts";
import { createGroup } from "./rpc/create-group.ts";
import { createMacro } from "./rpc/create-macro.ts";
import { createMailbox } from "./rpc/create-mailbox.ts";
import { createMessage } from "./rpc/create-message.ts";
import { createTicket } from "./rpc/create-ticket.ts";
import { deleteAttribute } from "./rpc/delete-attribute.ts";
import { deleteContact } from "./rpc/delete-contact.ts";
import { deleteMacro } from "./rpc/delete-macro.ts";
import { deleteMailbox } from "./rpc/delete-mailbox.ts";
import { deleteTicket } from "./rpc/delete-ticket.ts";
import { discardDraft } from "./rpc/discard-draft.ts";
import { dropMail } from "./rpc/drop-mail.ts";
import { exportTickets } from "./rpc/export-tickets.ts";
import { findMailbox } from "./rpc/find-mailbox.ts";
import { getAgent } from "./rpc/get-agent.ts";
import { getAttachment } from "./rpc/get-attachment.ts";
import { getAttribute } from "./rpc/get-attribute.ts";
import { getBulk } from "./rpc/get-bulk.ts";
import { getContact } from "./rpc/get-contact.ts";
import { getDraft } from "./rpc/get-draft.ts";
import { getFigures } from "./rpc/get-figures.ts";
import { getGroup } from "./rpc/get-group.ts";
import { getMacro } from "./rpc/get-macro.ts";
import { getMailbox } from "./rpc/get-mailbox.ts";
import { getQuarantinedMail } from "./rpc/get-quarantined-mail.ts";
import { getRawMail } from "./rpc/get-raw-mail.ts";
import { getTicket } from "./rpc/get-ticket.ts";
import { getWorkspace } from "./rpc/get-workspace.ts";
import { importTickets } from "./rpc/import-tickets.ts";
import { leaseImapAccounts } from "./rpc/lease-imap-accounts.ts";
import { listAgents } from "./rpc/list-agents.ts";
import { listAttributes } from "./rpc/list-attributes.ts";
import { listBulkResults } from "./rpc/list-bulk-results.ts";
import { listContacts } from "./rpc/list-contacts.ts";
import { listGroups } from "./rpc/list-groups.ts";
import { listMacros } from "./rpc/list-macros.ts";
import { listMailboxes } from "./rpc/list-mailboxes.ts";
import { listMessages } from "./rpc/list-messages.ts";
import { listQuarantinedMails } from "./rpc/list-quarantined-mails.ts";
import { listTickets } from "./rpc/list-tickets.ts";
import { mergeContact } from "./rpc/merge-contact.ts";
import { mergeTicket } from "./rpc/merge-ticket.ts";
import { notifyAgent } from "./rpc/notify-agent.ts";
import { receiveMail } from "./rpc/receive-mail.ts";
import { removeTag } from "./rpc/remove-tag.ts";
import { reportImapAccount } from "./rpc/report-imap-account.ts";
import { restoreTicket } from "./rpc/restore-ticket.ts";
import { startBulk } from "./rpc/start-bulk.ts";
import { unmergeTicket } from "./rpc/unmerge-ticket.ts";
import { updateAgent } from "./rpc/update-agent.ts";
import { updateAttribute } from "./rpc/update-attribute.ts";
import { updateContact } from "./rpc/update-contact.ts";
import { updateGroup } from "./rpc/update-group.ts";
import { updateMacro } from "./rpc/update-macro.ts";
import { updateMailbox } from "./rpc/update-mailbox.ts";
import { updateTicket } from "./rpc/update-ticket.ts";
import { updateWorkspace } from "./rpc/update-workspace.ts";
import { uploadMessage } from "./rpc/upload-message.ts";
import { estimateSignals } from "./signals/estimate-signals.ts";

export interface Service {
	readonly handlers: TicketsApi;
	/** What Prometheus reads of it. */
	readonly metrics: ProcessMetrics;
	/** Checks the database and begins to work on jobs. */
	start(): Promise<void>;
	/** Whether the database answers. */
	isReady(): Promise<boolean>;
	/** Finishes the jobs in progress and closes the connections. */
	stop(): Promise<void>;
}

const systemClock: Clock = { now: () => new Date() };

const CRONTAB = `
* * * * * backfill_search ?fill=1h
*/15 * * * * archive_tickets ?fill=1h
7 * * * * purge ?fill=1d
23 3 * * * train_outdated ?fill=1d
`;

export interface Overrides extends Partial<Pick<Deps, "clock" | "mail">> {
	/** Of the process, where it holds more than this service. */
	readonly metrics?: ProcessMetrics;
}

/** The tickets service: what exists, wired to what. */
export function createService(
	config: Config,
	log: Logger,
	clients: { readonly ai: AiApi; readonly knowledge: KnowledgeApi },
	overrides: Overrides = {},
): Service {
	const metrics = overrides.metrics ?? createProcessMetrics();
	const db = createPool(config.db, log);
	metrics.watchPool("tickets", db);
	const ai = metrics.observeClient("ai", clients.ai);
	const mail = overrides.mail ?? createMailTransport(config.mail);
	const bodies = new BodyReader();
	const deps: Deps = {
		db,
		clock: overrides.clock ?? systemClock,
		log,
		ai,
		knowledge: metrics.observeClient("knowledge", clients.knowledge),
		mail,
		metrics: createMetrics(metrics),
		cursorSecret: config.cursorSecret,
		secretsKey: config.secretsKey,
		mailFrom: config.mail.from,
		plusAddresses: config.mail.plusAddresses,
		archiveAfterDays: config.archiveAfterDays,
		readBody: bodies.read,
		definitions: createDefinitionCopies(db),
		estimateSignals: estimateSignals(ai, log),
	};
	const shared = shareAnnouncements(db, log);
	let runners: readonly JobRunner[] = [];
	let watch: ReturnType<typeof watchAnswered> | undefined;
	return {
		metrics,
		handlers: metrics.observeHandlers("tickets", createHandlers(deps)),
		async start() {
			await ensureLoginSettings(config.db, db);
			await assertMigrated(db, migration(config.db.url));
			await assertTenantsAreIsolated(db, config.db.schema, log);
			metrics.watchQueue("tickets", () => countJobs(db, QUEUES));
			if (config.jobsAtATime === 0) return;
			runners = await startWorkers(config, deps, metrics);
			watch = watchAnswered(deps);
		},
		isReady: () => isReachable(db),
		async stop() {
			await watch?.stop();
			for (const runner of runners) await runner.stop();
			await bodies.close();
			await mail.close();
			await shared.stop();
			await db.end();
		},
	};
}

async function startWorkers(
	config: Config,
	deps: Deps,
	metrics: ProcessMetrics,
): Promise<readonly JobRunner[]> {
	const tasks = metrics.observeTasks("tickets", {
		archive_tickets: archiveTickets(deps),
		auto_reply: autoReply(deps),
		backfill_search: backfillSearches(deps),
		change_in_bulk: changeInBulk(deps),
		deliver: deliver(deps),
		draft_reply: draftReply(deps),
		enrich: enrich(deps),
		erase_contact: eraseContact(deps),
		forget_ticket: forgetTicket(deps),
		notify_agent: notifyAgentJob(deps),
		move_tickets: moveTickets(deps),
		purge: purge(deps),
		train_model: trainModel(deps),
		train_outdated: trainOutdated(deps),
	});
	const mail = await startJobs<MailJobs>(
		{
			...config.db,
			queue: mailJobs,
			concurrency: config.mailsAtATime,
		},
		{
			auto_reply: tasks.auto_reply,
			deliver: tasks.deliver,
			notify_agent: tasks.notify_agent,
		},
		"",
		deps.log,
	);
	// Versions before the queue of mails was made queue them here, too.
	const others = await startJobs<Jobs>(
		{ ...config.db, queue: jobs, concurrency: config.jobsAtATime },
		tasks,
		CRONTAB,
		deps.log,
	);
	return [mail, others];
}

function createHandlers(deps: Deps): TicketsApi {
	const create = createMessage(deps);
	return {
		createTicket: createTicket(deps),
		getTicket: getTicket(deps),
		listTickets: listTickets(deps),
		updateTicket: updateTicket(deps),
		deleteTicket: deleteTicket(deps),
		restoreTicket: restoreTicket(deps),
		mergeTicket: mergeTicket(deps),
		unmergeTicket: unmergeTicket(deps),
		importTickets: importTickets(deps),
		exportTickets: exportTickets(deps),
		startBulk: startBulk(deps),
		getBulk: getBulk(deps),
		listBulkResults: listBulkResults(deps),
		cancelBulk: cancelBulk(deps),
		addTags: addTags(deps),
		removeTag: removeTag(deps),
		createMessage: create,
		uploadMessage: uploadMessage(create),
		listMessages: listMessages(deps),
		getAttachment: getAttachment(deps),
		getDraft: getDraft(deps),
		approveDraft: approveDraft(deps),
		discardDraft: discardDraft(deps),
		notifyAgent: notifyAgent(deps),
		getAgent: getAgent(deps),
		listAgents: listAgents(deps),
		createAgent: createAgent(deps),
		updateAgent: updateAgent(deps),
		createGroup: createGroup(deps),
		getGroup: getGroup(deps),
		listGroups: listGroups(deps),
		updateGroup: updateGroup(deps),
		createAttribute: createAttribute(deps),
		getAttribute: getAttribute(deps),
		listAttributes: listAttributes(deps),
		updateAttribute: updateAttribute(deps),
		deleteAttribute: deleteAttribute(deps),
		createContact: createContact(deps),
		getContact: getContact(deps),
		listContacts: listContacts(deps),
		updateContact: updateContact(deps),
		mergeContact: mergeContact(deps),
		deleteContact: deleteContact(deps),
		getWorkspace: getWorkspace(deps),
		countTickets: countTickets(deps),
		getFigures: getFigures(deps),
		updateWorkspace: updateWorkspace(deps),
		createMailbox: createMailbox(deps),
		getMailbox: getMailbox(deps),
		listMailboxes: listMailboxes(deps),
		updateMailbox: updateMailbox(deps),
		deleteMailbox: deleteMailbox(deps),
		createMacro: createMacro(deps),
		getMacro: getMacro(deps),
		listMacros: listMacros(deps),
		updateMacro: updateMacro(deps),
		deleteMacro: deleteMacro(deps),
		applyMacro: applyMacro(deps),
		findMailbox: findMailbox(deps),
		receiveMail: receiveMail(deps),
		leaseImapAccounts: leaseImapAccounts(deps),
		reportImapAccount: reportImapAccount(deps),
		listQuarantinedMails: listQuarantinedMails(deps),
		dropMail: dropMail(deps),
		getQuarantinedMail: getQuarantinedMail(deps),
		getRawMail: getRawMail(deps),
		collectOutbox: collectOutbox(deps),
	};
}
