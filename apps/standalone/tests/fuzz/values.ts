import fc from "fast-check";

/** The part of JSON Schema that the API document uses. */
export interface Schema {
	readonly $ref?: string;
	readonly type?: string | readonly string[];
	readonly enum?: readonly unknown[];
	readonly const?: unknown;
	readonly anyOf?: readonly Schema[];
	readonly oneOf?: readonly Schema[];
	readonly allOf?: readonly Schema[];
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly required?: readonly string[];
	readonly additionalProperties?: boolean | Schema;
	readonly items?: Schema;
	readonly pattern?: string;
	readonly format?: string;
	readonly minimum?: number;
	readonly maximum?: number;
}

export type Schemas = Readonly<Record<string, Schema>>;

// What programs stumble over: empty, long, other scripts, marks that change the direction, markup, patterns and quotes.
const STRANGE_TEXTS = [
	"",
	" ",
	"\t\r\n",
	"\u0000",
	"\ud800",
	"\u202e txet",
	"é".normalize("NFD").repeat(300),
	"a\u0301".repeat(3_000),
	"x".repeat(70_000),
	"𝒳".repeat(200),
	"'; drop table tickets; --",
	"<script>alert(1)</script><img src=x onerror=y>",
	"{{contact.name}} {{{{",
	"%00%s%n#{7*7}",
	"../../etc/passwd",
	"東京都の返金 คืนเงิน 환불",
	"=?utf-8?q?=0d=0aBcc:_x@y.example?=",
	"a\r\nBcc: x@y.example",
	"-1",
	"1e400",
	"null",
	"0001-01-01T00:00:00Z",
	"9999-12-31T23:59:59.999Z",
	"2026-02-30",
	"x@y.example",
	"http://127.0.0.1/",
];

const JUNK: fc.Arbitrary<unknown> = fc.oneof(
	fc.constantFrom<unknown>(null, true, [], {}, 0, -1, 1.5, 1e308, 2 ** 53),
	fc.constantFrom(...STRANGE_TEXTS),
	fc.jsonValue({ maxDepth: 3 }),
	fc.constant(Array.from({ length: 1_200 }, (_, i) => `v${i}`)),
);

/**
 * Values of a schema: mostly ones that it allows, with ids that exist, and some that it does not.
 *
 * @param idsOf ids with a prefix
 */
export function valuesOf(
	schema: Schema,
	schemas: Schemas,
	idsOf: (prefix: string) => readonly string[],
	depth = 0,
): fc.Arbitrary<unknown> {
	const inner = (of: Schema) => valuesOf(of, schemas, idsOf, depth + 1);
	const allowed = allowedValues(schema, schemas, idsOf, inner, depth);
	return fc.oneof(
		{ weight: 20, arbitrary: allowed },
		{ weight: 1, arbitrary: JUNK },
	);
}

function allowedValues(
	schema: Schema,
	schemas: Schemas,
	idsOf: (prefix: string) => readonly string[],
	inner: (schema: Schema) => fc.Arbitrary<unknown>,
	depth: number,
): fc.Arbitrary<unknown> {
	if (depth > 6) return JUNK;
	if (schema.$ref) return inner(schemas[schema.$ref.split("/").at(-1)!]!);
	if (schema.enum) return fc.constantFrom(...schema.enum);
	if (schema.const !== undefined) return fc.constant(schema.const);
	const variants = schema.anyOf ?? schema.oneOf;
	if (variants) return fc.oneof(...variants.map(inner));
	const [all] = schema.allOf ?? [];
	if (all) return inner(all);
	const [type] = [schema.type ?? "object"].flat();
	switch (type) {
		case "string":
			return textsOf(schema, idsOf);
		case "boolean":
			return fc.boolean();
		case "integer":
		case "number":
			return fc.oneof(
				fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 100 }),
				fc.constantFrom(schema.minimum ?? 0, schema.maximum ?? 1_000),
			);
		case "array":
			return fc.array(inner(schema.items ?? {}), { maxLength: 4 });
		default:
			return objectsOf(schema, inner);
	}
}

function objectsOf(
	schema: Schema,
	inner: (schema: Schema) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
	const { properties = {}, required = [], additionalProperties } = schema;
	const known = fc.record(
		Object.fromEntries(
			Object.entries(properties).map(([name, of]) => [name, inner(of)]),
		),
		{ requiredKeys: required.filter((name) => name in properties) },
	);
	if (typeof additionalProperties !== "object") {
		const unknown = fc.dictionary(
			fc.constantFrom("colour", "__proto__", ""),
			JUNK,
		);
		return fc.oneof(
			{ weight: 20, arbitrary: known },
			{
				weight: 1,
				arbitrary: fc.tuple(known, unknown).map(([a, b]) => ({ ...a, ...b })),
			},
		);
	}
	return fc.dictionary(
		fc.constantFrom("plan", "seats", "since", "no_such_key", "note"),
		inner(additionalProperties),
		{ maxKeys: 3 },
	);
}

function textsOf(
	{ pattern, format }: Schema,
	idsOf: (prefix: string) => readonly string[],
): fc.Arbitrary<string> {
	const [, prefix] = /([a-z]{2,4})_\[0-7\]/.exec(pattern ?? "") ?? [];
	if (prefix) return fc.constantFrom(...idsOf(prefix));
	const common =
		format === "email"
			? fc.constantFrom("fuzz@customer.example", "b@customer.example")
			: format === "date-time" || format === "date"
				? fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
				: format === "byte"
					? fc
							.uint8Array({ maxLength: 30 })
							.map((bytes) => Buffer.from(bytes).toString("base64"))
					: fc.string({ unit: "grapheme", maxLength: 20 });
	return fc.oneof(
		{ weight: 6, arbitrary: common },
		{ weight: 1, arbitrary: fc.constantFrom(...STRANGE_TEXTS) },
	);
}
