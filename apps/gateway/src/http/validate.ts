import {
	AppError,
	type ErrorCode,
	type ErrorDetail,
	shownParam,
} from "@supportdesk/errors/app-error.ts";
import { z } from "zod";
import { isForbiddenKey } from "../guards/json-values.ts";

type Issue = z.core.$ZodIssue;

/** The query of an operation without parameters. */
export const noParameters = z.strictObject({});

/**
 * Validates a client's input with its schema.
 *
 * @param forbidden the errors of the value that do not depend on the schema
 * @throws AppError 400 that names all invalid fields, the first at its top level.
 */
export function validate<Output>(
	schema: z.ZodType<Output>,
	value: unknown,
	forbidden: readonly ErrorDetail[] = [],
): Output {
	const result = schema.safeParse(value);
	if (result.success && forbidden.length === 0) return result.data;
	const issues = result.error?.issues ?? [];
	const details = [
		...forbidden,
		...issues
			.flatMap((issue) => detailsOf(issue, value))
			.filter(({ param }) => !isCovered(param, forbidden)),
	];
	// A field that is too large is 413 regardless of other errors, like a body that is too large.
	const isTooLarge = ({ code }: ErrorDetail) => code === "request_too_large";
	details.sort((a, b) => Number(isTooLarge(b)) - Number(isTooLarge(a)));
	const [first] = details;
	throw new AppError("invalid_request", first!.code, first!.message, {
		param: first!.param ?? undefined,
		details,
	});
}

/** Whether `forbidden` blames the parameter itself, or its parent for a key that cannot be quoted. */
function isCovered(
	param: string | null,
	forbidden: readonly ErrorDetail[],
): boolean {
	if (forbidden.length === 0) return false;
	return (
		(param !== null && isForbiddenKey(param)) ||
		forbidden.some((one) => one.param === param)
	);
}

function detailsOf(issue: Issue, value: unknown): ErrorDetail[] {
	if (issue.code === "unrecognized_keys") {
		return issue.keys.map((key) => {
			const param = pathOf([...issue.path, key]);
			return {
				code: "unknown_parameter",
				message: `${param} is not a parameter of this operation.`,
				param,
			};
		});
	}
	// Of a union's alternatives, the last is the one that the client most likely meant.
	if (issue.code === "invalid_union") {
		const inner = issue.errors.at(-1) ?? [];
		return inner.flatMap((one) =>
			detailsOf({ ...one, path: [...issue.path, ...one.path] }, value),
		);
	}
	const param = pathOf(issue.path);
	if (isAbsent(value, issue.path)) {
		return [
			{ code: "missing_parameter", message: `${param} is required.`, param },
		];
	}
	return [
		{
			code: codeOf(issue),
			message: `${param ?? "The body"} ${describe(issue)}.`,
			param,
		},
	];
}

function codeOf(issue: Issue): ErrorCode {
	const named = issue.code === "custom" ? issue.params?.code : undefined;
	if (named) return named as ErrorCode;
	return issue.path[0] === "attachments"
		? "invalid_attachment"
		: "invalid_parameter";
}

function describe(issue: Issue): string {
	switch (issue.code) {
		case "custom":
			return issue.message;
		case "invalid_type":
			return `must be ${TYPE_NAMES[issue.expected] ?? `of type ${issue.expected}`}`;
		case "invalid_value":
			return `must be one of ${issue.values.join(", ")}`;
		case "too_big":
			return isOurs(issue.message)
				? issue.message
				: `must be at most ${issue.maximum}`;
		case "too_small":
			return isOurs(issue.message)
				? issue.message
				: issue.origin === "array"
					? `must have at least ${issue.minimum} entries`
					: `must be at least ${issue.minimum}`;
		default:
			return "is not valid";
	}
}

const TYPE_NAMES: Record<string, string> = {
	string: "a text",
	number: "a number",
	int: "a whole number",
	array: "a list",
	object: "an object",
	boolean: "true or false",
};

/** Messages of our schemas continue after the parameter's name; zod's own are complete sentences. */
function isOurs(message: string): boolean {
	return message.startsWith("must ") || message.startsWith("is ");
}

/** `custom_attributes.color`, `attachments.0.filename`; null for the whole body. */
function pathOf(path: readonly PropertyKey[]): string | null {
	return path.length === 0 ? null : shownParam(path.map(String).join("."));
}

/** Whether the input has no value at this path. */
function isAbsent(value: unknown, path: readonly PropertyKey[]): boolean {
	let at: unknown = value;
	for (const key of path) {
		if (typeof at !== "object" || at === null) return true;
		at = (at as Record<PropertyKey, unknown>)[key];
	}
	return at === undefined;
}
