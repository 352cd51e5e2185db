import { SCOPES } from "@supportdesk/keys/scopes.ts";
import { z } from "../openapi/zod.ts";
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

const limitWindow = (what: string) =>
	z.object({
		limit: z.int().openapi({ description: what }),
		remaining: z.int(),
		resets_at: timestamp,
	});

export const Me = z
	.object({
		key: z.object({
			id: id("key"),
			masked: z.string(),
			expires_at: timestamp.nullable(),
			created_at: timestamp,
		}),
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
