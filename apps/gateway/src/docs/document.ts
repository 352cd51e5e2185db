import type { openApiDocument } from "../openapi/document.ts";

// biome-ignore lint/suspicious/noExplicitAny: schemas of a document have every shape.
export type Schema = any;

/** The parts of an API document that its pages show. */
export interface ApiDocument {
	readonly tags: readonly { name: string; description: string }[];
	readonly operations: readonly Operation[];
	/** What a reference in the document points at; anything else is returned as it is. */
	resolve(value: Schema): Schema;
	readonly headers: Readonly<Record<string, Schema>>;
	readonly overview: string;
}

export interface Operation {
	readonly id: string;
	readonly method: string;
	readonly path: string;
	readonly tag: string;
	readonly summary: string;
	readonly description: string;
	readonly parameters: readonly Schema[];
	readonly body:
		| { type: string; schema: Schema; example: Schema; description: string }
		| undefined;
	readonly responses: readonly Response[];
}

export interface Response {
	readonly status: number;
	readonly description: string;
	readonly type: string | undefined;
	readonly schema: Schema;
	readonly example: Schema;
}

const METHODS = ["get", "post", "put", "patch", "delete"];

/** Reads the generated document for its pages. */
export function readDocument(
	generated: ReturnType<typeof openApiDocument>,
): ApiDocument {
	const document: Schema = generated;
	const resolve = (value: Schema): Schema => {
		const path: string | undefined = value?.$ref;
		if (path === undefined) return value;
		return path
			.slice("#/".length)
			.split("/")
			.reduce((at, name) => at[name], document);
	};
	const operations = Object.entries<Schema>(document.paths).flatMap(
		([path, methods]) =>
			METHODS.filter((method) => method in methods).map((method) =>
				operationOf(path, method, methods[method], resolve),
			),
	);
	return {
		tags: document.tags,
		operations,
		resolve,
		headers: document.components.headers,
		overview: document.info.description,
	};
}

function operationOf(
	path: string,
	method: string,
	given: Schema,
	resolve: (value: Schema) => Schema,
): Operation {
	return {
		id: given.operationId,
		method: method.toUpperCase(),
		path,
		tag: given.tags[0],
		summary: given.summary,
		description: given.description,
		parameters: given.parameters.map(resolve),
		body: given.requestBody && {
			...contentOf(given.requestBody.content),
			description: given.requestBody.description,
		},
		responses: Object.entries<Schema>(given.responses).map(
			([status, { description, content }]) => ({
				...contentOf(content),
				status: Number(status),
				description,
			}),
		),
	};
}

function contentOf(content: Schema) {
	const [type, media] = Object.entries<Schema>(content ?? {})[0] ?? [];
	return { type, schema: media?.schema, example: media?.example } as {
		type: string;
		schema: Schema;
		example: Schema;
	};
}
