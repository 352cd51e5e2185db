import {
	EVENT_KINDS,
	EVENT_TYPES,
	type EventType,
	typesOf,
} from "@supportdesk/outbox/event-types.ts";
import { z } from "../openapi/zod.ts";

const PATTERNS: readonly string[] = [...EVENT_TYPES, ...EVENT_KINDS];
const PATTERN = "^[a-z_]+\\.(?:[a-z_]+|\\*)$";

/** The pattern that is no type and no kind, if there is one. */
function unknownPattern(patterns: readonly string[]): string | undefined {
	return patterns.find((pattern) => !PATTERNS.includes(pattern));
}

/** Query parameter: types and kinds, separated by commas; becomes the types that they mean. */
export const eventTypes = z
	.string()
	.transform((value, context): EventType[] => {
		const patterns = value.split(",");
		const unknown = unknownPattern(patterns);
		if (unknown === undefined) {
			return [...new Set(patterns.flatMap(typesOf))];
		}
		context.addIssue({
			code: "custom",
			message: `must be types of events, or ticket.* for all of a kind, separated by commas; ${JSON.stringify(unknown.slice(0, 64))} is neither`,
		});
		return z.NEVER;
	})
	.optional()
	.openapi({
		type: "string",
		pattern: `${PATTERN.slice(0, -1)}(?:,${PATTERN.slice(1, -1)})*$`,
		description: "Only these types; `ticket.*` for all of a kind.",
		example: "ticket.created,message.*",
	});

/** A resource's field: the same as a list, kept as it was written. */
export const eventPatterns = z
	.array(z.enum(PATTERNS as [string, ...string[]]))
	.min(1)
	.max(PATTERNS.length);
