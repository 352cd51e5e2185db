import { type IncomingMessage, type Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { AppError } from "@supportdesk/errors/app-error.ts";

/** Options for `http.createServer` that leave every answer to us: Node would refuse a missing Host with a bare 400 of its own. */
export const SERVER_OPTIONS = {
	requireHostHeader: false,
	// A client that sends its headers byte by byte is closed after 15 s, plus the 5 s between two looks.
	headersTimeout: 15_000,
	// With the time between two looks and the time to read the answer, a body that stalls is gone within 60 s.
	requestTimeout: 50_000,
	connectionsCheckingInterval: 5_000,
	// Above the 60 s of usual load balancers, so that it is they who close idle connections.
	keepAliveTimeout: 75_000,
	// Node's own limit, stated because 431 is part of the contract.
	maxHeaderSize: 16 * 1024,
} as const;

// Long-lived clients move to new gateways now and then.
const REQUESTS_PER_CONNECTION_MAX = 1_000;

/** What an answer outside the application needs from it. */
export interface RawAnswerDeps {
	newRequestId(): string;
	/** The body of an error answer, as the error writer renders it. */
	renderError(error: AppError, requestId: string): string;
	/** What every answer has, and the limits' headers for a request of which no key is known. */
	headers(): Record<string, string>;
	onRefused(refusal: { status: number; requestId: string; err: Error }): void;
}

/** Makes `server` answer what never becomes a proper request in the API's own shape, and hands over what Node would answer by itself. */
export function guardServer(server: Server, deps: RawAnswerDeps): void {
	server.maxRequestsPerSocket = REQUESTS_PER_CONNECTION_MAX;
	// Any number: their bytes are limited, and Node would call the 1,001st too large.
	server.maxHeadersCount = 0;
	const lastAnswers = new WeakMap<Duplex, ServerResponse>();
	const refused = new WeakSet<Duplex>();
	server.prependListener("request", (req, res) => {
		const { socket } = req;
		if (!req.url!.startsWith("/")) req.url = pathOf(req.url!);
		lastAnswers.set(socket, res);
		res.once("close", () => {
			if (lastAnswers.get(socket) === res) lastAnswers.delete(socket);
		});
	});
	// The body reader sends 100 Continue when it wants the body; any other expectation is ignored, as RFC 9110 allows.
	const asRequest = (req: IncomingMessage, res: ServerResponse) =>
		server.emit("request", req, res);
	server.on("checkContinue", asRequest);
	server.on("checkExpectation", asRequest);
	// Node would hang up without a word. Its parser has let go of the connection, which ends with the answer.
	server.on("connect", (req, stream) => {
		const socket = stream as Socket;
		socket.on("error", () => socket.destroy());
		const res = new ServerResponse(req);
		res.shouldKeepAlive = false;
		res.assignSocket(socket);
		res.once("finish", () => socket.end(() => closeAfterAnswer(socket)));
		server.emit("request", req, res);
	});
	server.on("clientError", (err: NodeJS.ErrnoException, stream) => {
		// What follows the first fault of a connection is not looked at.
		if (refused.has(stream)) return;
		refused.add(stream);
		const socket = stream as Socket;
		const answer = lastAnswers.get(stream);
		// Nobody listens any more, or an answer is half written: another one inside it would be read as its body.
		const unheard = err.code === "ECONNRESET" || !stream.writable;
		const halfWritten = answer?.headersSent && !answer.writableEnded;
		const answerFault = () => refuse(deps, socket, err, answer);
		if (unheard || halfWritten) stream.destroy();
		// The fault lies behind a whole request, which gets its answer first.
		else if (answer?.req.complete) answer.once("close", answerFault);
		else answerFault();
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
}

/** What a request for a whole URL, as one meant for a proxy is, asks of us (RFC 9112, 3.2.2). */
function pathOf(target: string): string {
	const path = target.replace(/^(?:[a-z][a-z\d+.-]*:\/\/)?[^/?#]*/i, "");
	return path.startsWith("/") ? path : `/${path}`;
}

const HOST = "host";

/** Node keeps the first, and a proxy may have gone by another: nobody knows which of them was meant (RFC 9112, 3.2). */
function hasSeveralHosts(rawHeaders: readonly string[]): boolean {
	let hosts = 0;
	for (let i = 0; i < rawHeaders.length; i += 2) {
		const name = rawHeaders[i]!;
		// Nearly every other name is told apart by its length.
		if (name.length === HOST.length && name.toLowerCase() === HOST) hosts += 1;
	}
	return hosts > 1;
}

/** @param last the answer to the request that broke off in its body, or to the one before the fault. */
function refuse(
	deps: RawAnswerDeps,
	socket: Socket,
	err: Error,
	last: ServerResponse | undefined,
): void {
	// The request that broke off has been refused for another reason meanwhile.
	if (last?.headersSent && !last.req.complete) {
		closeAfterAnswer(socket.end());
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
	closeAfterAnswer(socket);
}

// Enough for the answer to be read over a slow line; then the connection is ours again.
export const LINGER_MS = 2_000;

/** A connection closed with unread bytes is reset, and a reset can overtake the answer: so what still arrives is read and dropped for a while. */
function closeAfterAnswer(socket: Socket): void {
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
