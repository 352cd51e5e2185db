import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createDesk } from "../src/client.ts";

const PRINT = join(
	import.meta.dirname,
	"../../../apps/gateway/scripts/print-openapi.ts",
);

it("has a method for each operation of the API document, and no other", async () => {
	const text = execFileSync(process.execPath, [PRINT], {
		encoding: "utf8",
		maxBuffer: 64 * 1024 * 1024,
	});
	const { paths } = JSON.parse(text) as { paths: Record<string, object> };
	const documented = Object.entries(paths).flatMap(([path, operations]) =>
		Object.keys(operations).map((verb) => `${verb.toUpperCase()} ${path}`),
	);
	const called = await callAll();
	expect(called.toSorted()).toEqual(
		documented.map((each) => each.replaceAll(/\{\w+\}/g, "x")).toSorted(),
	);
});

/** Calls every method of the client and returns the requests, with `x` for each parameter of the path. */
async function callAll(): Promise<string[]> {
	const requests = new Set<string>();
	const stop = new AbortController();
	const desk = createDesk({
		baseUrl: "http://desk.example",
		async fetch(url, { method }) {
			const { pathname } = new URL(url);
			requests.add(`${method} ${pathname}`);
			if (pathname.endsWith("/stream")) stop.abort();
			// Also the last line of an export.
			return new Response('{"data":[],"next_cursor":null,"done":true}\n');
		},
	});
	const { request: _, ...resources } = desk;
	for (const [name, method] of methodsOf(resources)) {
		const args =
			name === "subscribe"
				? [{ after: 1 }, { signal: stop.signal }]
				: name === "export"
					? []
					: ["x", "x", "x"];
		const result = method(...args);
		if (Symbol.asyncIterator in Object(result)) {
			for await (const _ of result as AsyncIterable<unknown>);
		} else await result;
	}
	return [...requests];
}

type Method = (...args: unknown[]) => unknown;

function* methodsOf(resources: object): Generator<[string, Method]> {
	for (const [name, value] of Object.entries(resources)) {
		if (typeof value === "function") yield [name, value];
		else if (value) yield* methodsOf(value);
	}
}
