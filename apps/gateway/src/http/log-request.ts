import type { Logger } from "@supportdesk/logger/logger.ts";
import type { RequestHandler } from "express";
import type { Metrics } from "../metrics.ts";
import { exchangeOf, whenClosed } from "./exchange.ts";

// Logged so that a client's own id can be found, and cut so that it cannot fill the logs.
const CLIENT_REQUEST_ID_CHARACTERS_MAX = 128;

/** Writes one log line and one set of metrics per request, when its response has ended or its client has disconnected. */
export function logRequest(log: Logger, metrics: Metrics): RequestHandler {
	// These lines contain no secrets, and redaction would cost 2 µs a line.
	const plain = log.child({}, { redact: [] });
	return (req, res, next) => {
		whenClosed(res, () => {
			const exchange = exchangeOf(res);
			const durationMs = performance.now() - exchange.startedMs;
			const { aborted } = exchange.abort.signal;
			const status = aborted ? 499 : res.statusCode; // the client disconnected first
			metrics.request(req.method, exchange.route, status, durationMs);
			plain.info(
				{
					requestId: exchange.requestId,
					method: req.method,
					route: exchange.route,
					status,
					code: exchange.errorCode,
					durationMs: Math.round(durationMs * 10) / 10,
					workspaceId: exchange.key?.workspaceId,
					apiKeyId: exchange.key?.id,
					clientRequestId: clientRequestId(req.headers["x-request-id"]),
				},
				"request",
			);
		});
		next();
	};
}

function clientRequestId(value: string | string[] | undefined) {
	return typeof value === "string"
		? value.slice(0, CLIENT_REQUEST_ID_CHARACTERS_MAX)
		: undefined;
}
