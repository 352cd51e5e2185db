/**
 * Leaves out what a boolean can only be: a replacer of `JSON.stringify`. Clients that OpenAPI Generator makes for Python
 * compare such a boolean with texts and refuse every value, and those for Java do not compile with it.
 */
export function withoutBooleanEnums(_key: string, value: unknown): unknown {
	if (typeof value !== "object" || value === null) return value;
	const { enum: values, ...schema } = value as Record<string, unknown>;
	return schema.type === "boolean" && values !== undefined ? schema : value;
}
