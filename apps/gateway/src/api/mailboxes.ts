import { z } from "../openapi/zod.ts";
import { endpoint, type PathId } from "./endpoint.ts";
import * as examples from "./examples.ts";
import { cleared, idOf, text, textOrNull } from "./fields.ts";
import { cursor, limit, sort, toPage } from "./query-fields.ts";
import { Deleted, id, listOf, timestamp } from "./resources.ts";

export const mailboxId: PathId = {
	prefix: "mbx",
	notFound: "mailbox_not_found",
	noun: "mailbox",
};

const NAME_CHARACTERS_MAX = 200;
const SIGNATURE_CHARACTERS_MAX = 5_000;
const AUTO_REPLY_CHARACTERS_MAX = 10_000;
const URL_CHARACTERS_MAX = 2_000;
const ADDRESS_CHARACTERS_MAX = 320;
const IMAP_URL = /^imaps?:\/\/[^\s/?#@]+@[^\s/?#@]+(?:\/[^\s]*)?$/;

const Mailbox = z
	.object({
		id: id("mbx"),
		address: z.string(),
		name: z.string().openapi({
			description: "The name in front of the address of mails that leave.",
		}),
		group_id: z.string().nullable().openapi({
			description: "The group of tickets that come in.",
		}),
		signature: z.string(),
		auto_reply: z.object({ enabled: z.boolean(), body: z.string() }),
		intake: z.enum(["smtp", "imap", "api"]),
		imap: z
			.object({
				state: z.enum(["waiting", "connecting", "connected", "failed"]),
				error: z.string().nullable().openapi({
					description: "Why the account cannot be read at the moment.",
				}),
				last_mail_at: timestamp.nullable(),
				last_skipped: z
					.object({ at: timestamp, reason: z.string() })
					.nullable()
					.openapi({
						description: "The last mail that was not taken in, and why.",
					}),
			})
			.nullable()
			.openapi({
				description: "How its account is read; null unless intake is `imap`.",
			}),
		created_at: timestamp,
	})
	.openapi("Mailbox");

/** A text that may be empty. */
const emptyOr = (max: number) =>
	z.union([z.literal(""), text({ max, multiline: true })]).openapi({
		type: "string",
		maxLength: max,
		pattern: "^(?:[^\\u0000-\\u0008\\u000b-\\u001f]|\\r\\n)*$",
	});

const name = text({ max: NAME_CHARACTERS_MAX, trimmed: true });
const signature = emptyOr(SIGNATURE_CHARACTERS_MAX);
const autoReply = z
	.strictObject({
		enabled: z.boolean(),
		body: emptyOr(AUTO_REPLY_CHARACTERS_MAX).default(""),
	})
	.openapi({
		description:
			"An answer to each new ticket, to one address at most once an hour and never to automatic mail.",
	});
const intake = z.enum(["smtp", "imap", "api"]).openapi({
	description:
		"How its mail comes in. `imap` reads the account of `imap_url`; mail that is relayed to the SMTP listener or uploaded is taken in either way.",
});
const imapUrl = text({ max: URL_CHARACTERS_MAX, trimmed: true })
	.refine((value) => URL.canParse(value) && IMAP_URL.test(value), {
		error: "must look like imaps://user:password@mail.example/INBOX",
	})
	.openapi({
		format: "uri",
		pattern: IMAP_URL.source,
		writeOnly: true,
		description:
			"The account to read, with user and password, and the folder, percent-encoded; INBOX without one. It is stored encrypted, and no response shows it.",
		example: "imaps://support:secret@mail.papermoss.example/INBOX",
	});

const NewMailbox = z
	.strictObject({
		address: text({ max: ADDRESS_CHARACTERS_MAX, trimmed: true }).openapi({
			format: "email",
			description: "One address belongs to one mailbox of the installation.",
		}),
		name: name.optional(),
		group_id: textOrNull(idOf("grp")),
		signature: signature.default(""),
		auto_reply: autoReply.optional(),
		intake: intake.default("smtp"),
		imap_url: imapUrl.optional(),
	})
	.openapi("NewMailbox");

const MailboxChanges = z
	.strictObject({
		name: name.optional(),
		group_id: textOrNull(idOf("grp"), "Null removes it."),
		signature: signature.optional(),
		auto_reply: autoReply.optional(),
		intake: intake.optional(),
		imap_url: textOrNull(imapUrl),
	})
	.openapi("MailboxChanges");

export const listMailboxes = endpoint({
	method: "get",
	path: "/v1/mailboxes",
	scope: "workspace:read",
	ids: {},
	query: z.strictObject({
		sort: sort(["created_at", "address"], "created_at:asc"),
		limit,
		cursor,
	}),
	call: ({ tickets }, { query }, context) =>
		tickets.listMailboxes({ page: toPage(query) }, context),
	documentation: {
		operationId: "listMailboxes",
		tag: "Mail",
		summary: "List mailboxes",
		response: listOf(Mailbox, "MailboxList"),
		errors: ["invalid_cursor", "invalid_sort"],
		responseExample: examples.list(examples.mailbox),
	},
});

export const createMailbox = endpoint({
	method: "post",
	path: "/v1/mailboxes",
	scope: "workspace:write",
	ids: {},
	body: NewMailbox,
	idempotent: true,
	location: (id) => `/v1/mailboxes/${id}`,
	call: ({ tickets }, { body, idempotency }, context) =>
		tickets.createMailbox(
			{
				address: body.address,
				name: body.name,
				groupId: body.group_id ?? undefined,
				signature: body.signature,
				autoReply: body.auto_reply,
				intake: body.intake,
				imapUrl: body.imap_url,
				idempotency,
			},
			context,
		),
	documentation: {
		operationId: "createMailbox",
		tag: "Mail",
		summary: "Create a mailbox",
		status: 201,
		response: Mailbox,
		errors: ["mailbox_exists", "group_not_found"],
		requestExample: {
			address: examples.mailbox.address,
			name: examples.mailbox.name,
			group_id: examples.mailbox.group_id,
			signature: examples.mailbox.signature,
		},
		responseExample: examples.mailbox,
	},
});

export const getMailbox = endpoint({
	method: "get",
	path: "/v1/mailboxes/:id",
	scope: "workspace:read",
	ids: { id: mailboxId },
	call: ({ tickets }, { params }, context) =>
		tickets.getMailbox({ id: params.id! }, context),
	documentation: {
		operationId: "getMailbox",
		tag: "Mail",
		summary: "Retrieve a mailbox",
		response: Mailbox,
		responseExample: examples.mailbox,
	},
});

export const updateMailbox = endpoint({
	method: "patch",
	path: "/v1/mailboxes/:id",
	scope: "workspace:write",
	ids: { id: mailboxId },
	body: MailboxChanges,
	bodyOptional: true,
	call: ({ tickets }, { params, body }, context) =>
		tickets.updateMailbox(
			{
				id: params.id!,
				name: body.name,
				groupId: cleared(body.group_id),
				signature: body.signature,
				autoReply: body.auto_reply,
				intake: body.intake,
				imapUrl: cleared(body.imap_url),
			},
			context,
		),
	documentation: {
		operationId: "updateMailbox",
		tag: "Mail",
		summary: "Update a mailbox",
		description:
			"Only the fields in the body change. The address stays: create another mailbox for another address.",
		response: Mailbox,
		errors: ["group_not_found"],
		requestExample: { signature: "The Papermoss team" },
		responseExample: { ...examples.mailbox, signature: "The Papermoss team" },
	},
});

export const deleteMailbox = endpoint({
	method: "delete",
	path: "/v1/mailboxes/:id",
	scope: "workspace:write",
	ids: { id: mailboxId },
	call: ({ tickets }, { params }, context) =>
		tickets.deleteMailbox({ id: params.id! }, context),
	documentation: {
		operationId: "deleteMailbox",
		tag: "Mail",
		summary: "Delete a mailbox",
		description:
			"Mail to its address is refused from now on. Its tickets stay.",
		response: Deleted,
		responseExample: examples.deleted(examples.mailbox.id),
	},
});
