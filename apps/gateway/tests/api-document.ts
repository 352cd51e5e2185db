import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { Endpoint } from "../src/api/endpoint.ts";
import type { Gateway, TestResponse } from "./gateway.ts";

interface ResponseObject {
	readonly headers?: Record<string, { $ref: string }>;
	readonly content?: Record<string, { schema?: object }>;
}

interface ApiDocument {
	readonly paths: Record<
		string,
		Record<string, { responses: Record<string, ResponseObject> }>
	>;
	readonly components: {
		headers: Record<string, { required: boolean; schema: { type: string } }>;
	};
}

/** Validates responses against the document that a gateway serves. */
export async function readApiDocument(gateway: Gateway) {
	const { json } = await gateway.send("GET", "/openapi.json", { key: null });
	const document = json as ApiDocument;
	const ajv = new Ajv2020({ strict: false, allErrors: true });
	formats.default(ajv);
	ajv.addSchema(document, "api");
	const compiled = new Map<string, ValidateFunction>();

	function validatorAt(pointer: string): ValidateFunction {
		const known = compiled.get(pointer);
		if (known) return known;
		const validate = ajv.compile({ $ref: `api#${pointer}` });
		compiled.set(pointer, validate);
		return validate;
	}

	/** Lists the differences between a response and the document. */
	return function problemsOf(
		endpoint: Endpoint,
		actual: TestResponse,
	): string[] {
		const path = endpoint.path.replaceAll(/:(\w+)/g, "{$1}");
		const response =
			document.paths[path]?.[endpoint.method]?.responses[actual.status];
		if (!response) return [`the status ${actual.status} is not documented`];
		const problems = headerProblems(document, response, actual.headers);
		const schema = response.content?.["application/json"]?.schema;
		if (!schema) return problems;
		if (actual.headers.get("content-type") !== "application/json") {
			problems.push("the response is not JSON");
		}
		const pointer = [
			"paths",
			path,
			endpoint.method,
			"responses",
			actual.status,
			"content",
			"application/json",
			"schema",
		]
			.map((part) =>
				encodeURIComponent(
					String(part).replaceAll("~", "~0").replaceAll("/", "~1"),
				),
			)
			.join("/");
		const validate = validatorAt(`/${pointer}`);
		if (!validate(actual.json)) problems.push(ajv.errorsText(validate.errors));
		return problems;
	};
}

function headerProblems(
	document: ApiDocument,
	response: ResponseObject,
	headers: Headers,
): string[] {
	const problems: string[] = [];
	for (const [name, { $ref }] of Object.entries(response.headers ?? {})) {
		const { required, schema } =
			document.components.headers[$ref.split("/").at(-1)!]!;
		const value = headers.get(name);
		if (value === null) {
			if (required) problems.push(`${name} is missing`);
		} else if (schema.type === "integer" && !/^\d+$/.test(value)) {
			problems.push(`${name} is ${value}`);
		}
	}
	for (const name of headers.keys()) {
		const ours =
			/^(x-ratelimit|supportdesk-version|retry-after|location|link$|idempotent)/;
		const listed = Object.keys(response.headers ?? {});
		if (ours.test(name) && !listed.some((one) => one.toLowerCase() === name)) {
			problems.push(`${name} is not documented`);
		}
	}
	return problems;
}
