import { AppError, type ErrorCode } from "@supportdesk/errors/app-error.ts";
import { type IdPrefix, isId } from "@supportdesk/ids/ids.ts";
import { z } from "../openapi/zod.ts";

/** Sets the API's code for a failed check; the default is `invalid_parameter`. */
export function withCode(code: ErrorCode, message: string) {
	return { error: message, params: { code } };
}

const CONTROL = /\p{Cc}/u;

// The same rules for the API document, as regular expressions that any JSON Schema tool supports.
const LINE = "^[^\\u0000-\\u001f\\u007f-\\u009f]*$";
const SAYS_SOMETHING = "[^\\s\\u0000-\\u001f\\u007f-\\u009f]";
/** One line that is not blank. */
export const NON_BLANK_LINE = `${LINE.slice(0, -1)}${SAYS_SOMETHING}${LINE.slice(1)}`;
const LAYOUT = "(?:[^\\u0000-\\u0008\\u000b-\\u001f]|\\r\\n)*";
const TEXT_THAT_SAYS_SOMETHING = `^${LAYOUT}[^\\s\\u0000-\\u001f]${LAYOUT}$`;
const JOINED = "(?:[^\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f]|\\r\\n)*";
const JOINED_TEXT_THAT_SAYS_SOMETHING = `^${JOINED}${SAYS_SOMETHING}${JOINED}$`;
const LINE_END_OR_TAB = /\r\n|[\n\t]/g;

// The longest sequence that NFC composes to one character.
const COMPOSED_CHARACTERS_MAX = 4;

interface TextRules {
	readonly max: number;
	/** Whether it may contain tabs and newlines; the check of the whole body refuses other control characters. */
	readonly multiline?: boolean;
	/** Whether it may contain tabs and newlines, which count as spaces. */
	readonly joined?: boolean;
	/** Whether surrounding white space is removed. */
	readonly trimmed?: boolean;
}

/**
 * A text that is not blank: 1 to `max` characters (code points) after trimming and normalising, no control
 * characters, NFC when it is one line.
 */
export function text({
	max,
	multiline = false,
	joined = false,
	trimmed = false,
}: TextRules) {
	const given = joined
		? z.string().transform((value) => value.replace(LINE_END_OR_TAB, " "))
		: z.string();
	return (
		given
			.refine((value) => value.trim() !== "", {
				...withCode("missing_parameter", "must not be blank"),
				abort: true,
			})
			.refine((value) => multiline || !CONTROL.test(value), {
				error: "must not contain control characters",
			})
			.transform((value) => {
				const kept = trimmed ? value.trim() : value;
				// Normalising takes quadratic time in a run of combining marks, so a text that is too long in any form is left as it is.
				const composedMax = max * COMPOSED_CHARACTERS_MAX;
				return multiline || lengthOf(kept, composedMax) > composedMax
					? kept
					: kept.normalize("NFC");
			})
			// NFC turns some characters into several, so only the result can be measured.
			.refine((value) => lengthOf(value, max) <= max, {
				error: `must have at most ${max} characters`,
			})
			.openapi({
				type: "string",
				minLength: 1,
				maxLength: max,
				pattern: patternOf(multiline, joined),
			})
	);
}

function patternOf(multiline: boolean, joined: boolean): string {
	if (joined) return JOINED_TEXT_THAT_SAYS_SOMETHING;
	return multiline ? TEXT_THAT_SAYS_SOMETHING : NON_BLANK_LINE;
}

/** Like `text`, trimmed, but a blank one counts as absent. `document` adds further rules to the API document. */
export function optionalText(
	rules: TextRules,
	document: { format?: string; pattern?: string } = { pattern: LINE },
) {
	return z
		.union([blank, text({ ...rules, trimmed: true })])
		.optional()
		.openapi({ type: "string", maxLength: rules.max, ...document });
}

const blank = z
	.string()
	.refine((value) => value.trim() === "" && !CONTROL.test(value))
	.transform(() => undefined);

/** Whether a text has control characters, which no single-line text may have. */
export function hasControlCharacters(value: string): boolean {
	return CONTROL.test(value);
}

