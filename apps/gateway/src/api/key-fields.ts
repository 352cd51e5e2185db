import { API_VERSIONS } from "@supportdesk/keys/api-versions.ts";
import { LIMIT_MAX, type OwnLimits } from "@supportdesk/keys/key.ts";
import { SCOPES } from "@supportdesk/keys/scopes.ts";
import { z } from "../openapi/zod.ts";
import { directoryName } from "./agents.ts";
import { idOf, textOrNull } from "./fields.ts";
import { readMoment } from "./query-fields.ts";

// What clients send of API keys.

const scopes = z
	.array(z.enum(SCOPES))
	.min(1)
	.max(SCOPES.length)
	.transform((given) => SCOPES.filter((scope) => given.includes(scope)))
	.openapi({ description: "At most those of the calling key." });

const limit = z.int().min(1).max(LIMIT_MAX).nullable().optional();

/** A limit of null stands beside both: responses show it beside `true`. */
function isOneDailyLimit(given: {
	per_day?: number | null;
	unlimited_per_day?: boolean;
}): boolean {
	if (given.unlimited_per_day === undefined) return true;
	return given.unlimited_per_day
		? (given.per_day ?? null) === null
		: given.per_day !== undefined;
}

const limits = z
	.strictObject({
		per_minute: limit,
		burst: limit,
		per_day: limit,
		unlimited_per_day: z.boolean().optional().openapi({
			description:
				"Whether there is no daily limit; `false` stands only beside `per_day`, which says what the limit is.",
		}),
		concurrent: limit,
	})
	.refine(isOneDailyLimit, {
		path: ["unlimited_per_day"],
		message: "must be true without per_day, or false beside it",
	})
	.transform(
		(given): Partial<OwnLimits> => ({
			perMinute: given.per_minute,
			burst: given.burst,
			perDay: given.unlimited_per_day ? "unlimited" : given.per_day,
			concurrent: given.concurrent,
		}),
	)
	.openapi({
		description:
			"Each at most the calling key's own. Null: the limit of the plan.",
	});

const expiresAt = z
	.string()
	.transform((value, context) => {
		const moment = readMoment(value, "after");
		if (moment !== undefined) return moment;
		context.addIssue({
			code: "custom",
			message:
				"must be a date (2027-01-31) or a timestamp with an offset (2027-01-31T09:30:00Z)",
		});
		return z.NEVER;
	})
	.nullable()
	.openapi({
		type: ["string", "null"],
		anyOf: [{ format: "date" }, { format: "date-time" }],
		description:
			"In the future, and not after the calling key's own expiry. Null: never.",
	});

export const NewApiKey = z
	.strictObject({
		name: directoryName.optional(),
		owner_id: idOf("usr").optional().openapi({
			description:
				"The agent in whose name the key writes; the calling key's owner if none is given.",
		}),
		scopes,
		api_version: z.enum(API_VERSIONS).optional().openapi({
			description:
				"The version of its requests that name none; if it is not given, that of this request.",
		}),
		limits: limits.optional(),
		expires_at: expiresAt.optional(),
	})
	.openapi("NewApiKey");

export const ApiKeyChanges = z
	.strictObject({
		name: textOrNull(directoryName, "Null removes it."),
		scopes: scopes.optional(),
		api_version: z.enum(API_VERSIONS).optional(),
		limits: limits.optional(),
		expires_at: expiresAt.optional(),
	})
	.openapi("ApiKeyChanges");

const SECONDS_MAX = 7 * 24 * 60 * 60;
const SECONDS_DEFAULT = 24 * 60 * 60;

export const Rotation = z
	.strictObject({
		old_secret_valid_seconds: z
			.int()
			.min(0)
			.max(SECONDS_MAX)
			.optional()
			.transform((seconds = SECONDS_DEFAULT) => seconds)
			.openapi({
				type: "integer",
				minimum: 0,
				maximum: SECONDS_MAX,
				description: `For how long the old secret is accepted as well; ${SECONDS_DEFAULT}, a day, if it is not given. Secrets of earlier rotations end then at the latest.`,
			}),
	})
	.openapi("Rotation");
