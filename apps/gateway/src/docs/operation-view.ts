import type { ApiDocument, Operation, Response, Schema } from "./document.ts";
import { type Html, html } from "./html.ts";
import { descriptionView, fieldsView, inline, typeOf } from "./schema-view.ts";
import { tryView } from "./try-view.ts";

const SECTIONS = [
	["path", "Path"],
	["query", "Query"],
	["header", "Headers"],
] as const;

/** The reference of one operation. Headers and errors that every operation has are described once, on pages of their own. */
export function operationView(
	document: ApiDocument,
	operation: Operation,
): Html {
	const { body, responses } = operation;
	const successes = responses.filter(({ status }) => status < 300);
	const errors = responses.filter(({ status }) => status >= 400);
	return html`<h1>${operation.summary}</h1>
<p class="endpoint"><span class="method">${operation.method}</span> <code>${operation.path}</code></p>
${inline(operation.description)}
${tryView(operation)}
<h2 id="request">Request</h2>
<pre tabindex="0" data-language="sh"><code>${curlOf(operation)}</code></pre>
${SECTIONS.map(([place, title]) => parametersView(operation, place, title))}
${body ? html`<h3>Body</h3><p><code>${body.type}</code>. ${body.description}</p>${fieldsView(document, body.schema)}` : undefined}
<h2 id="response">Response</h2>
${successes.map((response) => successView(document, response))}
<p>Every response has the <a href="@/reference/headers">same headers</a>.</p>
<h2 id="errors">Errors</h2>
<ul class="errors">${errors.map(errorView)}</ul>
<p>All errors have <a href="@/reference/errors">one shape</a>.</p>`;
}

function parametersView(
	{ parameters }: Operation,
	place: string,
	title: string,
): Html | undefined {
	const ofPlace = parameters.filter((each) => each.in === place);
	if (ofPlace.length === 0) return undefined;
	const items = ofPlace.map(
		({ name, schema, required, description }) =>
			html`<li><code>${name}</code> <span class="type">${[schema?.type ?? "string"].flat().join(" or ")}</span>${
				required ? html` <span class="required">required</span>` : undefined
			}${descriptionView({ ...schema, description: description ?? schema?.description })}</li>`,
	);
	return html`<h3>${title}</h3><ul class="fields">${items}</ul>`;
}

function successView(
	document: ApiDocument,
	{ status, description, type, schema, example }: Response,
): Html {
	const name = schema ? typeOf(document, schema) : undefined;
	return html`<h3><code>${status}</code> ${description}</h3>
<p>${type ? html`<code>${type}</code>` : undefined}${name ? html`: ${name}` : undefined}</p>
${foldedFields(document, schema, name)}
${example === undefined ? undefined : html`<details><summary>Example</summary>${exampleView(example)}</details>`}`;
}

/** They are long, and the same for every operation that returns the resource. */
function foldedFields(
	document: ApiDocument,
	schema: Schema,
	name: string | undefined,
): Html | undefined {
	const fields = fieldsView(document, schema);
	if (fields.text === "") return undefined;
	return html`<details><summary>Fields of ${name}</summary>${fields}</details>`;
}

export function exampleView(example: Schema): Html {
	const text =
		typeof example === "string" ? example : JSON.stringify(example, null, 2);
	return html`<pre tabindex="0" data-language="json"><code>${text}</code></pre>`;
}

function errorView({ status, description }: Response): Html {
	return html`<li><code>${status}</code> ${inline(description)}</li>`;
}

/** The request with the document's example, as a shell sends it. */
function curlOf({ method, path, body, parameters }: Operation): string {
	const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => {
		const parameter = parameters.find((each) => each.name === name);
		return String(
			parameter?.schema?.example ?? parameter?.example ?? `{${name}}`,
		);
	});
	const lines = [`curl "$BASE_URL${filled}"`];
	if (method !== "GET") lines[0] = `curl -X ${method} "$BASE_URL${filled}"`;
	lines.push(`-H "Authorization: Bearer $KEY"`);
	if (body?.example !== undefined) {
		lines.push(`-H 'Content-Type: ${body.type}'`);
		const isText = typeof body.example === "string";
		const text: string = isText
			? body.example
			: JSON.stringify(body.example, null, 2).replaceAll("\n", "\n  ");
		const option = isText ? "--data-binary" : "-d";
		lines.push(`${option} '${text.replaceAll("'", "'\\''")}'`);
	}
	return lines.join(" \\\n  ");
}
