import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import {
	type BrotliDecompress,
	createBrotliDecompress,
	createGunzip,
	createInflate,
	type Gunzip,
	type Inflate,
} from "node:zlib";
import { AppError } from "@supportdesk/errors/app-error.ts";
import { discardBody, SLOW_BYTES_PER_MS } from "./discard-body.ts";
import { type ContentEncoding, contentEncodingOf } from "./media-type.ts";
import type { Account } from "./memory-budget.ts";
import { createPace } from "./pace.ts";

const MIB = 1024 * 1024;

// A body that does not fit beside others is not read until it does: clients may send several at a time.
const WAIT_MS_MAX = 10_000;
/** How fast a body is read after its first MiB, and passed on: faster, it would take the processor from other requests. */
export const LARGE_BYTES_PER_MS = (8 * MIB) / 1000;

/** The largest body of each kind of operation, in bytes after decompression. */
export const BODY_BYTES_MAX = {
	plain: MIB,
	article: 4 * MIB,
	// 20 MiB of attachments are 27 MiB in base64; the rest is text.
	attachments: 30 * MIB,
	import: 16 * MIB,
} as const;

/**
 * Reads a body that is declared as JSON, or as `rawType` where one is given; empty when there is none.
 * A body over `bytesMax` is refused as early as possible: by its Content-Length, or at the first byte over the limit, before or after decompression.
 *
 * @param account the request's share of the memory budget
 * @throws AppError `unsupported_media_type`, `request_too_large`, `invalid_json` (invalid compression, trailing bytes, or an incomplete body), `service_unavailable` (no memory left)
 */
export async function readBody(
	req: IncomingMessage,
	res: ServerResponse,
	bytesMax: number,
	account: Pick<Account, "hold" | "wait">,
	rawType?: string,
): Promise<Uint8Array<ArrayBuffer>> {
	if (!hasBody(req)) return new Uint8Array();
	try {
		const encoding = contentEncodingOf(req.headers, rawType);
		// A body is rarely smaller after decompression, so the same limit applies before it.
		if (Number(req.headers["content-length"] ?? 0) > bytesMax)
			throw tooLarge(bytesMax);
		// The buffer of a body of known size counts before it is received: of concurrent bodies that do not fit together, the
		// admitted ones are received completely, and no buffer is allocated for the others.
		const size = sizeOf(req, encoding);
		if (size > 0) await account.wait(size, WAIT_MS_MAX);
		// Sent only now, so that a client does not send the body of a request that its headers already disqualify.
		if (awaitsContinue(req)) res.writeContinue();
		const collected = collectChunks(size);
		await receive(req, encoding, bytesMax, (chunk) => {
			if (size === 0) account.hold(chunk.length);
			collected.add(chunk);
		});
		return collected.bytes();
	} catch (err) {
		const isOverload =
			err instanceof AppError && err.type === "service_unavailable";
		discardBody(req, isOverload ? SLOW_BYTES_PER_MS : undefined);
		throw err;
	}
}

function hasBody({ headers }: IncomingMessage): boolean {
	return (
		headers["transfer-encoding"] !== undefined ||
		(headers["content-length"] ?? "0") !== "0"
	);
}

/** A client of HTTP/1.0 would treat the interim response as the final one. */
function awaitsContinue({ headers, httpVersion }: IncomingMessage): boolean {
	return (
		headers.expect?.toLowerCase() === "100-continue" && httpVersion !== "1.0"
	);
}

async function receive(
	req: IncomingMessage,
	encoding: ContentEncoding,
	bytesMax: number,
	pass: OnChunk,
): Promise<void> {
	const body = countBytes(bytesMax, pass);
	try {
		if (encoding === "identity") await forEachChunk(req, paced(req, body));
		else await decompress(req, encoding, bytesMax, body);
	} catch (err) {
		if (err instanceof AppError) throw err;
		throw new AppError("invalid_request", "invalid_json", BROKEN_BODY, {
			cause: err,
		});
	}
}

const BROKEN_BODY =
	"The body is incomplete, does not match its Content-Encoding, or has bytes after the compressed data.";

type OnChunk = (chunk: Buffer) => void;

