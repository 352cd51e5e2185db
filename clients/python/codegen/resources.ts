import type { SentRequest } from "@supportdesk/client/codegen/call-all.ts";
import {
	type Document,
	type Operation,
	pascal,
	queryOf,
	type Schema,
	snake,
	successOf,
} from "./document.ts";
import { queryName } from "./models.ts";

/** A method of the TypeScript client, which the Python client has by the same name. */
interface Method {
	readonly name: string;
	readonly verb: string;
	/** As in the document. */
	readonly path: string;
	readonly operation: Operation;
}

export type Flavour = "sync" | "async";

/** Writes the classes of the resources, and \`Resources\`, which has them all. */
export function writeResources(
	document: Document,
	requests: readonly SentRequest[],
	flavour: Flavour,
): string {
	const resources = new Map<string, Method[]>();
	const own: Method[] = [];
	for (const request of requests) {
		const method = findMethod(document, request);
		const resource = request.name.slice(0, -1).map(snake).join("_");
		if (resource === "") own.push(method);
		else resources.set(resource, [...(resources.get(resource) ?? []), method]);
	}
	// \`knowledge_articles\` is \`knowledge.articles\`.
	const names = [...resources.keys()];
	const parentOf = (name: string) =>
		names.find((other) => name.startsWith(`${other}_`)) ?? "";
	const childrenOf = (parent: string) =>
		names.filter((name) => parentOf(name) === parent);
	const writeClass = (name: string, methods: readonly Method[]) => {
		const fields = childrenOf(name).map((child) => {
			const attribute = name ? child.slice(name.length + 1) : child;
			return `        self.${attribute} = ${pascal(child)}(transport)\n`;
		});
		return `class ${pascal(name) || "Resources"}:
    def __init__(self, transport: ${PREFIX[flavour]}Transport) -> None:
        self._transport = transport
${fields.join("")}
${methods.map((method) => writeMethod(document, method, flavour)).join("\n")}`;
	};
	const classes = names
		.toReversed()
		.map((name) => writeClass(name, resources.get(name)!));
	return `${head(flavour)}${[...classes, writeClass("", own)].join("\n\n")}`;
}

const PREFIX = { sync: "Sync", async: "Async" } as const;

function head(flavour: Flavour): string {
	const prefix = PREFIX[flavour];
	const [collections, module] =
		flavour === "sync" ? ["Iterator", "_sync"] : ["AsyncIterator", "_async"];
	return `# Generated from the API document: npm run codegen.
from __future__ import annotations

from collections.abc import Callable, ${collections}
from typing import Unpack

import httpx

from . import models
from .${module} import ${prefix}List, ${prefix}Transport
from ._requests import RequestOptions, segment


`;
}

function findMethod(
	{ paths }: Document,
	{ name, method, path }: SentRequest,
): Method {
	for (const [template, operations] of Object.entries(paths)) {
		const operation = operations[method.toLowerCase()];
		if (operation && template.replaceAll(/\{\w+\}/g, "x") === path) {
			const last = snake(name.at(-1)!);
			return {
				name: last === "import" ? "import_" : last,
				verb: method,
				path: template,
				operation,
			};
		}
	}
	throw new Error(`The document has no ${method} ${path}.`);
}

function writeMethod(
	document: Document,
	{ name, verb, path, operation }: Method,
	flavour: Flavour,
): string {
	const isAsync = flavour === "async";
	if (operation.operationId === "streamEvents") return subscribe(isAsync);
	const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, id]) => id!);
	const url = path.replaceAll(/\{(\w+)\}/g, "{segment($1)}");
	const query = queryOf(operation).length > 0;
	const { body, argument } = bodyOf(operation);
	const rest = ["*", "options: RequestOptions | None = None"];
	if (query) rest.push(`**query: Unpack[models.${queryName(operation)}]`);
	const parameters = [
		"self",
		...ids.map((id) => `${id}: str`),
		...argument,
		...rest,
	];
	const sent = [
		...(verb === "GET" ? [] : [`"${verb}"`]),
		`${ids.length > 0 ? "f" : ""}"${url}"`,
		...body,
		...(query ? ["query=query"] : []),
		"options=options",
	].join(", ");
	const { call, result } = callOf(document, operation, verb, isAsync);
	const isPromise = isAsync && !/Iterator|List/.test(result);
	return `    ${isPromise ? "async " : ""}def ${name}(
${parameters.map((each) => `        ${each},\n`).join("")}    ) -> ${result}:
        """${operation.summary}."""
        return ${isPromise ? "await " : ""}self._transport.${call}(${sent})
`;
}

function bodyOf({ requestBody }: Operation) {
	if (!requestBody) return { argument: [], body: [] };
	const [type, { schema }] = Object.entries(requestBody.content)[0]!;
	if (type !== "application/json")
		return {
			argument: ["content: str | bytes"],
			body: ["content=content", `content_type="${type}"`],
		};
	if (!schema?.$ref) return { argument: [], body: [] };
	const model = `models.${schema.$ref.split("/").at(-1)}`;
	return {
		argument: [
			requestBody.required ? `body: ${model}` : `body: ${model} | None = None`,
		],
		body: ["body=body"],
	};
}

function callOf(
	document: Document,
	operation: Operation,
	verb: string,
	isAsync: boolean,
): { readonly call: string; readonly result: string } {
	const prefix = PREFIX[isAsync ? "async" : "sync"];
	if (operation.operationId === "exportTickets")
		return {
			call: "export",
			result: `${isAsync ? "Async" : ""}Iterator[models.ExportLineOption1]`,
		};
	const schema = successOf(operation);
	if (!schema) return { call: "file", result: "httpx.Response" };
	const model = schema.$ref!.split("/").at(-1)!;
	const { data, has_more } = resolve(document, model).properties ?? {};
	if (data?.items?.$ref && has_more) {
		const item = data.items.$ref.split("/").at(-1);
		const result = `${prefix}List[models.${item}, models.${model}]`;
		return { call: "list", result };
	}
	return { call: verb === "GET" ? "get" : "send", result: `models.${model}` };
}

const resolve = ({ components }: Document, name: string): Schema =>
	components.schemas[name]!;

function subscribe(isAsync: boolean): string {
	const iterator = isAsync ? "AsyncIterator" : "Iterator";
	return `    def subscribe(
        self,
        *,
        after: int | None = None,
        types: str | None = None,
        on_connect: Callable[[], None] | None = None,
        on_disconnect: Callable[[Exception], None] | None = None,
    ) -> ${iterator}[models.Event]:
        """Events as they happen, without an end; resumed after a break behind the last one."""
        return self._transport.subscribe(after, types, on_connect, on_disconnect)
`;
}
