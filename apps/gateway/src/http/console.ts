import { hash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { type RequestHandler, Router } from "express";
import { acceptedEncoding } from "./accepted-encoding.ts";
import { exchangeOf } from "./exchange.ts";
import { routePage } from "./route-endpoints.ts";
import {
	constantHeaders,
	type HeaderList,
	writeResponse,
} from "./write-response.ts";

// All sources are this server. Nothing is inline, so that markup of a customer's mail cannot run, and no picture comes
// from another server, so that no sender learns that a mail was read.
const POLICY = [
	"default-src 'none'",
	"script-src 'self'",
	"style-src 'self'",
	"img-src 'self' data: blob:",
	"font-src 'self'",
	"connect-src 'self'",
	"base-uri 'none'",
	"form-action 'self'",
	"frame-ancestors 'none'",
].join("; ");

/** The addresses of views; every other path is not the console's. */
const VIEWS = [
	"/",
	"/sign-in",
	"/accept-invitation",
	"/reset-password",
	"/inbox",
	"/inbox/*view",
	"/contacts",
	"/contacts/*view",
	"/knowledge",
	"/knowledge/*view",
	"/gaps",
	"/figures",
	"/settings",
	"/settings/*view",
];

const MEDIA_TYPES: Readonly<Record<string, string>> = {
	".html": "text/html; charset=utf-8",
	".js": "text/javascript; charset=utf-8",
	".css": "text/css; charset=utf-8",
	".svg": "image/svg+xml",
};

/** In the order of preference. */
const ENCODINGS = ["br", "gzip"] as const;
const SUFFIXES = { br: ".br", gzip: ".gz" } as const;

/** The names of files under `assets/` change with their contents. */
const FOREVER = "public, max-age=31536000, immutable";
const REVALIDATE = "no-cache";

/**
 * Serves the built console: its page at the address of every view, and its files, from memory and compressed as they
 * were built. Undefined where it is not built.
 */
export function serveConsole(folder: string): Router | undefined {
	const files = readFiles(folder);
	const page = files.get("index.html");
	if (!page) return undefined;
	const router = Router({ caseSensitive: true, strict: true });
	for (const view of VIEWS)
		routePage(router, view, serveFile(page, REVALIDATE));
	for (const [name, file] of files) {
		const caching = name.startsWith("assets/") ? FOREVER : REVALIDATE;
		if (file !== page) routePage(router, `/${name}`, serveFile(file, caching));
	}
	return router;
}

interface BuiltFile {
	readonly mediaType: string;
	readonly etag: string;
	readonly bytes: Buffer;
	/** By the name of the encoding. */
	readonly encoded: ReadonlyMap<string, Buffer>;
}

function readFiles(folder: string): Map<string, BuiltFile> {
	const files = new Map<string, BuiltFile>();
	for (const name of listFiles(folder)) {
		const mediaType = MEDIA_TYPES[extname(name)];
		if (!mediaType) continue;
		const bytes = readFileSync(join(folder, name));
		const encoded = new Map(
			ENCODINGS.map((encoding) => [
				encoding,
				readFileSync(join(folder, name + SUFFIXES[encoding])),
			]),
		);
		const etag = `"${hash("sha256", bytes, "base64url").slice(0, 27)}"`;
		files.set(name, { mediaType, etag, bytes, encoded });
	}
	return files;
}

function listFiles(folder: string): string[] {
	try {
		return readdirSync(folder, { recursive: true, encoding: "utf8" });
	} catch {
		return [];
	}
}

function serveFile(file: BuiltFile, caching: string): RequestHandler {
	const constant: HeaderList = constantHeaders({
		"Content-Security-Policy": POLICY,
		"Cache-Control": caching,
		ETag: file.etag,
		Vary: "Accept-Encoding",
	});
	return (req, res) => {
		exchangeOf(res).route = "/console";
		if (req.headers["if-none-match"]?.includes(file.etag)) {
			writeResponse(res, 304, [], Buffer.alloc(0), constant);
			return;
		}
		const encoding = acceptedEncoding(req, ENCODINGS);
		const own = ["Content-Type", file.mediaType];
		if (encoding) own.push("Content-Encoding", encoding);
		const body = encoding ? file.encoded.get(encoding)! : file.bytes;
		writeResponse(res, 200, own, body, constant);
	};
}
