import {
	AppError,
	type ErrorType,
	internalError,
} from "@supportdesk/errors/app-error.ts";
import type { Logger } from "@supportdesk/logger/logger.ts";
import type { ErrorRequestHandler, Response } from "express";
import { discardUnreadBody } from "../guards/discard-body.ts";
import { type Exchange, exchangeOf } from "./exchange.ts";
import { writeResponse } from "./write-response.ts";

const HTTP_CODE = {
	invalid_request: 400,
	authentication_error: 401,
	permission_error: 403,
	not_found: 404,
	method_not_allowed: 405,
	conflict: 409,
	validation_error: 422,
	rate_limit_error: 429,
	api_error: 500,
	bad_gateway: 502,
	service_unavailable: 503,
} satisfies Record<ErrorType, number>;

/** The HTTP status of a failure. */
export function statusOf({
	type,
	code,
}: Pick<AppError, "type" | "code">): number {
	return code === "request_too_large" ? 413 : HTTP_CODE[type];
}

/** Renders the body of every failed request; no other code does. */
export function errorBody(error: AppError, requestId: string): string {
	const { type, message, code, param, details, ids } = error;
	const errors = details.length > 1 ? { errors: details } : {};
	return JSON.stringify({
		error: {
			type,
			message,
			code,
			param,
			request_id: requestId,
			...ids,
			...errors,
		},
	});
}

/** Converts any thrown error into a response. The last middleware. */
export function handleErrors(log: Logger): ErrorRequestHandler {
	return (thrown: unknown, _req, res, _next) => {
		const exchange = exchangeOf(res);
		const error = toAppError(thrown);
		exchange.errorCode = error.code;
		if (error.type === "api_error" && !(thrown instanceof AppError)) {
			log.error(
				{ err: thrown, requestId: exchange.requestId },
				"request failed",
			);
		} else if (error.type === "bad_gateway" && !exchange.abort.signal.aborted) {
			const { requestId } = exchange;
			log.warn({ err: error.cause, requestId }, "service unreachable");
		}
		// A partly written file: only closing the connection shows the client that it is incomplete.
		if (res.headersSent) return void res.destroy();
		sendError(res, error, exchange);
	};
}

function sendError(res: Response, error: AppError, exchange: Exchange): void {
	const { requestId, verdict, allow } = exchange;
	const headers = ["Content-Type", "application/json"];
	if (allow) headers.push("Allow", allow);
	// The limits' headers of a refused request already contain it.
	if (error.retryAfterSeconds !== undefined && verdict?.allowed !== false) {
		headers.push("Retry-After", String(error.retryAfterSeconds));
	}
	if (error.type === "authentication_error") {
		headers.push("WWW-Authenticate", "Bearer");
	}
	if (error.replayed) headers.push("Idempotent-Replayed", "true");
	discardUnreadBody(res.req);
	const body = Buffer.from(errorBody(error, requestId));
	writeResponse(res, statusOf(error), headers, body);
}

function toAppError(thrown: unknown): AppError {
	if (thrown instanceof AppError) return thrown;
	// What Express throws for a path that is not percent-encoded UTF-8.
	if (thrown instanceof URIError) {
		return new AppError(
			"invalid_request",
			"invalid_parameter",
			"The path is not valid percent-encoded UTF-8.",
		);
	}
	return internalError(thrown);
}
