// The document of each version as a file, which `npm run codegen` writes and CI compares.
import { fileURLToPath } from "node:url";

// biome-ignore lint/suspicious/noExplicitAny: parts of a document have every shape.
type Json = any;

const TEXTS = ["description", "summary", "example", "examples"];
// Their keys are names that a document chooses, such as a field with the name `description`.
const NAMED = ["properties", "patternProperties", "schemas", "headers"];

/** The file of a version. */
export function recordOf(version: string): string {
	return fileURLToPath(new URL(`../openapi/${version}.json`, import.meta.url));
}

/** What a client relies on: a document without texts and examples, in which all error responses are one. */
export function contractOf(document: object): string {
	const { tags: _, ...contract } = withoutTexts(document, false);
	const errors: Record<string, Json> = {};
	for (const path of Object.values<Json>(contract.paths)) {
		for (const { responses = {} } of Object.values<Json>(path)) {
			for (const [status, response] of Object.entries<Json>(responses)) {
				if (Number(status) < 400) continue;
				errors.Error ??= { content: response.content };
				responses[status] = { $ref: "#/components/responses/Error" };
			}
		}
	}
	contract.components.responses = errors;
	delete contract.components.examples;
	return `${JSON.stringify(contract, null, "\t")}\n`;
}

function withoutTexts(value: Json, isNamed: boolean): Json {
	if (Array.isArray(value)) return value.map((one) => withoutTexts(one, false));
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(
		Object.entries(value)
			.filter(([name]) => isNamed || !TEXTS.includes(name))
			.map(([name, one]) => [
				name,
				withoutTexts(one, !isNamed && NAMED.includes(name)),
			]),
	);
}
