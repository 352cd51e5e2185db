import type { IncomingMessage } from "node:http";
import type { RequestHandler } from "express";
import { csrfFailed } from "../accounts/errors.ts";
import { isCsrfTokenOf } from "../accounts/session-cookie.ts";
import { exchangeOf } from "./exchange.ts";
import { headerValues } from "./request-headers.ts";

const READS = ["GET", "HEAD", "OPTIONS"];

/**
 * Refuses changes that a page of another origin has a browser send with the session's cookie. A request with an API key
 * carries nothing that a browser adds by itself, and passes.
 */
export function refuseForgery(publicUrl: () => string): RequestHandler {
	return (req, res, next) => {
		const { key, secret } = exchangeOf(res);
		if (key?.session && !READS.includes(req.method)) {
			requireSameOrigin(req, publicUrl());
			requireCsrfToken(req, secret!);
		}
		next();
	};
}

/** @throws AppError `csrf_failed` for a request that a browser sends on behalf of another origin's page */
export function requireSameOrigin(
	req: IncomingMessage,
	publicUrl: string,
): void {
	// A browser sets this one itself, and sends it wherever it sends cookies with Secure.
	const [site] = headerValues(req, "sec-fetch-site");
	const isSameOrigin =
		site !== undefined ? site === "same-origin" : isOwnOrigin(req, publicUrl);
	if (!isSameOrigin)
		throw csrfFailed("The request comes from a page of another origin.");
}

/** Whether the request's Origin is this server. Programs that are no browser send none. */
function isOwnOrigin(req: IncomingMessage, publicUrl: string): boolean {
	const [origin] = headerValues(req, "origin");
	if (origin === undefined) return true;
	if (!URL.canParse(origin)) return false;
	const { host } = new URL(origin);
	return host === req.headers.host || host === new URL(publicUrl).host;
}

/** @throws AppError `csrf_failed` */
export function requireCsrfToken(req: IncomingMessage, token: string): void {
	const given = headerValues(req, "x-csrf-token");
	if (given.length !== 1 || !isCsrfTokenOf(token, given[0]!))
		throw csrfFailed(
			"A change by a session needs the header X-CSRF-Token with the session's token.",
		);
}
