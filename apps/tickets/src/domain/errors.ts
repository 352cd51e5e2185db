import { AppError } from "@supportdesk/errors/app-error.ts";

// The same words for an id that never existed, one that was deleted and one of another workspace: a stranger learns
// nothing from them.

export const ticketNotFound = () =>
	new AppError("not_found", "ticket_not_found", "There is no such ticket.");

/** A merged ticket stays as it is until it is separated again. */
export const ticketMerged = (into: string) =>
	new AppError(
		"conflict",
		"ticket_merged",
		`The ticket was merged into ${into}.`,
		{ ids: { merged_into: into } },
	);

/** The same words for every ticket that cannot be found. */
export const noTicketToMergeInto = () =>
	new AppError(
		"validation_error",
		"invalid_merge",
		"There is no such ticket to merge into.",
		{ param: "into" },
	);

export const ticketMergedIntoItself = () =>
	new AppError(
		"validation_error",
		"invalid_merge",
		"A ticket cannot be merged into itself.",
		{ param: "into" },
	);

export const mergeTargetMerged = (target: string, into: string) =>
	new AppError(
		"validation_error",
		"invalid_merge",
		`The ticket ${target} was itself merged into ${into}. Merge into that one.`,
		{ param: "into" },
	);

export const tooManyMerged = (max: number) =>
	new AppError(
		"validation_error",
		"invalid_merge",
		`At most ${max} tickets can be one.`,
		{ param: "into" },
	);

export const notMerged = () =>
	new AppError(
		"validation_error",
		"invalid_merge",
		"The ticket is not merged into another one.",
	);

export const mergedTooLongAgo = (days: number) =>
	new AppError(
		"validation_error",
		"invalid_merge",
		`The ticket was merged more than ${days} days ago.`,
	);

/** What was merged last is separated first. */
export const unmergeTargetFirst = (target: string, into: string) =>
	new AppError(
		"validation_error",
		"invalid_merge",
		`The ticket ${target} was itself merged into ${into} since. Unmerge ${target} first.`,
	);

export const bulkNotFound = () =>
	new AppError("not_found", "bulk_job_not_found", "There is no such bulk job.");

export const tooManyBulks = (max: number) =>
	new AppError(
		"rate_limit_error",
		"concurrency_limit",
		`The workspace has ${max} bulk jobs that are not finished. Wait for one of them.`,
		{ retryAfterSeconds: 5 },
	);

export const agentNotFound = () =>
	new AppError("not_found", "agent_not_found", "There is no such agent.");

export const macroNotFound = () =>
	new AppError("not_found", "macro_not_found", "There is no such macro.");

export const tagNotFound = () =>
	new AppError(
		"not_found",
		"tag_not_found",
		"The ticket does not carry this tag.",
	);

export const attachmentNotFound = () =>
	new AppError(
		"not_found",
		"attachment_not_found",
		"There is no such attachment.",
	);

export const draftNotFound = () =>
	new AppError(
		"not_found",
		"draft_not_found",
		"There is no draft for this conversation.",
	);

export const draftStale = (param?: string) =>
	new AppError(
		"conflict",
		"draft_stale",
		"The draft is not the current one any more. Read it again before you approve it.",
		{ param },
	);

export const draftAlreadyApproved = () =>
	new AppError(
		"conflict",
		"draft_already_approved",
		"The draft was approved and sent before.",
	);

/** A message that was not sent, because somebody has written since its author read the conversation. */
export const newerMessage = (id: string) =>
	new AppError(
		"conflict",
		"newer_message",
		"The conversation has a newer message than if_last_message_id. Nothing was sent.",
		{ param: "if_last_message_id", ids: { newer_message_id: id } },
	);

export const externalIdExists = (id = "of another request") =>
	new AppError(
		"conflict",
		"external_id_exists",
		`The ticket ${id} has this external_id.`,
		{ param: "external_id" },
	);

export const mailboxNotFound = () =>
	new AppError("not_found", "mailbox_not_found", "There is no such mailbox.");

export const quarantinedMailNotFound = () =>
	new AppError(
		"not_found",
		"mail_not_found",
		"There is no such quarantined mail.",
	);

export const rawMailNotFound = () =>
	new AppError("not_found", "raw_mail_not_found", "There is no such mail.");

/** Of whatever workspace: one address belongs to one mailbox. */
export const mailboxExists = () =>
	new AppError(
		"conflict",
		"mailbox_exists",
		"There is a mailbox with this address already.",
		{ param: "address" },
	);

export const assigneeNotFound = () =>
	new AppError(
		"validation_error",
		"assignee_not_found",
		"There is no such agent.",
		{ param: "assignee_id" },
	);

export const groupNotFound = () =>
	new AppError(
		"validation_error",
		"group_not_found",
		"There is no such group.",
		{ param: "group_id" },
	);

export const authorNotFound = () =>
	new AppError(
		"validation_error",
		"author_not_found",
		"There is no such agent.",
		{ param: "author_id" },
	);

export const contactNotFound = () =>
	new AppError(
		"validation_error",
		"contact_not_found",
		"There is no such contact.",
		{ param: "contact.id" },
	);

export const noSuchContact = () =>
	new AppError("not_found", "contact_not_found", "There is no such contact.");

export const mergeTargetNotFound = () =>
	new AppError(
		"validation_error",
		"contact_not_found",
		"There is no such contact.",
		{ param: "into" },
	);

export const mergedIntoItself = () =>
	new AppError(
		"validation_error",
		"invalid_merge",
		"A contact cannot be merged into itself.",
		{ param: "into" },
	);

export const contactExists = (id: string, param: "email" | "addresses") =>
	new AppError(
		"conflict",
		"contact_exists",
		`The contact ${id} has this address.`,
		{ param },
	);

export const contactsExternalIdExists = (id: string) =>
	new AppError(
		"conflict",
		"external_id_exists",
		`The contact ${id} has this external_id.`,
		{ param: "external_id" },
	);

export const contactMismatch = () =>
	new AppError(
		"validation_error",
		"contact_mismatch",
		"The contact's id and email belong to different contacts.",
		{ param: "contact.email" },
	);

export const nothingToSearch = (param = "q") =>
	new AppError(
		"invalid_request",
		"invalid_parameter",
		`${param} must have a word to search for, without a - before it.`,
		{ param },
	);

export const invalidEmail = (param = "contact.email") =>
	new AppError(
		"invalid_request",
		"invalid_parameter",
		"This is not an email address we can write to.",
		{ param },
	);

/** Of one workspace; the limit of requests in progress usually acts first. */
export const tooManyBodies = () =>
	new AppError(
		"rate_limit_error",
		"concurrency_limit",
		"Too many large HTML bodies of the workspace wait to be sanitised.",
		{ retryAfterSeconds: 1 },
	);
