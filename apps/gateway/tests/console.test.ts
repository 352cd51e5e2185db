import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import {
	brotliCompressSync,
	brotliDecompressSync,
	gunzipSync,
	gzipSync,
} from "node:zlib";
import { makeTempFolder } from "@supportdesk/testkit/temp-folder.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Gateway, startGateway } from "./gateway.ts";

const PAGE = "<!doctype html><title>Console</title>";
const SCRIPT = "console.log(1);".repeat(20);
const VIEWS = ["/", "/inbox/mine", "/inbox/mine/tkt_1", "/settings/keys"];

let gateway: Gateway;
beforeAll(async () => {
	const folder = makeTempFolder("console");
	mkdirSync(join(folder, "assets"));
	for (const [name, text] of [
		["index.html", PAGE],
		["assets/index-abc.js", SCRIPT],
	] as const) {
		writeFileSync(join(folder, name), text);
		writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text));
		writeFileSync(join(folder, `${name}.gz`), gzipSync(text));
	}
	gateway = await startGateway({ config: { consoleFolder: folder } });
});
afterAll(() => gateway.stop());

describe("the console", () => {
	it.each(VIEWS)("has its page at %s, under a strict policy", async (path) => {
		const response = await fetch(gateway.url + path);
		expect(response.status).toBe(200);
		expect(await response.text()).toBe(PAGE);
		const policy = response.headers.get("content-security-policy")!;
		expect(policy).toContain("script-src 'self';");
		expect(policy).toContain("style-src 'self';");
		expect(policy).not.toContain("unsafe");
		expect(response.headers.get("cache-control")).toBe("no-cache");
	});

	it("has files that a browser keeps for good", async () => {
		const response = await fetch(`${gateway.url}/assets/index-abc.js`);
		expect(await response.text()).toBe(SCRIPT);
		expect(response.headers.get("cache-control")).toContain("immutable");
	});

	it("is compressed as the browser accepts it", async () => {
		const plain = await fetchAs("identity");
		expect(plain.encoding).toBeUndefined();
		expect(plain.body.toString()).toBe(SCRIPT);
		const small = await fetchAs("gzip, br");
		expect(small.encoding).toBe("br");
		expect(brotliDecompressSync(small.body).toString()).toBe(SCRIPT);
		const zipped = await fetchAs("gzip");
		expect(zipped.encoding).toBe("gzip");
		expect(gunzipSync(zipped.body).toString()).toBe(SCRIPT);
	});

	it("is not sent again while the browser has it", async () => {
		const first = await fetch(gateway.url);
		const etag = first.headers.get("etag")!;
		const again = await fetch(gateway.url, {
			headers: { "If-None-Match": etag },
		});
		expect(again.status).toBe(304);
	});

	it("leaves the documentation, the API and unknown paths as they are", async () => {
		expect((await fetch(`${gateway.url}/docs`)).status).toBe(200);
		expect((await fetch(`${gateway.url}/v1/tickets`)).status).toBe(401);
		expect((await fetch(`${gateway.url}/nothing`)).status).toBe(404);
		expect((await fetch(`${gateway.url}/assets/none.js`)).status).toBe(404);
	});

	it("leads to the documentation where it is not built", async () => {
		const without = await startGateway({
			config: { consoleFolder: join(makeTempFolder("none"), "dist") },
		});
		const response = await fetch(without.url, { redirect: "manual" });
		expect(response.status).toBe(302);
		await without.stop();
	});
});

/** Without fetch, which decompresses. */
async function fetchAs(encoding: string) {
	const request = get(`${gateway.url}/assets/index-abc.js`, {
		headers: { "Accept-Encoding": encoding },
	});
	const [response] = (await once(request, "response")) as [IncomingMessage];
	const body = await buffer(response);
	return { body, encoding: response.headers["content-encoding"] };
}
