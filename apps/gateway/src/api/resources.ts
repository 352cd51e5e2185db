import { intent } from "../openapi/intents.ts";
import { z } from "../openapi/zod.ts";

// The services' responses. The gateway passes their bytes on without parsing; these schemas describe them in the API
// document, and tests validate real responses against it.

export const timestamp = z.string().openapi({
	format: "date-time",
	example: "2026-11-21T09:30:00.000Z",
});

export const PRIORITIES = ["urgent", "high", "normal", "low"] as const;
export const CHANNELS = ["email", "chat", "widget", "api", "phone"] as const;

export const EXCERPT =
	"Plain text of the article, without Markdown, tags and scripts.";

export function id(prefix: string) {
	return z
		.string()
		.openapi({ example: `${prefix}_01kadszz00e2xv0f1b2c3d4e5f` });
}

const Contact = z
	.object({
		id: id("cnt"),
		name: z.string(),
		email: z.string(),
		avatar_url: z.string().nullable(),
	})
	.openapi("Contact");

const Assignee = z
	.object({ id: id("usr"), name: z.string(), email: z.string() })
	.openapi("Assignee");

const Group = z.object({ id: id("grp"), name: z.string() }).openapi("Group");

const ai = {
	intent,
	urgency: z.enum(PRIORITIES),
	sentiment: z.enum(["frustrated", "neutral", "positive", "unknown"]),
	confidence: z.number().min(0).max(100).openapi({
		description: "Calibrated probability that the intent is right.",
	}),
	draft_ready: z.boolean().openapi({
		description:
			"Whether there is a draft to approve. False after an agent has replied, and while the ticket is resolved or archived.",
	}),
};

const ticket = {
	id: id("tkt"),
	subject: z.string(),
	status: z.enum(["open", "pending", "resolved", "archived"]),
	priority: z.enum(PRIORITIES),
	channel: z.enum(CHANNELS),
	contact: Contact,
	assignee: Assignee.nullable(),
	group: Group.nullable(),
	tags: z.array(z.string()),
	created_at: timestamp,
	updated_at: timestamp,
	resolved_at: timestamp.nullable(),
	custom_attributes: z.record(
		z.string(),
		z.union([z.string(), z.number(), z.boolean()]),
	),
	external_id: z.string().optional().openapi({
		description: "The id that your own system gave it; absent if it has none.",
	}),
	merged_into: z.string().optional().openapi({
		description:
			"The ticket that it was merged into, where its messages are; absent if it was not. It takes no changes until it is separated again.",
	}),
	participants: z
		.array(z.object({ email: z.string(), name: z.string() }))
		.optional()
		.openapi({
			description:
				"Who gets the replies besides the contact, and may answer; absent if nobody does.",
		}),
};

export const Ticket = z
	.object({ ...ticket, ai: z.object(ai) })
	.openapi("Ticket");

const Attachment = z
	.object({
		id: id("att"),
		filename: z.string(),
		content_type: z.string(),
		size: z.int().openapi({ description: "Bytes." }),
		url: z.string().openapi({ description: "Path that serves the bytes." }),
	})
	.openapi("Attachment");

export const Message = z
	.object({
		id: id("msg"),
		ticket_id: id("tkt"),
		type: z.enum(["inbound", "outbound", "note"]),
		body: z.string().openapi({ description: "HTML is sanitised." }),
		body_text: z.string(),
		body_format: z.enum(["text", "html"]),
		author: z.object({
			type: z.enum(["contact", "agent"]),
			id: z.string(),
			name: z.string(),
			email: z.string(),
		}),
		attachments: z.array(Attachment),
		ai_generated: z.boolean(),
		status: z.enum(["received", "posted", "queued", "sent", "failed"]),
		attempts: z.int().min(0).openapi({
			description:
				"The number of delivery attempts; 0 for a message that is not mailed.",
		}),
		error: z.string().nullable().openapi({
			description:
				"Why the delivery failed, in a sentence for people; null unless `status` is `failed`.",
			example: null,
		}),
		created_at: timestamp,
		quoted_text: z.string().optional().openapi({
			description:
				"What a mail quotes, and its signature; only of messages that came by mail, as the next two fields.",
		}),
		authentication: z
			.object({ spf: z.string(), dkim: z.string(), dmarc: z.string() })
			.optional()
			.openapi({
				description:
					"What is known of the sender, as RFC 8601 names it: `pass`, `fail`, `none`, `temperror` … A mail whose `dmarc` is `fail` may be somebody else's and only ever opens a ticket.",
			}),
		raw_url: z.string().optional().openapi({
			description: "The path of the mail as it came in.",
		}),
	})
	.openapi("Message");

