import {
	ConnectionError,
	DeskError,
	TimeoutError,
	toApiError,
} from "./errors.ts";
import { API_VERSION } from "./gen/api.ts";
import { openResponse } from "./open-response.ts";
import type { DeskOptions, RequestOptions } from "./options.ts";
import { type LastResponse, readLastResponse } from "./rate-limit.ts";
import { isTransient, retryDelayMs, sleep } from "./retries.ts";

// The gateway responds within 30 s.
const TIMEOUT_MS = 35_000;
// Longer than the window of a minute that a used-up limit lasts.
const TOTAL_TIMEOUT_MS = 90_000;

export type Query = Readonly<Record<string, unknown>>;

export interface TransportRequest extends RequestOptions {
	readonly method: string;
	/** With its parameters in place. */
	readonly path: string;
	readonly query?: Query | undefined;
	/** A text, bytes or a Blob is sent as it is, anything else as JSON. */
	readonly body?: unknown;
	readonly contentType?: string | undefined;
}

export interface Transport {
	/** Resolves with the JSON of a successful response. @throws DeskError, or the signal's reason */
	json(request: TransportRequest): Promise<unknown>;
	/** Resolves with a successful response when its headers have arrived. */
	response(request: TransportRequest): Promise<Response>;
	/** The same without retries. The signal of the request stays in force while the body is read. */
	attempt(request: TransportRequest): Promise<Response>;
	readonly lastResponse: LastResponse | undefined;
	readonly timeoutMs: number;
}

/** Takes what it needs of a response. `end` says of one that stays open that its body is over. */
type Read<T> = (response: Response, end: () => void) => T | Promise<T>;

export function createTransport(options: DeskOptions): Transport {
	// A wrong address is a mistake of the program: no retry mends it.
	if (options.baseUrl) new URL(options.baseUrl);
	const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
	const totalTimeoutMs = options.totalTimeoutMs ?? TOTAL_TIMEOUT_MS;
	const send = options.fetch ?? ((url, init) => fetch(url, init));
	let lastResponse: LastResponse | undefined;

	/** Sends a request and reads what `read` needs of its response, within the time of one attempt. */
	async function attempt<T>(
		request: TransportRequest,
		longestMs: number,
		read: Read<T>,
	): Promise<T> {
		const { signal } = request;
		signal?.throwIfAborted();
		const ended = new AbortController();
		const abort = () => ended.abort(signal?.reason);
		signal?.addEventListener("abort", abort);
		const forget = () => signal?.removeEventListener("abort", abort);
		const timer = setTimeout(
			() => ended.abort(new TimeoutError(`No response in ${longestMs} ms.`)),
			longestMs,
		);
		let isOpen = false;
		try {
			const url = urlOf(options.baseUrl, request);
			const init = await initOf(options, request, url);
			const sent = send(url, { ...init, signal: ended.signal });
			const response = await connected(sent);
			lastResponse = readLastResponse(response);
			options.onResponse?.(lastResponse);
			if (!response.ok)
				throw toApiError(response, await connected(response.text()));
			const result = await read(response, forget);
			isOpen = result instanceof Response;
			return result;
		} catch (error) {
			signal?.throwIfAborted();
			throw ended.signal.aborted ? ended.signal.reason : error;
		} finally {
			clearTimeout(timer);
			// A response whose body is still to be read stays under its caller's signal.
			if (!isOpen) forget();
		}
	}

	async function withRetries<T>(
		given: TransportRequest,
		read: Read<T>,
	): Promise<T> {
		const request = withKey(given);
		const end = Date.now() + (request.totalTimeoutMs ?? totalTimeoutMs);
		for (let n = 0; ; n++) {
			try {
				const left = n === 0 ? Number.POSITIVE_INFINITY : end - Date.now();
				const longest = Math.min(request.timeoutMs ?? timeoutMs, left);
				return await attempt(request, Math.max(1, longest), read);
			} catch (error) {
				const delay = retryDelayMs(error, n);
				if (!isTransient(error) || Date.now() + delay >= end) throw error;
				await sleep(delay, request.signal);
			}
		}
	}

	return {
		json: (request) => withRetries(request, readJson),
		response: (request) => withRetries(request, openResponse),
		attempt: (request) =>
			attempt(request, request.timeoutMs ?? timeoutMs, openResponse),
		get lastResponse() {
			return lastResponse;
		},
		timeoutMs,
	};
}

function withKey(request: TransportRequest): TransportRequest {
	if (request.method !== "POST") return request;
	return { ...request, idempotencyKey: request.idempotencyKey ?? newKey() };
}

/** `crypto.randomUUID` exists only on pages with a secure origin. */
function newKey(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(16));
	return Array.from(bytes, (n) => n.toString(16).padStart(2, "0")).join("");
}

async function readJson(response: Response): Promise<unknown> {
	const text = await connected(response.text());
	try {
		return JSON.parse(text);
	} catch (cause) {
		throw new DeskError("The response is no JSON.", { cause });
	}
}

async function connected<T>(io: Promise<T>): Promise<T> {
	try {
		return await io;
	} catch (cause) {
		throw new ConnectionError("The connection failed.", { cause });
	}
}

function urlOf(baseUrl: string, { path, query = {} }: TransportRequest) {
	const search = new URLSearchParams();
	for (const [name, value] of Object.entries(query)) {
		if (value !== undefined) search.set(name, String(value));
	}
	const text = search.toString();
	return `${baseUrl.replace(/\/+$/, "")}${path}${text && `?${text}`}`;
}

async function initOf(
	options: DeskOptions,
	request: TransportRequest,
	url: string,
): Promise<RequestInit> {
	const { method, body, contentType, idempotencyKey } = request;
	const { headers } = options;
	const all = new Headers(
		typeof headers === "function" ? await headers({ method, url }) : headers,
	);
	const set = (name: string, value: string | undefined) => {
		if (value !== undefined) all.set(name, value);
	};
	set("supportdesk-version", API_VERSION);
	set("authorization", options.apiKey && `Bearer ${options.apiKey}`);
	set("idempotency-key", idempotencyKey);
	const isJson = body !== undefined && contentType === undefined;
	set("content-type", isJson ? "application/json" : contentType);
	for (const [name, value] of Object.entries(request.headers ?? {})) {
		set(name, value);
	}
	return {
		method,
		headers: all,
		credentials: options.credentials,
		body: isJson ? JSON.stringify(body) : (body as RequestInit["body"]),
	};
}
