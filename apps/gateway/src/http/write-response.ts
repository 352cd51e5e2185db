import type { IncomingMessage, ServerResponse } from "node:http";
import { rateLimitHeaders } from "@supportdesk/limits/headers.ts";
import type { Response } from "express";
import helmet from "helmet";
import { writeBody } from "../guards/write-body.ts";
import { VERSION_HEADER } from "../versions/request-version.ts";
import { exchangeOf } from "./exchange.ts";

/** Alternating names and values, the fastest form for Node. */
export type HeaderList = readonly string[];

/** The headers of every response, with the values that a kind of response overrides. */
export function constantHeaders(
	own: Readonly<Record<string, string>> = {},
): HeaderList {
	return Object.entries({ ...ALWAYS, ...own }).flat();
}

/** Helmet's headers are constants, so it is called once. */
const HELMET: Readonly<Record<string, string>> = (() => {
	const headers: Record<string, string> = {};
	const res = {
		setHeader: (name: string, value: string) => {
			headers[name] = value;
		},
		removeHeader() {},
	};
	helmet()(
		{} as IncomingMessage,
		res as unknown as ServerResponse,
		(error?: unknown) => {
			if (error) throw error;
		},
	);
	return headers;
})();

/** The headers of every response; files and pages override some of them. */
export const ALWAYS = { ...HELMET, "Cache-Control": "no-store" };

const CONSTANT = constantHeaders();

/**
 * Writes a complete response, without a body for a 304; no other code does. Writes all headers at once, which costs a third of setting them one
 * by one. A counted request gets its limits' headers.
 */
export function writeResponse(
	res: Response,
	status: number,
	own: HeaderList,
	body: Uint8Array | undefined,
	constant: HeaderList = CONSTANT,
): void {
	if (!body) {
		writeHeaders(res, status, own, constant);
		res.end();
		return;
	}
	const length = ["Content-Length", String(body.length)];
	writeHeaders(res, status, [...own, ...length], constant);
	writeBody(res, body);
}

/** Writes the headers of a response whose body follows piece by piece. */
export function writeHeaders(
	res: Response,
	status: number,
	own: HeaderList,
	constant: HeaderList = CONSTANT,
): void {
	const { requestId, verdict, apiVersion } = exchangeOf(res);
	const headers = [...constant, "X-Request-Id", requestId];
	if (apiVersion) headers.push(VERSION_HEADER, apiVersion);
	if (verdict) {
		const limits = rateLimitHeaders(verdict);
		for (const name in limits) headers.push(name, limits[name]!);
	}
	headers.push(...own);
	res.writeHead(status, headers);
}
