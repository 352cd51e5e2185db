import fc from "fast-check";
import { type Schema, type Schemas, valuesOf } from "./values.ts";

interface Content {
	readonly [mediaType: string]: {
		readonly schema?: Schema;
		readonly examples?: Readonly<Record<string, unknown>>;
	};
}

interface Parameter {
	readonly name: string;
	readonly in: "query" | "path" | "header";
	readonly required?: boolean;
	readonly schema: Schema & { readonly example?: string };
	readonly example?: string;
}

interface OperationObject {
	readonly operationId: string;
	readonly parameters?: readonly Parameter[];
	readonly requestBody?: { readonly content: Content };
	readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

/** The part of the API document that requests and their checks are made from. */
export interface ApiDocument {
	readonly paths: Readonly<
		Record<string, Readonly<Record<string, OperationObject>>>
	>;
	readonly components: { readonly schemas: Schemas };
}

export interface Operation extends OperationObject {
	readonly method: string;
	readonly path: string;
}

export interface RandomRequest {
	readonly path: string;
	readonly contentType: string | undefined;
	readonly body: string | undefined;
	/** Whether it has an Idempotency-Key. */
	readonly hasKey: boolean;
}

export function operationsOf(document: ApiDocument): Operation[] {
	return Object.entries(document.paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, operation]) => ({
			...operation,
			method: method.toUpperCase(),
			path,
		})),
	);
}

/** Random requests to an operation. */
export function requestsOf(
	operation: Operation,
	schemas: Schemas,
	idsOf: (prefix: string) => readonly string[],
): fc.Arbitrary<RandomRequest> {
	const { parameters = [], requestBody, path } = operation;
	const of = (place: string) => parameters.filter((each) => each.in === place);
	const valuesOfParameter = (parameter: Parameter) => {
		const example = parameter.schema.example ?? parameter.example;
		const [, prefix] = /^([a-z]{2,4})_01/.exec(example ?? "") ?? [];
		return prefix
			? fc.constantFrom<unknown>(...idsOf(prefix))
			: valuesOf(parameter.schema, schemas, idsOf);
	};
	const record = (place: string) =>
		fc.record(
			Object.fromEntries(
				of(place).map((each) => [each.name, valuesOfParameter(each)]),
			),
			{
				requiredKeys: of(place)
					.filter(({ required }) => required)
					.map(({ name }) => name),
			},
		) as fc.Arbitrary<Record<string, unknown>>;
	const [contentType] = Object.keys(requestBody?.content ?? {});
	return fc
		.record({
			inPath: record("path"),
			inQuery: record("query"),
			body: bodiesOf(requestBody?.content, schemas, idsOf),
			hasKey: fc.boolean(),
		})
		.map(({ inPath, inQuery, body, hasKey }) => {
			const query = new URLSearchParams(
				Object.entries(inQuery).map(([name, value]) => [name, textOf(value)]),
			).toString();
			const filled = path.replaceAll(
				/\{(\w+)\}/g,
				(_, name: string) =>
					encodeURIComponent(textOf(inPath[name]).toWellFormed()) || "%20",
			);
			return {
				path: query === "" ? filled : `${filled}?${query}`,
				contentType: body === undefined ? undefined : contentType,
				body,
				hasKey,
			};
		});
}

const textOf = (value: unknown) =>
	(typeof value === "string" ? value : JSON.stringify(value)).slice(0, 300);

function bodiesOf(
	content: Content | undefined,
	schemas: Schemas,
	idsOf: (prefix: string) => readonly string[],
): fc.Arbitrary<string | undefined> {
	const [[mediaType, media] = []] = Object.entries(content ?? {});
	if (!media) return fc.constant(undefined);
	if (mediaType !== "application/json") return RAW_MAILS;
	return fc.oneof(
		{
			weight: 20,
			arbitrary: valuesOf(media.schema!, schemas, idsOf).map((value) =>
				JSON.stringify(value),
			),
		},
		{
			weight: 1,
			arbitrary: fc.constantFrom("", "{", "[]", '"a"', "{}{}", "[".repeat(500)),
		},
	);
}

const RAW_MAILS = fc
	.record({
		from: fc.constantFrom(
			"a@customer.example",
			"=?x?b?!?=",
			"",
			"A <a@b.c>, B",
		),
		id: fc.string({ maxLength: 20 }),
		subject: fc.string({ maxLength: 60 }),
		type: fc.constantFrom(
			"text/plain",
			"text/html",
			"multipart/mixed; boundary=b",
			"x",
		),
		text: fc.string({ unit: "binary", maxLength: 300 }),
	})
	.map(
		({ from, id, subject, type, text }) =>
			`From: ${from}\r\nTo: m1@desk.example\r\nMessage-ID: <${id}@x>\r\nSubject: ${subject}\r\nContent-Type: ${type}\r\n\r\n${text.toWellFormed()}`,
	);
