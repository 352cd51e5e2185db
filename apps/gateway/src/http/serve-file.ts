import { hash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { RequestHandler } from "express";
import { acceptedEncoding } from "./accepted-encoding.ts";
import { exchangeOf } from "./exchange.ts";
import { headerValues } from "./request-headers.ts";
import { constantHeaders, writeResponse } from "./write-response.ts";

const ENCODINGS = ["br", "gzip"] as const;
// Quality 9 makes 33 KB of the API document's 1.6 MB in 0.1 s; 11 saves another 7 % in a second.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
const COMPRESS = {
	br: (bytes: Buffer) => promisify(brotliCompress)(bytes, BROTLI),
	gzip: promisify<Buffer, Buffer>(gzip),
};
const UNCOMPRESSED_BYTES_MAX = 1_024;

interface Representation {
	readonly bytes: Buffer;
	readonly headers: readonly string[];
	readonly tag: string;
}

/**
 * Serves a public file without a key. Its bytes are made when it is first read, compressed once for each encoding, and
 * validated by an entity tag, which differs between encodings because their bytes do.
 */
export function serveFile(
	read: () => string | Buffer,
	mediaType: string,
	own: Readonly<Record<string, string>>,
): RequestHandler {
	// A cached copy is used only after it has been compared with this program's.
	const constant = constantHeaders({ "Cache-Control": "no-cache", ...own });
	const represent = (encoding?: (typeof ENCODINGS)[number]) =>
		once(async (): Promise<Representation> => {
			const whole = Buffer.from(read());
			const isSmall = whole.length <= UNCOMPRESSED_BYTES_MAX;
			const used = isSmall ? undefined : encoding;
			const bytes = used ? await COMPRESS[used](whole) : whole;
			const tag = `"${hash("sha256", bytes, "base64url").slice(0, 22)}"`;
			const headers = ["Content-Type", mediaType, "Vary", "Accept-Encoding"];
			headers.push("ETag", tag);
			if (used) headers.push("Content-Encoding", used);
			return { bytes, headers, tag };
		});
	const plain = represent();
	const compressed = { br: represent("br"), gzip: represent("gzip") };
	return async (req, res) => {
		exchangeOf(res).route = req.path;
		const encoding = acceptedEncoding(req, ENCODINGS);
		const { bytes, headers, tag } = await (encoding
			? compressed[encoding]()
			: plain());
		const known = headerValues(req, "if-none-match").join();
		const isKnown = known
			.split(",")
			.some((each) => ["*", tag, `W/${tag}`].includes(each.trim()));
		if (isKnown) writeResponse(res, 304, headers, undefined, constant);
		else writeResponse(res, 200, headers, bytes, constant);
	};
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
	let made: Promise<T> | undefined;
	return () => {
		made ??= make();
		return made;
	};
}
