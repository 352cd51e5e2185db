import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { get } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ENDPOINTS } from "../src/api/endpoints.ts";
import { GUIDES, readGuide } from "../src/docs/guides.ts";
import { z } from "../src/openapi/zod.ts";
import { CHANGES } from "../src/versions/compatibility.ts";
import { type Gateway, startGateway } from "./gateway.ts";

let gateway: Gateway;
beforeAll(async () => {
	gateway = await startGateway();
});
afterAll(() => gateway.stop());

async function read(path: string, headers: Record<string, string> = {}) {
	const request = get(gateway.url + path, { headers });
	const [response] = (await once(request, "response")) as [IncomingMessage];
	const { statusCode, headers: received } = response;
	return {
		status: statusCode,
		headers: received,
		body: await buffer(response),
	};
}

it("has a page for every guide and every operation, whose links lead somewhere", async () => {
	const pages = new Map<string, string>();
	const waiting = ["/docs"];
	for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
		const { status, body, headers } = await read(path);
		expect([path, status]).toEqual([path, 200]);
		pages.set(path, body.toString());
		if (!headers["content-type"]?.startsWith("text/html")) continue;
		for (const [, target] of body
			.toString()
			.matchAll(/(?:href|src)="([^"#:]+)(?:#[^"]*)?"/g)) {
			const { pathname } = new URL(target!, gateway.url + path);
			if (!pages.has(pathname)) {
				pages.set(pathname, "");
				waiting.push(pathname);
			}
		}
	}
	for (const guide of GUIDES)
		expect(pages.get(`/docs/guides/${guide}`)).toBeTruthy();
	for (const { documentation } of ENDPOINTS) {
		const page = pages.get(`/docs/reference/${documentation.operationId}`);
		expect(page).toContain(documentation.summary);
	}
	const anchors = [...pages.values()].flatMap((page) => [
		...page.matchAll(/@(?=[/"])/g),
	]);
	expect(anchors).toEqual([]);
});

it.each([
	["br", brotliDecompressSync],
	["gzip", gunzipSync],
] as const)("compresses documents as %s", async (encoding, decompress) => {
	const plain = await read("/openapi.json");
	const { headers, body } = await read("/openapi.json", {
		"Accept-Encoding": encoding,
	});
	expect(headers).toMatchObject({
		"content-encoding": encoding,
		vary: "Accept-Encoding",
	});
	expect(decompress(body)).toEqual(plain.body);
	expect(body.length).toBeLessThan(plain.body.length / 15);
	// Different bytes are different representations.
	expect(headers.etag).not.toBe(plain.headers.etag);
});

it("sends a document again only when it has changed", async () => {
	const first = await read("/docs", { "Accept-Encoding": "br" });
	const { etag = "" } = first.headers;
	for (const known of [etag, `"other", W/${etag}`, "*"]) {
		const { status, body, headers } = await read("/docs", {
			...{ "Accept-Encoding": "br", "If-None-Match": known },
		});
		expect([status, body.length, headers.etag]).toEqual([304, 0, etag]);
	}
	const changed = await read("/docs", { "If-None-Match": '"other"' });
	expect(changed.status).toBe(200);
});

it("allows no script and no style but its own", async () => {
	const { headers, body } = await read("/docs/reference/createTicket");
	const policy = headers["content-security-policy"];
	expect(policy).toContain(
		"default-src 'none'; script-src 'self'; style-src 'self'",
	);
	expect(body.toString()).not.toMatch(
		/<script(?! src=)|<style|\sstyle=|\son\w+=/,
	);
});

it("documents null for exactly those fields of a body that may be null", async () => {
	const document = JSON.parse((await read("/openapi.json")).body.toString());
	const resolved = (schema: { $ref?: string; type?: unknown }) =>
		schema.$ref
			? document.components.schemas[schema.$ref.split("/").at(-1)!]
			: schema;
	const taken: string[] = [];
	const documented: string[] = [];
	for (const { method, path, body } of ENDPOINTS) {
		if (!(body instanceof z.ZodObject)) continue;
		const operation =
			document.paths[path.replaceAll(/:(\w+)/g, "{$1}")][method];
		const { schema } = operation.requestBody.content["application/json"];
		const { properties } = resolved(schema);
		for (const [name, field] of Object.entries<z.ZodType>(body.shape)) {
			const place = `${method} ${path} ${name}`;
			if (field.safeParse(null).success) taken.push(place);
			const { type } = resolved(properties[name]);
			if ([type].flat().includes("null")) documented.push(place);
		}
	}
	expect(taken).toContain("patch /v1/attributes/:key label");
	expect(documented).toEqual(taken);
});

// Clients of OpenAPI Generator for Python refuse every value of such a boolean.
it.each(["/openapi.json", "/openapi-sign-in.json"])(
	"has no boolean of one value in %s",
	async (path) => {
		const text = (await read(path)).body.toString();
		expect(text).toContain('"deleted":{"type":"boolean"}');
		expect(text).not.toMatch(/"enum":\[(true|false)/);
	},
);

it("describes what each version breaks", () => {
	for (const { version, description } of CHANGES) {
		expect(readGuide("versions")).toContain(`| ${version} | ${description} |`);
	}
});
