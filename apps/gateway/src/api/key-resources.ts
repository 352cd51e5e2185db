import { API_VERSIONS } from "@supportdesk/keys/api-versions.ts";
import { SCOPES } from "@supportdesk/keys/scopes.ts";
import { z } from "../openapi/zod.ts";
import { id, timestamp } from "./resources.ts";

// API keys, as responses show them.

export const apiVersion = z.enum(API_VERSIONS).openapi({
	description: "The version of its requests that name none.",
});

const limit = z.int().min(1).nullable();

const apiKey = {
	id: id("key"),
	name: z.string().nullable(),
	owner_id: id("usr"),
	masked: z.string().openapi({
		description: "The beginning and the last four characters of the secret.",
	}),
	scopes: z.array(z.enum(SCOPES)),
	plan: z.string(),
	limits: z
		.object({
			per_minute: limit,
			burst: limit,
			per_day: limit,
			unlimited_per_day: z.boolean().openapi({
				description: "Whether there is no daily limit; `per_day` is null then.",
			}),
			concurrent: limit,
		})
		.openapi({ description: "The key's own; null: the limit of its plan." }),
	api_version: apiVersion,
	expires_at: timestamp.nullable(),
	revoked_at: timestamp.nullable(),
	owner_deactivated_at: timestamp.nullable().openapi({
		description: "The keys of a deactivated agent are refused.",
	}),
	last_used_at: timestamp.nullable().openapi({
		description: "The beginning of the hour in which it was last used.",
	}),
	created_at: timestamp,
};

const secret = z.string().openapi({
	description:
		"Shown only here, and to a repetition of the request with the same Idempotency-Key and the same calling secret.",
});

export const ApiKey = z.object(apiKey).openapi("ApiKey");

export const ApiKeyWithSecret = z
	.object({ ...apiKey, secret })
	.openapi("ApiKeyWithSecret");

export const RotatedApiKey = z
	.object({
		...apiKey,
		old_secret_valid_until: timestamp.openapi({
			description: "Until then the key is known by both secrets.",
		}),
		secret,
	})
	.openapi("RotatedApiKey");