/** Compares code points; a text with few enough UTF-16 units is not counted. */
function lengthOf(value: string, max: number): number {
	return value.length <= max ? value.length : [...value].length;
}

/** The pattern of an id of this kind. */
export function idPattern(prefix: IdPrefix): string {
	return `${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}`;
}

/** The id of a resource that the request refers to. */
export function idOf(prefix: IdPrefix) {
	return z
		.string()
		.refine((value) => isId(prefix, value), {
			error: `must be an id that starts with ${prefix}_`,
		})
		.openapi({
			type: "string",
			pattern: `^${idPattern(prefix)}$`,
		});
}

/**
 * A text of a change that may be absent, or null to remove what is there. The type that a text gives itself in the API
 * document leaves null out.
 */
export function textOrNull<T extends z.ZodType<string | undefined>>(
	schema: T,
	description?: string,
) {
	return schema
		.nullish()
		.openapi({ type: ["string", "null"], ...(description && { description }) });
}

/** An empty string clears what null clears; undefined leaves it. */
export const cleared = (value: string | null | undefined) =>
	value === null ? "" : value;

const TAG_CHARACTERS_MAX = 64;
const TAGS_MAX = 50;

export const tag = text({ max: TAG_CHARACTERS_MAX, trimmed: true });

/** Keeps the order; the service removes duplicates. */
export const tags = z.array(tag).max(TAGS_MAX, {
	error: `must have at most ${TAGS_MAX} entries`,
});

const EXTERNAL_ID_CHARACTERS_MAX = 255;

/** The name that another system has for the resource. */
export const externalId = text({
	max: EXTERNAL_ID_CHARACTERS_MAX,
	trimmed: true,
}).openapi({ description: "The id that your own system gave it." });

/** The failure of an upsert that does not say of what. */
export const nameMissing = () =>
	new AppError(
		"invalid_request",
		"missing_parameter",
		"external_id is required with upsert.",
		{ param: "external_id" },
	);

const ATTRIBUTES_MAX = 100;
const ATTRIBUTE_CHARACTERS_MAX = 2_000;

const ATTRIBUTE_TYPES: ("string" | "number" | "boolean" | "null")[] = [
	"string",
	"number",
	"boolean",
	"null",
];
// A constant, because the library's type of an object literal has no propertyNames.
const ATTRIBUTES = {
	type: "object" as const,
	maxProperties: ATTRIBUTES_MAX,
	propertyNames: { pattern: LINE },
	additionalProperties: {
		type: ATTRIBUTE_TYPES,
		maxLength: ATTRIBUTE_CHARACTERS_MAX,
		pattern: LINE,
		minimum: -Number.MAX_SAFE_INTEGER,
		maximum: Number.MAX_SAFE_INTEGER,
	},
};

/**
 * Key/value pairs. The workspace defines the keys and their types, so the service checks them (422).
 * Not a zod record: that would ignore a key named `__proto__`.
 */
export const customAttributes = z
	.custom<Record<string, unknown>>(
		(value) =>
			typeof value === "object" && value !== null && !Array.isArray(value),
		{ error: "must be an object" },
	)
	.refine((value) => Object.keys(value).length <= ATTRIBUTES_MAX, {
		error: `must have at most ${ATTRIBUTES_MAX} keys`,
	})
	.superRefine((value, context) => {
		for (const [key, entry] of Object.entries(value)) {
			const problem = attributeProblem(key, entry);
			if (problem)
				context.addIssue({ code: "custom", message: problem, path: [key] });
		}
	})
	.openapi(ATTRIBUTES);

function attributeProblem(key: string, value: unknown): string | undefined {
	if (CONTROL.test(key)) return "must not have control characters in its key";
	if (typeof value !== "string") return undefined;
	if (lengthOf(value, ATTRIBUTE_CHARACTERS_MAX) > ATTRIBUTE_CHARACTERS_MAX) {
		return `must have at most ${ATTRIBUTE_CHARACTERS_MAX} characters`;
	}
	return CONTROL.test(value)
		? "must not contain control characters"
		: undefined;
}
