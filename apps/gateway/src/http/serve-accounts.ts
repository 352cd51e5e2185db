import { sessionKey } from "@supportdesk/accounts/sessions.ts";
import { hashToken } from "@supportdesk/accounts/token.ts";
import { AppError } from "@supportdesk/errors/app-error.ts";
import { addressBucket } from "@supportdesk/limits/address-bucket.ts";
import type { Limiter } from "@supportdesk/limits/limiter.ts";
import type { Limits } from "@supportdesk/limits/limits.ts";
import {
	type Request,
	type RequestHandler,
	type Response,
	Router,
} from "express";
import type {
	AuthEndpoint,
	AuthResponse,
	SignedIn,
} from "../accounts/auth-endpoint.ts";
import { sessionExpired } from "../accounts/errors.ts";
import { knownBrowserCookie } from "../accounts/known-browser.ts";
import type { OpenedSession } from "../accounts/open-session.ts";
import {
	NO_SESSION_COOKIE,
	readSessionCookie,
	sessionCookie,
} from "../accounts/session-cookie.ts";
import { sessionJson } from "../accounts/session-endpoints.ts";
import type { JsonParser } from "../guards/json-parser.ts";
import type { MemoryBudget } from "../guards/memory-budget.ts";
import { parseQuery } from "../guards/query-string.ts";
import { readBody } from "../guards/read-body.ts";
import type { KeyCache } from "../keys/key-cache.ts";
import { exchangeOf, whenClosed } from "./exchange.ts";
import { applyVerdict } from "./limit-rate.ts";
import { requireCsrfToken, requireSameOrigin } from "./refuse-forgery.ts";
import { headerValues } from "./request-headers.ts";
import { methodsOf, refuseMethod } from "./route-endpoints.ts";
import { noParameters, validate } from "./validate.ts";
import { writeResponse } from "./write-response.ts";

const PREFIX = "/auth";
const SEE_OTHER = 303;
const BODY_BYTES_MAX = 16 * 1024;
// Attempts to sign in have narrower limits of their own.
const LIMITS: Limits = {
	perMinute: 600,
	burst: 300,
	perDay: null,
	concurrent: null,
};

export interface AuthDeps {
	readonly keys: KeyCache;
	readonly limiter: Limiter;
	readonly json: JsonParser;
	readonly memory: MemoryBudget;
	/** Epoch milliseconds. */
	readonly now: () => number;
	readonly publicUrl: () => string;
	readonly authEndpoints: readonly AuthEndpoint[];
	/** The same for all gateways. */
	readonly cursorSecret: string;
}

/** `/auth`: signing in and out, for the console. It needs no API key, and takes none. */
export function serveAccounts(deps: AuthDeps): Router {
	const router = Router({ caseSensitive: true, strict: true });
	router.use(limitAddress(deps.limiter));
	const byPath = Map.groupBy(deps.authEndpoints, ({ path }) => path);
	for (const [path, ofPath] of byPath) {
		const route = router.route(path);
		for (const endpoint of ofPath)
			route[endpoint.method](handleAuth(endpoint, deps));
		route.all(refuseMethod(methodsOf(ofPath)));
	}
	return router;
}

function limitAddress(limiter: Limiter): RequestHandler {
	return async (req, res, next) => {
		const bucket = addressBucket(req.ip ?? "");
		const verdict = await limiter.admit(`auth from ${bucket}`, LIMITS, "");
		applyVerdict(res, verdict);
		next();
	};
}

function handleAuth(endpoint: AuthEndpoint, deps: AuthDeps): RequestHandler {
	const { path } = endpoint;
	return async (req, res) => {
		exchangeOf(res).route = `${PREFIX}${path}`;
		try {
			await call(endpoint, req, res, deps);
		} catch (err) {
			if (!(err instanceof AppError && endpoint.isPage && isNavigation(req)))
				throw err;
			exchangeOf(res).errorCode = err.code;
			writeRedirect(res, `/sign-in?error=${err.code}`, []);
		}
	};
}

/** Whether the response is shown as a page, and not read by a program. */
function isNavigation(req: Request): boolean {
	const [mode] = headerValues(req, "sec-fetch-mode");
	if (mode !== undefined) return mode === "navigate";
	return headerValues(req, "accept").some((each) => each.includes("text/html"));
}

