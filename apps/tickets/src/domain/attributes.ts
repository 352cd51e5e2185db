import { AppError } from "@supportdesk/errors/app-error.ts";
import { validateAll } from "@supportdesk/errors/validate-all.ts";

export type AttributeType = "string" | "number" | "boolean" | "date" | "enum";

export interface AttributeDefinition {
	readonly key: string;
	readonly type: AttributeType;
	/** The values of an enum; empty for the other types. */
	readonly values: readonly string[];
}

const ATTRIBUTES_MAX = 100;
const STRING_LENGTH_MAX = 2_000;
const DATE = /^\d{4}-\d\d-\d\d$/;

const EXPECTED: Record<AttributeType, string> = {
	string: `a text of at most ${STRING_LENGTH_MAX} characters`,
	number: "a number",
	boolean: "true or false",
	date: "a date such as 2026-01-31",
	enum: "one of its values",
};

/**
 * The attributes of a new ticket as JSON text.
 *
 * @param json JSON text of an object; empty for none.
 * @throws AppError `undefined_attribute_key`, `invalid_attribute_value`
 */
export function addAttributes(
	definitions: readonly AttributeDefinition[],
	json: string,
): string {
	return json === "" ? "{}" : mergeAttributes(definitions, "{}", json);
}

/**
 * The attributes after a change, as JSON text: those given replace those there, a null removes.
 *
 * @throws AppError `undefined_attribute_key`, `invalid_attribute_value`
 */
export function mergeAttributes(
	definitions: readonly AttributeDefinition[],
	currentJson: string,
	changesJson: string,
): string {
	const known = new Map(definitions.map((found) => [found.key, found]));
	// Maps know no prototype: an attribute may be called `__proto__`.
	const merged = new Map(entriesOf(currentJson));
	const changes = entriesOf(changesJson);
	validateAll(
		...changes.map(
			([key, value]) =>
				() =>
					check(known.get(key), key, value),
		),
	);
	for (const [key, value] of changes) {
		if (value === null) merged.delete(key);
		else merged.set(key, value);
	}
	if (merged.size > ATTRIBUTES_MAX) throw tooMany();
	return jsonbText([...merged]);
}

/** Attributes with those of others added for the keys that they do not have, as far as there may be as many. */
export function fillAttributes(ownJson: string, othersJson: string): string {
	const own = entriesOf(ownJson);
	const keys = new Set(own.map(([key]) => key));
	const added = entriesOf(othersJson).filter(([key]) => !keys.has(key));
	return jsonbText([...own, ...added].slice(0, ATTRIBUTES_MAX));
}

/** As PostgreSQL writes a `jsonb`: what a change answers, and its event shows, is byte for byte what a later read shows. */
function jsonbText(entries: readonly (readonly [string, unknown])[]): string {
	const members = entries
		.map(([key, value]) => ({ bytes: Buffer.from(key), key, value }))
		.sort(
			(a, b) =>
				a.bytes.length - b.bytes.length || Buffer.compare(a.bytes, b.bytes),
		)
		.map(({ key, value }) => {
			const text =
				typeof value === "number" ? plainNumber(value) : JSON.stringify(value);
			return `${JSON.stringify(key)}: ${text}`;
		});
	return `{${members.join(", ")}}`;
}

/** Without an exponent. */
function plainNumber(number: number): string {
	const [mantissa = "", exponent] = String(Math.abs(number)).split("e");
	const sign = number < 0 ? "-" : "";
	if (exponent === undefined) return sign + mantissa;
	const digits = mantissa.replace(".", "");
	const places = Number(exponent);
	return places < 0
		? `${sign}0.${"0".repeat(-places - 1)}${digits}`
		: sign + digits.padEnd(places + 1, "0");
}

function entriesOf(json: string): [string, unknown][] {
	return Object.entries(JSON.parse(json) as object);
}

/** @throws AppError unless the attribute is defined and may have this value, or none. */
function check(
	definition: AttributeDefinition | undefined,
	key: string,
	value: unknown,
): void {
	if (!definition) throw undefinedAttribute(key);
	if (value !== null && !isValid(definition, value)) {
		throw invalidValue(definition);
	}
}

function isValid({ type, values }: AttributeDefinition, value: unknown) {
	switch (type) {
		case "string":
			return (
				typeof value === "string" && [...value].length <= STRING_LENGTH_MAX
			);
		case "number":
			return typeof value === "number";
		case "boolean":
			return typeof value === "boolean";
		case "date":
			return typeof value === "string" && isDate(value);
		case "enum":
			return typeof value === "string" && values.includes(value);
	}
}

/** A day of the calendar: 2026-02-30 is none. */
function isDate(text: string): boolean {
	if (!DATE.test(text)) return false;
	const time = Date.parse(`${text}T00:00:00Z`);
	return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function undefinedAttribute(key: string): AppError {
	return new AppError(
		"validation_error",
		"undefined_attribute_key",
		"This attribute is not defined in the workspace.",
		{ param: `custom_attributes.${key}` },
	);
}

function invalidValue({ key, type, values }: AttributeDefinition): AppError {
	const choices = type === "enum" ? `: ${values.join(", ")}` : "";
	return new AppError(
		"validation_error",
		"invalid_attribute_value",
		`This attribute takes ${EXPECTED[type]}${choices}.`,
		{ param: `custom_attributes.${key}` },
	);
}

function tooMany(): AppError {
	return new AppError(
		"validation_error",
		"invalid_attribute_value",
		`A ticket carries at most ${ATTRIBUTES_MAX} attributes.`,
		{ param: "custom_attributes" },
	);
}
