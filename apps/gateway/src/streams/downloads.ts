import { once } from "node:events";
import { AppError, serviceUnavailable } from "@supportdesk/errors/app-error.ts";
import type { Limiter } from "@supportdesk/limits/limiter.ts";
import type { Limits } from "@supportdesk/limits/limits.ts";
import type { Logger } from "@supportdesk/logger/logger.ts";
import type { Response } from "express";
import type { Clients, DownloadEndpoint, Lines } from "../api/endpoint.ts";
import type { Account, MemoryBudget } from "../guards/memory-budget.ts";
import { STALLED_MS } from "../guards/write-body.ts";
import { endExchange, exchangeOf } from "../http/exchange.ts";
import { writeHeaders } from "../http/write-response.ts";
import type { KeyCache } from "../keys/key-cache.ts";
import { endWithKey } from "./end-with-key.ts";
import { readerContext } from "./event-feed.ts";

const DOWNLOADS_PER_KEY = 2;
// A download was counted as a request already.
const NO_LIMIT = 1_000_000_000;
const LIMITS: Limits = {
	perMinute: NO_LIMIT,
	burst: NO_LIMIT,
	perDay: null,
	concurrent: DOWNLOADS_PER_KEY,
};
// What a client must read within the time after which it counts as stalled.
const SLICE_BYTES = 64 * 1024;
const MEMORY_WAIT_MS = 10_000;
const HEADERS = [
	...["Content-Type", "application/x-ndjson"],
	// Proxies that collect responses would hold lines back.
	...["X-Accel-Buffering", "no"],
];

type Download = DownloadEndpoint<never>;

/** The downloads that a gateway has open. */
export interface Downloads {
	/**
	 * Writes all lines and resolves when the response has ended: it is complete, the client disconnected or reads nothing,
	 * its key was revoked, or the gateway drains. A response that is not complete ends with its connection. For all limits
	 * the request ends when the first line is written.
	 *
	 * @throws AppError `concurrency_limit` when the key has as many downloads as it may; that of the service.
	 */
	open(
		res: Response,
		download: Download,
		clients: Clients,
		query: never,
	): Promise<void>;
	/** Ends every response; its client continues elsewhere. */
	drain(): void;
}

export function createDownloads(
	keys: Pick<KeyCache, "find">,
	limiter: Pick<Limiter, "admit" | "release">,
	memory: MemoryBudget,
	log: Logger,
	now: () => number,
): Downloads {
	const draining = new AbortController();
	return {
		async open(res, download, clients, query) {
			const { key, keyHash, requestId } = exchangeOf(res);
			const { id, workspaceId } = key!;
			const ended = new AbortController();
			res.once("close", () => ended.abort());
			const signal = AbortSignal.any([ended.signal, draining.signal]);
			// Not the key's own name: a download occupies no slot of its requests.
			const counted = `downloads of ${id}`;
			const { allowed } = await limiter.admit(counted, LIMITS, requestId);
			if (!allowed) throw tooManyDownloads();
			const account = memory.open({ keyId: id, workspaceId });
			const read = (cursor: string) => {
				const context = readerContext(workspaceId, now(), signal);
				return download.read(clients, query, cursor, { ...context, requestId });
			};
			try {
				// Before the headers, so that a client gets an error if it cannot be read.
				const first = await read("");
				writeHeaders(res, 200, HEADERS);
				res.flushHeaders();
				endExchange(res);
				if (res.req.method === "HEAD") {
					res.end();
					return;
				}
				void endWithKey(keys, keyHash!, [download.scope!], ended, now);
				await writeAll(res, first, read, account, signal);
				res.end();
			} catch (err) {
				if (!res.headersSent)
					throw draining.signal.aborted ? serviceUnavailable(err) : err;
				if (!signal.aborted) log.warn({ err, requestId }, "download ended");
				// Without the end of its last chunk no client takes the response for a complete one.
				res.destroy();
			} finally {
				account.close();
				ended.abort();
				void limiter.release(counted, requestId);
			}
		},
		drain: () => draining.abort(),
	};
}

/** One part after the other: the next one is read when the client has read the one before. */
async function writeAll(
	res: Response,
	first: Lines,
	read: (cursor: string) => Promise<Lines>,
	account: Account,
	signal: AbortSignal,
): Promise<void> {
	for (let part = first; ; ) {
		const { lines, nextCursor } = part;
		await account.wait(lines.length, MEMORY_WAIT_MS);
		for (let at = 0; at < lines.length; at += SLICE_BYTES) {
			signal.throwIfAborted();
			if (res.write(lines.subarray(at, at + SLICE_BYTES))) continue;
			const stalled = AbortSignal.timeout(STALLED_MS);
			await once(res, "drain", {
				signal: AbortSignal.any([signal, stalled]),
			});
		}
		account.clear();
		if (nextCursor === "") return;
		part = await read(nextCursor);
	}
}

function tooManyDownloads(): AppError {
	return new AppError(
		"rate_limit_error",
		"concurrency_limit",
		`An API key can have ${DOWNLOADS_PER_KEY} exports open at a time.`,
		{ retryAfterSeconds: 1 },
	);
}