/** Passes chunks on no faster than `BYTES_PER_MS` after the first ones. */
function paced(req: IncomingMessage, pass: OnChunk): OnChunk {
	const pace = createPace(LARGE_BYTES_PER_MS, MIB);
	return (chunk) => {
		pass(chunk);
		const waitMs = pace(chunk.length);
		if (waitMs < 1) return;
		req.pause();
		setTimeout(() => req.resume(), waitMs);
	};
}

/** Passes chunks on until they exceed `bytesMax` bytes in total. */
function countBytes(bytesMax: number, pass: OnChunk): OnChunk {
	let bytes = 0;
	return (chunk) => {
		bytes += chunk.length;
		if (bytes > bytesMax) throw tooLarge(bytesMax);
		pass(chunk);
	};
}

/** Reads to the end. Unlike an iterator over the request, it leaves the request open when `onChunk` throws, because the response must still be sent. */
function forEachChunk(req: IncomingMessage, onChunk: OnChunk): Promise<void> {
	return new Promise((resolve, reject) => {
		const settle = (end: () => void) => {
			req.off("data", onData).off("end", onEnd);
			req.off("close", onClose).off("error", onError);
			end();
		};
		const onData = (chunk: Buffer) => {
			try {
				onChunk(chunk);
			} catch (err) {
				settle(() => reject(err));
			}
		};
		const onEnd = () => settle(resolve);
		const onError = (err: Error) => settle(() => reject(err));
		const onClose = () => onError(new Error("the client disconnected"));
		req.on("data", onData).on("end", onEnd);
		req.on("close", onClose).on("error", onError);
	});
}

/** Decompresses chunk by chunk, so that a small body that expands to a huge one is stopped at the limit. */
async function decompress(
	req: IncomingMessage,
	encoding: Exclude<ContentEncoding, "identity">,
	bytesMax: number,
	onChunk: OnChunk,
): Promise<void> {
	const decoder = createDecoder(encoding);
	let receivedBytes = 0;
	const unpacked = pipeline(decoder, async (chunks: AsyncIterable<Buffer>) => {
		for await (const chunk of chunks) onChunk(chunk);
	});
	const compressed = countBytes(bytesMax, (chunk) => {
		receivedBytes += chunk.length;
		// Destroyed after the limit is exceeded; later chunks are ignored.
		if (decoder.destroyed || decoder.write(chunk)) return;
		req.pause();
		decoder.once("drain", () => req.resume());
	});
	const read = forEachChunk(req, compressed).then(
		() => decoder.end(),
		(err) => decoder.destroy(err),
	);
	try {
		await unpacked;
	} finally {
		decoder.destroy();
	}
	await read;
	// A decompressor stops where its format ends, and ignores further bytes.
	if (decoder.bytesWritten < receivedBytes)
		throw new Error("bytes follow the compressed body");
}

function createDecoder(
	encoding: Exclude<ContentEncoding, "identity">,
): Gunzip | BrotliDecompress | Inflate {
	if (encoding === "gzip") return createGunzip();
	return encoding === "br" ? createBrotliDecompress() : createInflate();
}

/** The body's length, if it is known in advance. */
function sizeOf(req: IncomingMessage, encoding: ContentEncoding): number {
	if (encoding !== "identity") return 0;
	return Number(req.headers["content-length"] ?? 0);
}

/**
 * Joins chunks to one separate buffer, which can be transferred to a worker without a copy. If the size is known, they
 * are never in memory twice; the system allocates the buffer's memory only as it is written.
 */
function collectChunks(size: number) {
	let bytes = new Uint8Array(size);
	let length = 0;
	return {
		add(chunk: Uint8Array) {
			if (length + chunk.length > bytes.length) {
				const grown = new Uint8Array(2 * bytes.length + chunk.length);
				grown.set(bytes.subarray(0, length));
				bytes = grown;
			}
			bytes.set(chunk, length);
			length += chunk.length;
		},
		bytes: () => (length === bytes.length ? bytes : bytes.slice(0, length)),
	};
}

function tooLarge(bytesMax: number): AppError {
	return new AppError(
		"invalid_request",
		"request_too_large",
		`The body is larger than ${bytesMax / MIB} MiB, the most this operation takes.`,
	);
}
