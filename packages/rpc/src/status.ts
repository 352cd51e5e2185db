import { Metadata, type StatusObject, status } from "@grpc/grpc-js";
import {
	AppError,
	type ErrorCode,
	type ErrorDetail,
	type ErrorType,
	internalError,
	serviceUnavailable,
	typesOfCode,
	upstreamUnavailable,
} from "@supportdesk/errors/app-error.ts";
import type { CallStatus } from "./call-failure.ts";
import {
	decodeErrorDetails,
	encodeErrorDetails,
	STATUS_DETAILS_TRAILER,
	type Violation,
} from "./error-details.ts";

const GRPC_CODE = {
	invalid_request: status.INVALID_ARGUMENT,
	authentication_error: status.UNAUTHENTICATED,
	permission_error: status.PERMISSION_DENIED,
	not_found: status.NOT_FOUND,
	method_not_allowed: status.UNIMPLEMENTED,
	conflict: status.ALREADY_EXISTS,
	validation_error: status.FAILED_PRECONDITION,
	rate_limit_error: status.RESOURCE_EXHAUSTED,
	api_error: status.INTERNAL,
	bad_gateway: status.UNAVAILABLE,
	service_unavailable: status.UNAVAILABLE,
} satisfies Record<ErrorType, status>;

/** A failure as a gRPC status. The status text of a 5xx is the constant message of its AppError. */
export function toStatus(error: AppError): CallStatus {
	const code = GRPC_CODE[error.type];
	const details = encodeErrorDetails(code, {
		message: error.message,
		reason: error.code,
		violations: violationsOf(error),
		retryAfterSeconds: error.retryAfterSeconds,
		ids: error.ids,
		replayed: error.replayed,
	});
	// grpc-js percent-encodes this text and throws on half a character.
	return { code, message: error.message.toWellFormed(), details };
}

/** A status as a unary call ends with it: its details are a trailer. */
export function toTrailers(callStatus: CallStatus): Partial<StatusObject> {
	const { code, message, details } = callStatus;
	const metadata = new Metadata();
	if (details.length > 0)
		metadata.set(STATUS_DETAILS_TRAILER, Buffer.from(details));
	// The service is reachable and has responded: a retry at once would only add to its load.
	if (code === status.UNAVAILABLE) metadata.set("grpc-retry-pushback-ms", "-1");
	return { code, details: message, metadata };
}

/**
 * The error that a status stands for: the service's own if it sent one, otherwise what its code means.
 *
 * @param cause what is logged of a status without details.
 */
export function fromStatus(
	callStatus: CallStatus,
	cause: Error = describe(callStatus),
): AppError {
	return fromDetails(callStatus) ?? fromCode(callStatus.code, cause);
}

function fromDetails({
	code,
	details: bytes,
}: CallStatus): AppError | undefined {
	const found = bytes.length > 0 ? decodeErrorDetails(bytes) : undefined;
	if (!found) return undefined;
	const types = typesOfCode(found.reason);
	const type = types.find((one) => GRPC_CODE[one] === code) ?? types[0];
	if (!type) return undefined;
	const details = found.violations.map(detailOf);
	return new AppError(type, found.reason as ErrorCode, found.message, {
		param: found.violations[0]?.field || undefined,
		retryAfterSeconds: found.retryAfterSeconds,
		ids: found.ids,
		replayed: found.replayed,
		details: details.length > 1 ? details : [],
	});
}

/** The error for a status without our details: made by gRPC itself, by a proxy or by a foreign server. */
function fromCode(code: status, cause: Error): AppError {
	switch (code) {
		case status.UNAVAILABLE:
		case status.DEADLINE_EXCEEDED:
		case status.CANCELLED:
			return upstreamUnavailable(cause);
		case status.ABORTED:
			return serviceUnavailable(cause);
		default:
			// RESOURCE_EXHAUSTED among them: from gRPC itself it means a message that is too big, never a rate limit. And
			// UNAUTHENTICATED: it means that our signature was rejected, not the client's key.
			return internalError(cause);
	}
}

function violationsOf(error: AppError): Violation[] {
	const { code, message, param } = error;
	const details: readonly ErrorDetail[] =
		error.details.length > 0
			? error.details
			: param === null
				? []
				: [{ code, message, param }];
	return details.map((detail) => ({
		field: detail.param ?? "",
		description: detail.message,
		reason: detail.code,
	}));
}

function detailOf(violation: Violation): ErrorDetail {
	return {
		code: violation.reason as ErrorCode,
		message: violation.description,
		param: violation.field || null,
	};
}

function describe({ code, message }: CallStatus): Error {
	return new Error(`${status[code] ?? code}: ${message}`);
}