async function call(
	endpoint: AuthEndpoint,
	req: Request,
	res: Response,
	deps: AuthDeps,
): Promise<void> {
	const signedIn =
		"call" in endpoint ? undefined : await findSignedIn(req, res, deps);
	if ("callSignedIn" in endpoint && !signedIn) throw sessionExpired();
	if (endpoint.method !== "get") {
		requireSameOrigin(req, deps.publicUrl());
		if (signedIn) requireCsrfToken(req, signedIn.token);
	}
	const request = await readRequest(endpoint, req, res, deps);
	const response =
		"call" in endpoint
			? await endpoint.call(request)
			: "callSignedIn" in endpoint
				? await endpoint.callSignedIn(request, signedIn!)
				: await endpoint.callMaybeSignedIn(request, signedIn);
	await write(res, response, signedIn, deps);
}

/** The session whose cookie the request has; undefined where it has ended. */
async function findSignedIn(
	req: Request,
	res: Response,
	{ keys, now }: AuthDeps,
): Promise<SignedIn | undefined> {
	const token = readSessionCookie(req);
	const key = token && (await keys.find(sessionKey(hashToken(token))));
	if (!key || key.expiresAtMs! <= now()) return undefined;
	exchangeOf(res).key = key;
	return { key, token };
}

async function readRequest(
	endpoint: AuthEndpoint,
	req: Request,
	res: Response,
	{ json, memory }: AuthDeps,
) {
	const query = validate(endpoint.query ?? noParameters, parseQuery(req.url));
	let body: unknown;
	if (endpoint.body) {
		const owner = { keyId: `address ${req.ip}`, workspaceId: "" };
		const account = memory.open(owner);
		whenClosed(res, account.close);
		const bytes = await readBody(req, res, BODY_BYTES_MAX, account);
		const { value, forbidden } = await json.parse(bytes);
		body = validate(endpoint.body, value, forbidden);
	}
	const [userAgent = ""] = headerValues(req, "user-agent");
	return {
		body: body as never,
		query: query as never,
		params: req.params as Record<string, string>,
		browser: {
			address: req.ip ?? "",
			userAgent,
			cookies: req.headers.cookie,
		},
	};
}

async function write(
	res: Response,
	response: AuthResponse,
	signedIn: SignedIn | undefined,
	{ keys, now, cursorSecret }: AuthDeps,
): Promise<void> {
	if ("json" in response)
		return writeJson(res, response.status ?? 200, response.json);
	if ("ended" in response) {
		keys.forget(sessionKey(hashToken(signedIn!.token)));
		const { providerUrl: provider_url = null } = response;
		const json = { signed_out: true, provider_url };
		return writeJson(res, 200, json, NO_SESSION_COOKIE);
	}
	const { opened } = response;
	const sets = opened
		? [cookieOf(opened, now()), knownBrowserCookie(opened.email, cursorSecret)]
		: [];
	if ("redirect" in response) {
		if (response.cookie !== undefined) sets.push(response.cookie);
		return writeRedirect(res, response.redirect, sets);
	}
	const { token } = response.opened;
	const key = await keys.find(sessionKey(hashToken(token)));
	if (!key) throw sessionExpired();
	writeJson(res, 200, sessionJson({ key, token }), ...sets);
}

function cookieOf({ token, expiresAt }: OpenedSession, nowMs: number): string {
	const seconds = Math.floor((Date.parse(expiresAt) - nowMs) / 1_000);
	return sessionCookie(token, seconds);
}

function writeJson(
	res: Response,
	status: number,
	json: unknown,
	...cookies: readonly string[]
): void {
	const headers = ["Content-Type", "application/json", ...setting(cookies)];
	writeResponse(res, status, headers, Buffer.from(JSON.stringify(json)));
}

function writeRedirect(
	res: Response,
	address: string,
	cookies: readonly string[],
): void {
	const headers = ["Location", address, ...setting(cookies)];
	writeResponse(res, SEE_OTHER, headers, Buffer.alloc(0));
}

const setting = (cookies: readonly string[]) =>
	cookies.flatMap((cookie) => ["Set-Cookie", cookie]);
