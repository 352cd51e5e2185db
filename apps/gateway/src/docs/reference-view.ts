import { CODES } from "@supportdesk/errors/app-error.ts";
import { statusOf } from "../http/error-envelope.ts";
import { ERROR_EXAMPLES } from "../openapi/error-codes.ts";
import type { ApiDocument } from "./document.ts";
import { type Html, html } from "./html.ts";
import { exampleView } from "./operation-view.ts";
import { inline } from "./schema-view.ts";

/** Every operation, by its part of the API. */
export function referenceView({
	tags,
	operations,
	overview,
}: ApiDocument): Html {
	const parts = tags.map(
		({ name, description }) => html`<h2>${name}</h2><p>${description}</p>
<ul class="operations">${operations
			.filter(({ tag }) => tag === name)
			.map(
				({ id, method, path, summary }) =>
					html`<li><a href="@/reference/${id}">${summary}</a> <span class="method">${method}</span> <code>${path}</code></li>`,
			)}</ul>`,
	);
	return html`<h1>API reference</h1>
<p>For programs: <a href="@/../openapi.json">openapi.json</a>. <a href="@/reference/headers">Headers</a> and <a href="@/reference/errors">errors</a> are the same everywhere.</p>
${parts}<h2>In detail</h2>${inline(overview)}`;
}

/** The headers of every response, once. */
export function headersView({ headers }: ApiDocument): Html {
	const items = Object.entries(headers).map(
		([name, { description, schema, required, example }]) =>
			html`<li id="${name.toLowerCase()}"><code>${name}</code> <span class="type">${schema.type}</span> ${
				required ? undefined : "where it applies"
			}${inline(description)}<p class="values">For example <code>${example}</code></p></li>`,
	);
	return html`<h1>Headers of responses</h1><ul class="fields">${items}</ul>`;
}

/** Every error, once. */
export function errorsView(): Html {
	const example = {
		error: {
			type: "invalid_request",
			message: ERROR_EXAMPLES.invalid_parameter.message,
			code: "invalid_parameter",
			param: "priority",
			request_id: "req_01kadszz00e2xv0f1b2c3d4e5f",
		},
	};
	const types = Object.entries(CODES).map(([type, codes]) => {
		const items = codes.map((code) => {
			const status = statusOf({ type: type as keyof typeof CODES, code });
			return html`<li id="${code}"><code>${code}</code> <span class="type">${status}</span><p>${ERROR_EXAMPLES[code].message}</p></li>`;
		});
		return html`<h2>${type}</h2><ul class="fields">${items}</ul>`;
	});
	return html`<h1>Errors</h1><p>A failed request has this body. Rely on <code>code</code>: messages are for people and may change.</p>${exampleView(example)}${types}`;
}
