import { invalid, valueRemoved } from "./errors.ts";

/** The types of a custom attribute's values. */
export const ATTRIBUTE_TYPES = [
	"string",
	"number",
	"boolean",
	"date",
	"enum",
] as const;
export type AttributeType = (typeof ATTRIBUTE_TYPES)[number];

// Errors name keys as custom_attributes.<key>, so a key has no dots.
const KEY = /^[A-Za-z0-9_-]{1,64}$/;
const VALUE_LENGTH_MAX = 200;

export interface AttributeRule {
	readonly key: string;
	readonly type: AttributeType;
	/** The allowed values of an enum; null for every other type. */
	readonly values: readonly string[] | null;
}

/** What people are shown of an attribute; null for nothing. */
export interface AttributeTexts {
	readonly label: string | null;
	readonly description: string | null;
}

/** What can be changed of an attribute; an absent field stays. */
export interface AttributeChange extends Partial<AttributeTexts> {
	/** All values of an enum, those that it has among them. */
	readonly values?: readonly string[];
}

/**
 * The attribute after the change.
 *
 * @throws AppError `invalid_parameter`; `invalid_attribute_value` where a value is missing that the attribute has.
 */
export function changedAttribute<T extends AttributeRule & AttributeTexts>(
	attribute: T,
	change: AttributeChange,
): T {
	const { label, description, values } = change;
	return {
		...attribute,
		label: label === undefined ? attribute.label : label,
		description:
			description === undefined ? attribute.description : description,
		values:
			values === undefined ? attribute.values : moreValues(attribute, values),
	};
}

function moreValues({ type, values }: AttributeRule, texts: readonly string[]) {
	if (type !== "enum") throw invalid("values", "Only an enum has values.");
	const next = parseValues(texts);
	const removed = values?.find((value) => !next.includes(value));
	if (removed !== undefined) throw valueRemoved(removed);
	return next;
}

/** @throws AppError `invalid_parameter` that names the invalid part. */
export function parseAttribute(
	key: string,
	type: string,
	values: readonly string[] | undefined,
): AttributeRule {
	if (!KEY.test(key)) {
		throw invalid(
			"key",
			"A key has 1 to 64 letters, digits, underscores and hyphens.",
		);
	}
	const known = ATTRIBUTE_TYPES.find((name) => name === type);
	if (!known) {
		throw invalid(
			"type",
			`There is no type ${JSON.stringify(type)}; the types are ${ATTRIBUTE_TYPES.join(", ")}.`,
		);
	}
	if (known !== "enum" && values !== undefined) {
		throw invalid("values", "Only an enum has values.");
	}
	return {
		key,
		type: known,
		values: known === "enum" ? parseValues(values ?? []) : null,
	};
}

function parseValues(texts: readonly string[]): string[] {
	const values = texts
		.map((value) => value.trim().normalize("NFC"))
		.filter((value) => value !== "");
	if (values.length === 0) {
		throw invalid("values", "An enum needs its values: red, green, blue.");
	}
	if (values.some((value) => [...value].length > VALUE_LENGTH_MAX)) {
		throw invalid(
			"values",
			`A value has at most ${VALUE_LENGTH_MAX} characters.`,
		);
	}
	return [...new Set(values)];
}
