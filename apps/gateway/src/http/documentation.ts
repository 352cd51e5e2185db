import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type RequestHandler, Router } from "express";
import { openApiDocument } from "../openapi/document.ts";
import { exchangeOf } from "./exchange.ts";
import { routePage } from "./route-endpoints.ts";
import { constantHeaders, writeResponse } from "./write-response.ts";

const ASSET_SECONDS = 3_600;
const SWAGGER_FILES = ["swagger-ui.css", "swagger-ui-bundle.js"];
const OWN_FILES = ["docs.css", "docs.js"];

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

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Support Desk API</title>
<link rel="stylesheet" href="docs/swagger-ui.css">
<link rel="stylesheet" href="docs/docs.css">
<link rel="icon" href="data:,">
</head>
<body>
<div id="api"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/docs.js"></script>
</body>
</html>
`;

const MEDIA_TYPES: Record<string, string> = {
	css: "text/css; charset=utf-8",
	js: "text/javascript; charset=utf-8",
};

/**
 * `/openapi.json`, and `/docs`: a page to read and try the API that loads nothing from other servers. `/` redirects to it.
 * No key needed.
 */
export function serveDocumentation(): Router {
	const router = Router({ caseSensitive: true, strict: true });
	routePage(router, "/", (req, res) => {
		exchangeOf(res).route = req.path;
		writeResponse(res, 302, ["Location", "docs"], Buffer.alloc(0));
	});
	const document = Buffer.from(JSON.stringify(openApiDocument()));
	const page = serveFile(Buffer.from(PAGE), "text/html; charset=utf-8");
	routePage(router, "/openapi.json", serveFile(document, "application/json"));
	routePage(router, "/docs", page);
	const swagger = createRequire(import.meta.url).resolve(
		"swagger-ui-dist/package.json",
	);
	for (const [names, base] of [
		[SWAGGER_FILES, swagger],
		[OWN_FILES, new URL("docs-page/", import.meta.url)],
	] as const) {
		for (const name of names) {
			const path =
				typeof base === "string"
					? base.replace(/package\.json$/, name)
					: new URL(name, base);
			const type = MEDIA_TYPES[name.slice(name.lastIndexOf(".") + 1)]!;
			const file = serveFile(readFileSync(path), type, ASSET_SECONDS);
			routePage(router, `/docs/${name}`, file);
		}
	}
	return router;
}

function serveFile(
	bytes: Buffer,
	mediaType: string,
	maxAgeSeconds?: number,
): RequestHandler {
	const constant = constantHeaders({
		"Content-Security-Policy": POLICY,
		...(maxAgeSeconds !== undefined && {
			"Cache-Control": `public, max-age=${maxAgeSeconds}`,
		}),
	});
	return (req, res) => {
		exchangeOf(res).route = req.path;
		writeResponse(res, 200, ["Content-Type", mediaType], bytes, constant);
	};
}
