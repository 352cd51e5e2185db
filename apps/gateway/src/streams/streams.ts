import { AppError } from "@supportdesk/errors/app-error.ts";
import type { Limiter } from "@supportdesk/limits/limiter.ts";
import type { Limits } from "@supportdesk/limits/limits.ts";
import type { Logger } from "@supportdesk/logger/logger.ts";
import type { Response } from "express";
import type { StreamRequest } from "../api/endpoint.ts";
import { endExchange, exchangeOf } from "../http/exchange.ts";
import { writeHeaders } from "../http/write-response.ts";
import type { KeyCache } from "../keys/key-cache.ts";
import type { Presence } from "../presence/presence.ts";
import { endWithKey } from "./end-with-key.ts";
import {
	createEventFeed,
	type EventFeed,
	type FindNextEvents,
} from "./event-feed.ts";
import { findLastSequence, streamEvents } from "./event-stream.ts";

const STREAMS_PER_KEY = 5;
// A stream was counted as a request already.
const NO_LIMIT = 1_000_000_000;
const LIMITS: Limits = {
	perMinute: NO_LIMIT,
	burst: NO_LIMIT,
	perDay: null,
	concurrent: STREAMS_PER_KEY,
};
const HEADERS = [
	...["Content-Type", "text/event-stream; charset=utf-8"],
	// Proxies that collect responses would hold events back.
	...["X-Accel-Buffering", "no"],
];

/** The streams of server-sent events that a gateway has open. */
export interface Streams {
	/**
	 * Opens a stream and resolves when it has ended: the client disconnected, its key was revoked, it reads too slowly,
	 * or the gateway drains. For all limits the request ends when the stream begins.
	 *
	 * @throws AppError `concurrency_limit` when the key has as many streams as it may; that of the events service.
	 */
	open(res: Response, request: StreamRequest): Promise<void>;
	/** Asks every client to connect again in a second, and ends its stream. */
	drain(): void;
	/** How many are open. */
	count(): number;
}

export function createStreams(
	findNextEvents: FindNextEvents,
	keys: Pick<KeyCache, "find">,
	limiter: Pick<Limiter, "admit" | "release">,
	presence: Pick<Presence, "follow">,
	log: Logger,
	now: () => number,
): Streams {
	const draining = new AbortController();
	const feed: EventFeed = createEventFeed(findNextEvents, log, now);
	let count = 0;

	return {
		async open(res, { after, types, presence: hasPresence }) {
			const { key, keyHash, requestId } = exchangeOf(res);
			const { id, workspaceId } = key!;
			const ended = new AbortController();
			res.once("close", () => ended.abort());
			const signal = AbortSignal.any([ended.signal, draining.signal]);
			// Not the key's own name: a stream occupies no slot of its requests.
			const counted = `streams of ${id}`;
			const { allowed } = await limiter.admit(counted, LIMITS, requestId);
			if (!allowed) throw tooManyStreams();
			count += 1;
			try {
				// Before the headers, so that a client gets an error if the log cannot be read.
				const lastSequence = await findLastSequence(
					{ workspaceId, signal },
					findNextEvents,
					now,
				).catch((err) => {
					// The client has to read `retry`; after an error a browser does not connect again.
					if (draining.signal.aborted) return 0;
					throw err;
				});
				writeHeaders(res, 200, HEADERS);
				res.flushHeaders();
				endExchange(res);
				if (res.req.method === "HEAD") return;
				void endWithKey(
					keys,
					keyHash!,
					hasPresence ? ["events:read", "tickets:read"] : ["events:read"],
					ended,
					now,
				);
				await streamEvents(
					res,
					{
						workspaceId,
						after: after ?? lastSequence,
						types,
						followPresence: hasPresence
							? (onChange) => presence.follow(workspaceId, onChange)
							: undefined,
						signal,
					},
					lastSequence,
					findNextEvents,
					feed,
					now,
				);
			} catch (err) {
				if (!res.headersSent) throw err;
				if (!signal.aborted) log.warn({ err }, "event stream ended");
			} finally {
				count -= 1;
				void limiter.release(counted, requestId);
				if (res.headersSent) {
					if (draining.signal.aborted) res.write("retry: 1000\n\n");
					res.end();
				}
			}
		},
		drain: () => draining.abort(),
		count: () => count,
	};
}

function tooManyStreams(): AppError {
	return new AppError(
		"rate_limit_error",
		"concurrency_limit",
		`An API key can have ${STREAMS_PER_KEY} streams open at a time.`,
		{ retryAfterSeconds: 1 },
	);
}
