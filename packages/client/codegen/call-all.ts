import { createDesk } from "../src/client.ts";

/** A method of the client, and the request that it sends. */
export interface SentRequest {
	/** `["knowledge", "articles", "create"]` */
	readonly name: readonly string[];
	readonly method: string;
	/** With `x` for each of its parameters. */
	readonly path: string;
}

type Method = (...args: unknown[]) => unknown;

/** Calls every method of the client and returns their requests. */
export async function callAll(): Promise<SentRequest[]> {
	const requests: SentRequest[] = [];
	let name: readonly string[] = [];
	let stop = new AbortController();
	const { request: _, ...resources } = createDesk({
		baseUrl: "http://desk.example",
		async fetch(url, { method = "" }) {
			requests.push({ name, method, path: new URL(url).pathname });
			stop.abort();
			// Also the last line of an export.
			return new Response('{"data":[],"next_cursor":null,"done":true}\n');
		},
	});
	for (const [each, method] of methodsOf(resources, [])) {
		name = each;
		stop = new AbortController();
		const result =
			each.at(-1) === "subscribe"
				? method({ after: 1 }, { signal: stop.signal })
				: each.at(-1) === "export"
					? method()
					: method("x", "x", "x");
		if (Symbol.asyncIterator in Object(result)) {
			for await (const _ of result as AsyncIterable<unknown>);
		} else await result;
	}
	return requests;
}

function* methodsOf(
	resources: object,
	path: readonly string[],
): Generator<[readonly string[], Method]> {
	for (const [name, value] of Object.entries(resources)) {
		if (typeof value === "function") yield [[...path, name], value];
		else if (value) yield* methodsOf(value, [...path, name]);
	}
}
