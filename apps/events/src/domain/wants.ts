/**
 * Whether a type of event is among those that a webhook names.
 *
 * @param patterns types, and `ticket.*` for all types of a kind.
 */
export function wants(patterns: readonly string[], type: string): boolean {
	const kind = `${type.slice(0, type.indexOf("."))}.*`;
	return patterns.includes(type) || patterns.includes(kind);
}