const conversation = {
	...ticket,
	ai: z.object({
		...ai,
		draft_id: id("drf").nullable(),
		suggested_articles: z.array(
			z.object({
				article_id: id("kb"),
				title: z.string(),
				relevance_score: z.number().min(0).max(1),
			}),
		),
	}),
	message_count: z.int(),
	last_message_at: timestamp,
	waiting_since: timestamp.nullable().openapi({
		description: "When the customer sent the oldest unanswered message.",
	}),
};

export const Conversation = z.object(conversation).openapi("Conversation");

export const ConversationWithMessages = z
	.object({
		...conversation,
		messages: z.array(Message).openapi({
			description:
				"The latest 50, oldest first; fewer if the conversation would exceed 8 MiB.",
		}),
	})
	.openapi("ConversationWithMessages");

export const Draft = z
	.object({
		id: id("drf"),
		conversation_id: id("tkt"),
		in_reply_to: id("msg"),
		body: z.string().openapi({
			description:
				"Plain text converted from the articles' Markdown and HTML: tables become lines, and a link's text is followed by its address.",
		}),
		status: z.enum(["ready", "approved", "superseded"]).openapi({
			description:
				"`superseded`: retracted, because an agent has replied, the ticket was resolved, or an article it quotes changed or is not published any more.",
		}),
		stale: z.boolean().openapi({
			description:
				"The customer has written since, or the draft was retracted; it can no longer be approved.",
		}),
		confidence: z.number().min(0).max(100),
		sources: z.array(
			z.object({
				article_id: id("kb"),
				title: z.string(),
				relevance_score: z.number().min(0).max(1),
				excerpt: z.string().openapi({ description: EXCERPT }),
			}),
		),
		sentences: z
			.array(
				z.object({
					text: z.string(),
					sources: z.array(
						z.object({
							article_id: id("kb"),
							start: z.int().min(0),
							end: z.int().min(0),
						}),
					),
					unsupported: z.boolean().openapi({
						description:
							"True where no article supports it; greeting, closing and the line of the sources need none.",
					}),
				}),
			)
			.nullable()
			.openapi({
				description:
					"The sentences of the body, each with the parts of articles that support it: characters (Unicode code points) of what `GET /v1/knowledge/articles/:id/text` returned when the draft was written. Null for drafts of earlier versions.",
			}),
		generated_by: z.string().openapi({
			description: "`extractive`, or the name of the language model.",
		}),
		created_at: timestamp,
		updated_at: timestamp,
	})
	.openapi("Draft");

export const Approval = z
	.object({ draft: Draft, message: Message })
	.openapi("Approval");

export const Deleted = z
	.object({ id: z.string(), deleted: z.literal(true) })
	.openapi("Deleted");

function pageOf(item: z.ZodType) {
	return {
		data: z.array(item),
		has_more: z.boolean(),
		next_cursor: z
			.string()
			.nullable()
			.openapi({ description: "Null when `has_more` is false." }),
	};
}

/** The envelope of a list. */
export function listOf(item: z.ZodType, name: string) {
	return z.object(pageOf(item)).openapi(name);
}

/** The envelope of a list of tickets. */
export function syncedListOf(item: z.ZodType, name: string) {
	return z
		.object({
			...pageOf(item),
			sync_cursor: z.string().optional().openapi({
				description:
					"Only with the sort `updated_at:asc`, and then always. Sent back as `cursor` at any later time, also days after the last page, it continues behind the last ticket of this page: with those that have changed since. A change that was stored while this page was read, and has an earlier time, comes as well.",
			}),
			search_incomplete: z.literal(true).optional().openapi({
				description:
					"Only with `q`, and only for some time after an upgrade: tickets of the version before are still being put into the search.",
			}),
		})
		.openapi(name);
}
