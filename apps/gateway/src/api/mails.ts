import type { UploadMailPart } from "@supportdesk/contracts/supportdesk/mail/v1/mail.ts";
import { BODY_BYTES_MAX } from "../guards/read-body.ts";
import { z } from "../openapi/zod.ts";
import { type Endpoint, endpoint, type PathId } from "./endpoint.ts";
import * as examples from "./examples.ts";
import { mailboxId } from "./mailboxes.ts";
import { cursor, limit, sort, toPage } from "./query-fields.ts";
import { Deleted, id, listOf, timestamp } from "./resources.ts";

const PART_BYTES = 256 * 1024;
const NO_BYTES = Buffer.alloc(0);

const EXAMPLE = [
	"From: Mia <me@customer.example>",
	"To: support@papermoss.example",
	"Subject: Cannot log in",
	"Message-ID: <4711@customer.example>",
	"",
	"My password is refused.",
	"",
].join("\r\n");

const TakenMail = z
	.object({
		id: id("mail"),
		status: z
			.enum(["message", "bounce", "quarantined", "dropped"])
			.openapi({ description: "What became of it." }),
		reason: z.string().nullable().openapi({
			description: "Why it is quarantined, or was; else null.",
		}),
		ticket_id: z.string().nullable(),
		message_id: z.string().nullable().openapi({
			description: "The message that it became, or that a bounce is about.",
		}),
	})
	.openapi("TakenMail");

async function* partsOf(
	request: NonNullable<UploadMailPart["request"]>,
	bytes: Uint8Array,
): AsyncGenerator<UploadMailPart> {
	yield { request, data: NO_BYTES };
	for (let at = 0; at < bytes.length; at += PART_BYTES) {
		const part = bytes.subarray(at, at + PART_BYTES);
		const data = Buffer.from(part.buffer, part.byteOffset, part.length);
		yield { request: undefined, data };
	}
}

export const uploadMail = endpoint<undefined, Uint8Array>({
	method: "post",
	path: "/v1/mailboxes/:id/mails",
	scope: "tickets:write",
	ids: { id: mailboxId },
	rawBody: "message/rfc822",
	bodyBytesMax: BODY_BYTES_MAX.attachments,
	idempotent: true,
	location: (id, params) =>
		id.startsWith("tkt_")
			? `/v1/tickets/${id}`
			: `/v1/mailboxes/${params.id}/quarantine#${id}`,
	call: ({ mail }, { params, body, idempotency }, context) =>
		mail.uploadMail(
			partsOf({ mailboxId: params.id!, size: body.length, idempotency }, body),
			context,
		),
	documentation: {
		operationId: "uploadMail",
		tag: "Mail",
		summary: "Take in a mail",
		description:
			"The mail as it came in, for routes of mail providers. It becomes a ticket or a message like one that the SMTP listener takes in; the same mail again, by whatever way, changes nothing.",
		status: 201,
		changes: "The mail came in before.",
		response: TakenMail,
		requestExample: EXAMPLE,
		responseExample: examples.takenMail,
	},
});

const mailId: PathId = {
	prefix: "mail",
	notFound: "mail_not_found",
	noun: "quarantined mail",
};

const QuarantinedMail = z
	.object({
		id: id("mail"),
		mailbox_id: id("mbx"),
		status: z.literal("quarantined"),
		reason: z.enum(["too_many", "own_address", "automatic_reply"]).openapi({
			description:
				"`too_many`: more than 30 in an hour from this sender. `own_address`: the sender is an address of the workspace itself. `automatic_reply`: an automatic answer to nothing that was sent.",
		}),
		from: z.object({ email: z.string(), name: z.string() }),
		subject: z.string(),
		authentication: z.object({
			spf: z.string(),
			dkim: z.string(),
			dmarc: z.string(),
		}),
		received_at: timestamp,
	})
	.openapi("QuarantinedMail");

export const listQuarantinedMails = endpoint({
	method: "get",
	path: "/v1/mailboxes/:id/quarantine",
	scope: "tickets:read",
	ids: { id: mailboxId },
	query: z.strictObject({
		sort: sort(["received_at"], "received_at:desc"),
		limit,
		cursor,
	}),
	call: ({ tickets }, { params, query }, context) =>
		tickets.listQuarantinedMails(
			{ mailboxId: params.id!, page: toPage(query) },
			context,
		),
	documentation: {
		operationId: "listQuarantinedMails",
		tag: "Mail",
		summary: "List quarantined mails",
		response: listOf(QuarantinedMail, "QuarantinedMailList"),
		errors: ["invalid_cursor", "invalid_sort"],
		responseExample: examples.list(examples.quarantinedMail),
	},
});

export const releaseMail = endpoint({
	method: "post",
	path: "/v1/mailboxes/:id/quarantine/:mail_id/release",
	scope: "tickets:write",
	ids: { id: mailboxId, mail_id: mailId },
	body: z.strictObject({}),
	bodyOptional: true,
	idempotent: true,
	location: (id) => `/v1/tickets/${id}`,
	call: ({ mail }, { params, idempotency }, context) =>
		mail.releaseMail(
			{ mailboxId: params.id!, id: params.mail_id!, idempotency },
			context,
		),
	documentation: {
		operationId: "releaseMail",
		tag: "Mail",
		summary: "Release a quarantined mail",
		description: "It becomes a message or a ticket, as if it came in now.",
		status: 201,
		response: TakenMail,
		responseExample: examples.takenMail,
	},
});

export const dropMail = endpoint({
	method: "delete",
	path: "/v1/mailboxes/:id/quarantine/:mail_id",
	scope: "tickets:write",
	ids: { id: mailboxId, mail_id: mailId },
	call: ({ tickets }, { params }, context) =>
		tickets.dropMail({ mailboxId: params.id!, id: params.mail_id! }, context),
	documentation: {
		operationId: "dropMail",
		tag: "Mail",
		summary: "Drop a quarantined mail",
		description: "For good. The same mail is not taken in again.",
		response: Deleted,
		responseExample: examples.deleted(examples.quarantinedMail.id),
	},
});

const messageId: PathId = {
	prefix: "msg",
	notFound: "raw_mail_not_found",
	noun: "mail",
};

export const getRawMail: Endpoint = {
	method: "get",
	path: "/v1/tickets/:id/messages/:message_id/raw",
	scope: "tickets:read",
	ids: { id: { ...messageId, prefix: "tkt" }, message_id: messageId },
	callForFile: ({ tickets }, { params }, context) =>
		tickets.getRawMail(
			{ ticketId: params.id!, messageId: params.message_id! },
			context,
		),
	documentation: {
		operationId: "getRawMail",
		tag: "Mail",
		summary: "Download the mail of a message",
		description:
			"The mail as it came in, as a download that browsers never display.",
		responseExample: "(bytes)",
	},
};
