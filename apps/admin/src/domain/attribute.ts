import { AdminError } from "../admin-error.ts";

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

/** @throws AdminError that names the invalid part. */
export function parseAttribute(
	key: string,
	type: string,
	values: string | undefined,
): AttributeRule {
	if (!KEY.test(key)) {
		throw new AdminError(
			"A key has 1 to 64 letters, digits, underscores and hyphens.",
		);
	}
	const known = ATTRIBUTE_TYPES.find((name) => name === type);
	if (!known) {
		throw new AdminError(
			`There is no type ${JSON.stringify(type)}; the types are ${ATTRIBUTE_TYPES.join(", ")}.`,
		);
	}
	if (known !== "enum" && values !== undefined) {
		throw new AdminError("Only an enum has --values.");
	}
	return {
		key,
		type: known,
		values: known === "enum" ? parseValues(values ?? "") : null,
	};
}

function parseValues(text: string): string[] {
	const values = text
		.split(",")
		.map((value) => value.trim().normalize("NFC"))
		.filter((value) => value !== "");
	if (values.length === 0) {
		throw new AdminError(
			"An enum needs its values, separated by commas: --values red,green,blue",
		);
	}
	if (values.some((value) => [...value].length > VALUE_LENGTH_MAX)) {
		throw new AdminError(`A value has at most ${VALUE_LENGTH_MAX} characters.`);
	}
	return [...new Set(values)];
}
