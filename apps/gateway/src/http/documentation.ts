import { readFileSync } from "node:fs";
import { Router } from "express";
import { readDocument } from "../docs/document.ts";
import { createSite } from "../docs/site.ts";
import { withoutBooleanEnums } from "../openapi/boolean-enums.ts";
import { openApiDocument } from "../openapi/document.ts";
import { signInDocument } from "../openapi/sign-in-document.ts";
import { exchangeOf } from "./exchange.ts";
import { routePage } from "./route-endpoints.ts";
import { serveFile } from "./serve-file.ts";
import { writeResponse } from "./write-response.ts";

// All sources are this server and nothing is inline, so that scripts injected through the document cannot run.
const POLICY = [
	"default-src 'none'",
	"script-src 'self'",
	"style-src 'self'",
	"img-src 'self' data:",
	"connect-src 'self'",
	"base-uri 'none'",
	"form-action 'none'",
	"frame-ancestors 'none'",
].join("; ");
const HEADERS = { "Content-Security-Policy": POLICY };

const JSON_TYPE = "application/json";
const ASSETS = {
	"docs.css": "text/css; charset=utf-8",
	"docs.js": "text/javascript; charset=utf-8",
};

/**
 * `/openapi.json`, `/openapi-sign-in.json`, and `/docs`: guides and the reference, which load nothing from other servers. `/` redirects to it.
 * No key needed.
 */
export function serveDocumentation(): Router {
	const router = Router({ caseSensitive: true, strict: true });
	const document = openApiDocument();
	const site = createSite(readDocument(document));
	const add = (path: string, read: () => string, type: string) =>
		routePage(router, path, serveFile(read, type, HEADERS));
	routePage(router, "/", (req, res) => {
		exchangeOf(res).route = req.path;
		writeResponse(res, 302, ["Location", "docs"], Buffer.alloc(0));
	});
	const signIn = signInDocument();
	const write = (one: object) => JSON.stringify(one, withoutBooleanEnums);
	add("/openapi.json", () => write(document), JSON_TYPE);
	add("/openapi-sign-in.json", () => write(signIn), JSON_TYPE);
	for (const path of site.paths) {
		const read = () => site.render(path);
		add(`/docs${path}`, read, "text/html; charset=utf-8");
	}
	add("/docs/search.json", site.searchIndex, JSON_TYPE);
	for (const [name, type] of Object.entries(ASSETS)) {
		const file = new URL(`../docs/assets/${name}`, import.meta.url);
		add(`/docs/${name}`, () => readFileSync(file, "utf8"), type);
	}
	return router;
}
