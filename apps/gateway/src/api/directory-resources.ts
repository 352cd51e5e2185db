import { ROLES } from "@supportdesk/accounts/role.ts";
import { SCOPES } from "@supportdesk/keys/scopes.ts";
import { z } from "../openapi/zod.ts";
import { apiVersion } from "./key-resources.ts";
import { id, timestamp } from "./resources.ts";

// The people and keys of a workspace, as responses show them.

export const Agent = z
	.object({
		id: id("usr"),
		name: z.string(),
		email: z.string(),
		deactivated_at: timestamp.nullable().openapi({
			description:
				"A deactivated agent gets no tickets, and the agent's keys are refused.",
		}),
		created_at: timestamp,
	})
	.openapi("Agent");

export const ContactDetails = z
	.object({
		id: id("cnt"),
		name: z.string(),
		email: z.string().nullable().openapi({ description: "The main address." }),
		avatar_url: z.string().nullable(),
		external_id: z.string().nullable(),
		addresses: z.array(z.string()).openapi({
			description: "All addresses, the main one first.",
		}),
		custom_attributes: z.record(
			z.string(),
			z.union([z.string(), z.number(), z.boolean()]),
		),
		created_at: timestamp,
		updated_at: timestamp,
		last_seen_at: timestamp.nullable().openapi({
			description: "When the contact's newest message came in, within seconds.",
		}),
		undeliverable: z
			.array(
				z.object({ email: z.string(), since: timestamp, reason: z.string() }),
			)
			.optional()
			.openapi({
				description:
					"Addresses that mail comes back from; only of contacts that have one.",
			}),
	})
	.openapi("ContactDetails");

export const GroupDetails = z
	.object({
		id: id("grp"),
		name: z.string(),
		agent_ids: z.array(z.string()),
		deactivated_at: timestamp
			.nullable()
			.openapi({ description: "A deactivated group gets no tickets." }),
		created_at: timestamp,
	})
	.openapi("GroupDetails");

export const Attribute = z
	.object({
		key: z.string(),
		type: z.enum(["string", "number", "boolean", "date", "enum"]),
		values: z
			.array(z.string())
			.nullable()
			.openapi({ description: "An enum's; null for every other type." }),
		label: z.string().nullable(),
		description: z.string().nullable(),
		created_at: timestamp,
	})
	.openapi("Attribute");

export const DeletedAttribute = z
	.object({ key: z.string(), deleted: z.literal(true) })
	.openapi("DeletedAttribute");

const limitWindow = (what: string) =>
	z.object({
		limit: z.int().openapi({ description: what }),
		remaining: z.int(),
		resets_at: timestamp,
	});

export const Me = z
	.object({
		key: z
			.object({
				id: id("key"),
				masked: z.string(),
				api_version: apiVersion,
				expires_at: timestamp.nullable(),
				created_at: timestamp,
			})
			.nullable()
			.openapi({ description: "Null for a session of the console." }),
		session: z
			.object({
				id: id("ses"),
				role: z.enum(ROLES),
				expires_at: timestamp,
				created_at: timestamp,
			})
			.optional()
			.openapi({ description: "Only of a session of the console." }),
		owner: z.object({ id: id("usr"), name: z.string(), email: z.string() }),
		workspace: z.object({ id: id("wsp"), name: z.string() }),
		scopes: z.array(z.enum(SCOPES)),
		plan: z.string(),
		limits: z.object({
			per_minute: limitWindow("Requests per minute."),
			burst: limitWindow("Requests in 10 seconds."),
			per_day: limitWindow("Requests per UTC day.")
				.nullable()
				.openapi({ description: "Null: no limit." }),
			concurrent: z
				.object({ limit: z.int(), remaining: z.int() })
				.nullable()
				.openapi({ description: "Null: no limit." }),
		}),
	})
	.openapi("Me");
