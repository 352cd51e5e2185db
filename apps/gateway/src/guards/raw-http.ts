import { type IncomingMessage, type Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { AppError } from "@supportdesk/errors/app-error.ts";

/** Options for `http.createServer` that leave every response to us: Node would refuse a missing Host with its own bare 400. */
export const SERVER_OPTIONS = {
	requireHostHeader: false,
	// A client that sends its headers byte by byte is closed after 15 s, plus the 5 s between two checks.
	headersTimeout: 15_000,
	// Plus the time between two checks and the time to read the response, a stalled body is closed within 60 s.
	requestTimeout: 50_000,
	connectionsCheckingInterval: 5_000,
	// Longer than the usual 60 s of load balancers, so that they close idle connections first.
	keepAliveTimeout: 75_000,
	// Node's own limit, stated because 431 is part of the contract.
	maxHeaderSize: 16 * 1024,
} as const;

// Long-lived clients reconnect after this many requests, which spreads them over new gateways.
const REQUESTS_PER_CONNECTION_MAX = 1_000;

/** The parts of the application that responses outside of it need. */
export interface RawResponseDeps {
	newRequestId(): string;
	/** Renders the body of an error response. */
	renderError(error: AppError, requestId: string): string;
	/** The headers of every response, and the limits' headers for a request without a known key. */
	headers(): Record<string, string>;
	onRefused(refusal: { status: number; requestId: string; err: Error }): void;
}

/** Makes `server` respond to malformed requests in the API's shape, and passes requests to the application that Node would handle itself. */
export function guardServer(server: Server, deps: RawResponseDeps): void {
	server.maxRequestsPerSocket = REQUESTS_PER_CONNECTION_MAX;
	// Unlimited: their bytes are limited, and Node would refuse the 1,001st as too large.
	server.maxHeadersCount = 0;
	const lastResponses = new WeakMap<Duplex, ServerResponse>();
	const refused = new WeakSet<Duplex>();
	server.prependListener("request", (req, res) => {
		const { socket } = req;
		if (!req.url!.startsWith("/")) req.url = pathOf(req.url!);
		lastResponses.set(socket, res);
		res.once("close", () => {
			if (lastResponses.get(socket) === res) lastResponses.delete(socket);
		});
	});
	// The body reader sends 100 Continue before it reads; any other expectation is ignored, as RFC 9110 allows.
	const asRequest = (req: IncomingMessage, res: ServerResponse) =>
		server.emit("request", req, res);
	server.on("checkContinue", asRequest);
	server.on("checkExpectation", asRequest);
	// Node would close the connection without a response. Its parser is detached, so the connection ends after the response.
	server.on("connect", (req, stream) => {
		const socket = stream as Socket;
		socket.on("error", () => socket.destroy());
		const res = new ServerResponse(req);
		res.shouldKeepAlive = false;
		res.assignSocket(socket);
		res.once("finish", () => socket.end(() => closeAfterResponse(socket)));
		server.emit("request", req, res);
	});
	server.on("clientError", (err: NodeJS.ErrnoException, stream) => {
		// Only the first error of a connection is handled.
		if (refused.has(stream)) return;
		refused.add(stream);
		const socket = stream as Socket;
		const response = lastResponses.get(stream);
		// The client has disconnected, or a response is partly written and a second one would be read as its body.
		const disconnected = err.code === "ECONNRESET" || !stream.writable;
		const partlyWritten = response?.headersSent && !response.writableEnded;
		const respond = () => refuse(deps, socket, err, response);
		if (disconnected || partlyWritten) stream.destroy();
		// The error follows a complete request, which gets its response first.
		else if (response?.req.complete) response.once("close", respond);
		else respond();
	});
}

/**
 * Refuses what Node's parser lets through but HTTP does not.
 * @throws AppError `invalid_parameter`
 */
export function checkRawRequest(req: IncomingMessage): void {
	if (req.headers.host === undefined && req.httpVersion === "1.1")
		throw malformed("The request has no Host header.");
	if (hasSeveralHosts(req.rawHeaders))
		throw malformed("The request has more than one Host header.");
	if (!HOST_VALUE.test(req.headers.host ?? ""))
		throw malformed("The Host header is not a host with an optional port.");
}

/**
 * The path of a request target in absolute form, as sent to proxies (RFC 9112, 3.2.2). `*`, which stands for the whole
 * server, becomes a path that does not exist.
 */
function pathOf(target: string): string {
	if (target === "*") return "/*";
	const path = target.replace(/^(?:[a-z][a-z\d+.-]*:\/\/)?[^/?#]*/i, "");
	return path.startsWith("/") ? path : `/${path}`;
}

const HOST = "host";
// A name, an IPv4 address or an IP literal, and a port (RFC 3986, 3.2.2). It may be empty.
const HOST_VALUE =
	/^(?:\[[\w.~!$&'()*+,;=:-]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::\d*)?$/i;

/** Several Host headers are ambiguous: Node keeps the first, and a proxy may have used another (RFC 9112, 3.2). */
function hasSeveralHosts(rawHeaders: readonly string[]): boolean {
	let hosts = 0;
	for (let i = 0; i < rawHeaders.length; i += 2) {
		const name = rawHeaders[i]!;
		// Comparing lengths first excludes nearly every other name.
		if (name.length === HOST.length && name.toLowerCase() === HOST) hosts += 1;
	}
	return hosts > 1;
}

/** @param last the response to the request whose body is incomplete, or to the request before the error. */
function refuse(
	deps: RawResponseDeps,
	socket: Socket,
	err: Error,
	last: ServerResponse | undefined,
): void {
	// The incomplete request has already been refused for another reason.
	if (last?.headersSent && !last.req.complete) {
		closeAfterResponse(socket.end());
		return;
	}
	const requestId = deps.newRequestId();
	const { status, error } = refusalOf(err);
	const body = deps.renderError(error, requestId);
	const headers = {
		...deps.headers(),
		"X-Request-Id": requestId,
		"Content-Type": "application/json",
		"Content-Length": String(Buffer.byteLength(body)),
		Date: new Date().toUTCString(),
		Connection: "close",
	};
	const lines = Object.entries(headers).map(
		([name, value]) => `${name}: ${value}`,
	);
	deps.onRefused({ status: status.code, requestId, err });
	socket.end(
		[`HTTP/1.1 ${status.code} ${status.text}`, ...lines, "", body].join("\r\n"),
	);
	closeAfterResponse(socket);
}

// Enough to read the response over a slow connection, which is then destroyed.
export const LINGER_MS = 2_000;

/** Closing a connection with unread bytes resets it, and the reset can overtake the response; so further bytes are read and discarded for a while. */
function closeAfterResponse(socket: Socket): void {
	const timer = setTimeout(() => socket.destroy(), LINGER_MS);
	socket.once("close", () => clearTimeout(timer));
	socket.removeAllListeners("data");
	socket.on("data", () => {});
	socket.resume();
}

interface Refusal {
	readonly status: { readonly code: number; readonly text: string };
	readonly error: AppError;
}

function refusalOf(err: NodeJS.ErrnoException): Refusal {
	if (err.code === "HPE_HEADER_OVERFLOW")
		return {
			status: { code: 431, text: "Request Header Fields Too Large" },
			error: new AppError(
				"invalid_request",
				"request_too_large",
				`The request line and headers are larger than ${SERVER_OPTIONS.maxHeaderSize / 1024} KiB together.`,
			),
		};
	return {
		status: { code: 400, text: "Bad Request" },
		error: malformed(
			MESSAGES[err.code ?? ""] ?? "The request is not valid HTTP.",
		),
	};
}

const MESSAGES: Readonly<Record<string, string>> = {
	ERR_HTTP_REQUEST_TIMEOUT: "The request took too long to arrive.",
	HPE_INVALID_METHOD: "The request does not begin with a method of HTTP.",
};

function malformed(message: string): AppError {
	return new AppError("invalid_request", "invalid_parameter", message);
}
