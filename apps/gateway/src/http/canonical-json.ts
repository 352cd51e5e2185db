/**
 * The canonical JSON of a value (RFC 8785): keys sorted by their UTF-16 code units, no white space. Numbers and texts
 * are written as the RFC takes them from ECMAScript; bytes as the base64 that they were decoded from.
 */
export function canonicalJson(value: unknown): string {
	if (value instanceof Uint8Array) return `"${base64Of(value)}"`;
	if (Array.isArray(value)) {
		return `[${value.map((item) => canonicalJson(item ?? null)).join(",")}]`;
	}
	if (typeof value !== "object" || value === null) return JSON.stringify(value);
	const members = Object.entries(value)
		.filter(([, member]) => member !== undefined)
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
	return `{${members.join(",")}}`;
}

function base64Of({ buffer, byteOffset, length }: Uint8Array): string {
	return Buffer.from(buffer, byteOffset, length).toString("base64");
}
