import type { Operation, Schema } from "./document.ts";
import { type Html, html } from "./html.ts";

/** A form that sends the operation to this installation. It is shown where scripts run. */
export function tryView({
	id,
	method,
	path,
	parameters,
	body,
}: Operation): Html {
	const isJson = body?.type === "application/json";
	if (body && !isJson) return html``;
	const text = isJson ? JSON.stringify(body.example ?? {}, null, 2) : undefined;
	return html`<form class="try" data-method="${method}" data-path="${path}" hidden>
<details><summary>Try it</summary>
${parameters.map((parameter) => inputView(id, parameter))}
${text === undefined ? undefined : html`<label>Body<textarea name="body" rows="8" spellcheck="false">${text}</textarea></label>`}
<button type="submit">Send ${method}</button>
<p class="status" role="status"></p>
<pre class="answer" tabindex="0" aria-label="Response" hidden></pre>
</details></form>`;
}

function inputView(
	operation: string,
	{ name, in: place, schema }: Schema,
): Html {
	const field = html`name="${name}" data-place="${place}" id="${operation}-${name}"`;
	const values: string[] | undefined = schema?.enum;
	const control = values
		? html`<select ${field}><option></option>${values.map((value) => html`<option>${value}</option>`)}</select>`
		: html`<input ${field} autocomplete="off">`;
	return html`<label for="${operation}-${name}">${name}${control}</label>`;
}
