import type { Page } from "@supportdesk/contracts/supportdesk/api/v1/rendered.ts";
import { isId } from "@supportdesk/ids/ids.ts";
import { parseEmailAddress } from "@supportdesk/text/email-address.ts";
import { z } from "../openapi/zod.ts";
import { idPattern, withCode } from "./fields.ts";

const LIMIT_DEFAULT = 25;
const LIMIT_MAX = 100;
const CURSOR_FORM = /^[A-Za-z0-9_-]+$/;

export const limit = z
	.string()
	.refine(
		(value) => /^[1-9]\d{0,2}$/.test(value) && Number(value) <= LIMIT_MAX,
		{
			error: `must be a whole number from 1 to ${LIMIT_MAX}`,
		},
	)
	.transform(Number)
	.default(LIMIT_DEFAULT)
	.openapi({
		type: "integer",
		minimum: 1,
		maximum: LIMIT_MAX,
		default: LIMIT_DEFAULT,
		description:
			"Maximum results per page; a page ends early at 8 MiB, with `has_more` true.",
	});

export const cursor = z
	.string()
	.refine(
		(value) => CURSOR_FORM.test(value),
		withCode("invalid_cursor", "must be the next_cursor of an earlier page"),
	)
	.optional()
	.openapi({
		type: "string",
		pattern: CURSOR_FORM.source,
		description:
			"The `next_cursor` of the previous page, with the same filters and the same sort.",
	});

/** `field:direction` of one of the fields, or one of the others. */
export function sort(
	fields: readonly string[],
	fallback: string,
	others: readonly string[] = [],
) {
	const values = [
		...others,
		...fields.flatMap((field) => [`${field}:asc`, `${field}:desc`]),
	];
	return z
		.string()
		.refine(
			(value) => values.includes(value),
			withCode("invalid_sort", `must be one of ${values.join(", ")}`),
		)
		.default(fallback)
		.openapi({ type: "string", enum: values, default: fallback });
}

/** The page that a list's query asks for. */
export function toPage(query: {
	readonly limit: number;
	readonly cursor?: string;
	readonly sort: string;
}): Page {
	const { limit, cursor = "", sort } = query;
	return { limit, cursor, sort };
}

/** One of the values, or `all`, which does not filter. */
export function oneOfOrAll(values: readonly string[], fallback = "all") {
	return z
		.enum([...values, "all"])
		.default(fallback)
		.transform((value) => (value === "all" ? undefined : value));
}

export const trueOrFalse = z
	.enum(["true", "false"])
	.transform((value) => value === "true");

/** An agent's id, or `unassigned`. */
export const assignee = z
	.string()
	.refine((value) => value === "unassigned" || isId("usr", value), {
		error: "must be an id that starts with usr_, or unassigned",
	})
	.openapi({
		type: "string",
		pattern: `^(?:unassigned|${idPattern("usr")})$`,
		description: "An agent's id, or the word `unassigned`.",
	});

/** A contact's id, or its address in the normalised form for comparisons. */
export const contact = z
	.string()
	.transform((value, context) => {
		const contact = isId("cnt", value) ? value : parseEmailAddress(value)?.key;
		if (contact !== undefined) return contact;
		context.addIssue({
			code: "custom",
			message: "must be an id that starts with cnt_, or an email address",
		});
		return z.NEVER;
	})
	.openapi({
		type: "string",
		anyOf: [
			{ type: "string", pattern: `^${idPattern("cnt")}$` },
			{ type: "string", format: "email" },
		],
		description:
			"A contact's id or email address, ignoring case. An unknown contact matches no ticket.",
		example: "me@customer.example",
	});

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIMESTAMP =
	/^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.(\d{1,9}))?)?(?:Z|[+-]\d{2}:\d{2})$/;
const RAW_PLUS = /T[\d:.]+ \d{2}:\d{2}$/;

/** A day (its midnight in UTC) or a timestamp with an offset, as RFC 3339 in UTC. */
export function moment(
	side: "after" | "before",
	what: "created" | "updated" = "created",
) {
	return z
		.string()
		.transform((value, context) => {
			const found = readMoment(value, side);
			if (found !== undefined) return found;
			context.addIssue({
				code: "custom",
				message: RAW_PLUS.test(value)
					? "must be a date or a timestamp with an offset; a + in a URL has to be written as %2B"
					: "must be a date (2026-01-31) or a timestamp with an offset (2026-01-31T09:30:00Z)",
			});
			return z.NEVER;
		})
		.openapi({
			type: "string",
			anyOf: [
				{ type: "string", format: "date" },
				{ type: "string", format: "date-time" },
			],
			description: `Only resources ${what} strictly ${side} this date (midnight UTC) or timestamp.`,
			example: side === "after" ? "2026-01-31" : "2026-02-28T09:30:00Z",
		});
}

/** A day or a timestamp as RFC 3339 in UTC, rounded to the millisecond; undefined for any other text. */
export function readMoment(
	value: string,
	side: "after" | "before",
): string | undefined {
	const timestamp = TIMESTAMP.exec(value);
	const day = timestamp?.[1] ?? (DATE.test(value) ? value : undefined);
	if (day === undefined || !isDay(day)) return undefined;
	const ms = Date.parse(value);
	if (Number.isNaN(ms)) return undefined;
	// Times are stored to the millisecond; a bound between two milliseconds is rounded up.
	const between = /[1-9]/.test(timestamp?.[2]?.slice(3) ?? "");
	const date = new Date(side === "before" && between ? ms + 1 : ms);
	const year = date.getUTCFullYear();
	// PostgreSQL has no year 0.
	return year >= 1 && year <= 9999 ? date.toISOString() : undefined;
}

/** Date.parse reads 30 February as 2 March. */
function isDay(day: string): boolean {
	const ms = Date.parse(day);
	return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day);
}
