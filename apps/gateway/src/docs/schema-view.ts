import type { ApiDocument, Schema } from "./document.ts";
import { type Html, html } from "./html.ts";
import { renderMarkdown } from "./markdown.ts";

const DEPTH_MAX = 6;

/** The fields of a schema; the fields of fields are folded. */
export function fieldsView(
	document: ApiDocument,
	schema: Schema,
	depth = 0,
): Html {
	const { properties, required = [] } = objectIn(document, schema) ?? {};
	if (!properties || depth > DEPTH_MAX) return html``;
	const fields = Object.entries<Schema>(properties).map(([name, field]) =>
		fieldView(document, name, field, required.includes(name), depth),
	);
	return html`<ul class="fields">${fields}</ul>`;
}

function fieldView(
	document: ApiDocument,
	name: string,
	field: Schema,
	isRequired: boolean,
	depth: number,
): Html {
	const resolved = document.resolve(field);
	const isNested = objectIn(document, field)?.properties !== undefined;
	return html`<li><code>${name}</code> <span class="type">${typeOf(document, field)}</span>${
		isRequired ? html` <span class="required">required</span>` : undefined
	}${descriptionView(resolved)}${
		isNested
			? html`<details><summary>Fields of <code>${name}</code></summary>${fieldsView(document, field, depth + 1)}</details>`
			: undefined
	}</li>`;
}

/** What the document says of a value: its description, its limits and the values that it can have. */
export function descriptionView(schema: Schema): Html {
	const { description, enum: values, items } = schema ?? {};
	const all: unknown[] | undefined = values ?? items?.enum;
	const listed = all
		?.filter((value) => value !== null)
		.map((value, n) => html`${n > 0 ? ", " : ""}<code>${String(value)}</code>`);
	return html`${description ? inline(description) : undefined}${
		listed ? html`<p class="values">One of ${listed}.</p>` : undefined
	}${limitsView(schema)}`;
}

function limitsView(schema: Schema): Html | undefined {
	const limits = [
		[schema?.minimum, "at least", ""],
		[schema?.maximum, "at most", ""],
		[schema?.maxLength, "at most", " characters"],
		[schema?.maxItems, "at most", " entries"],
	]
		.filter(([value]) => typeof value === "number")
		.map(
			([value, words, unit]) =>
				`${words} ${value.toLocaleString("en-US")}${unit}`,
		);
	return limits.length > 0
		? html`<p class="values">${sentence(limits)}</p>`
		: undefined;
}

function sentence(parts: readonly string[]): string {
	const text = parts.join(", ");
	return `${text[0]!.toUpperCase()}${text.slice(1)}.`;
}

/** Markdown of the document. */
export function inline(text: string): Html {
	return renderMarkdown(text, (target) => target).html;
}

/** The object that a schema is, or that its list or one of its alternatives consists of. */
function objectIn(document: ApiDocument, schema: Schema): Schema | undefined {
	const resolved = document.resolve(schema);
	if (!resolved) return undefined;
	if (resolved.properties) return resolved;
	if (resolved.items) return objectIn(document, resolved.items);
	const parts = resolved.anyOf ?? resolved.oneOf;
	if (parts) {
		return parts
			.map((part: Schema) => objectIn(document, part))
			.find((part: Schema) => part);
	}
	if (!resolved.allOf) return undefined;
	const all = resolved.allOf.map((part: Schema) => objectIn(document, part));
	return {
		properties: Object.assign(
			{},
			...all.map((part: Schema) => part?.properties),
		),
		required: all.flatMap((part: Schema) => part?.required ?? []),
	};
}

/** A type in words: `string or null`, `list of Ticket`. */
export function typeOf(document: ApiDocument, schema: Schema): string {
	const resolved = document.resolve(schema);
	if (!resolved) return "any";
	if (resolved.const !== undefined) return JSON.stringify(resolved.const);
	if (resolved.items) return `list of ${typeOf(document, resolved.items)}`;
	const name: string | undefined = schema.$ref?.split("/").at(-1);
	if (name) return name;
	const parts = resolved.anyOf ?? resolved.oneOf;
	if (parts && resolved.type === undefined) {
		const types = parts.map((part: Schema) => typeOf(document, part));
		return [...new Set(types)].join(" or ");
	}
	if (resolved.allOf) return "object";
	return [resolved.type ?? "any"].flat().join(" or ");
}
