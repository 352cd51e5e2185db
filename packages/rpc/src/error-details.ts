import {
	BadRequest,
	ErrorInfo,
	RetryInfo,
} from "@supportdesk/contracts/google/rpc/error_details.ts";
import { Status } from "@supportdesk/contracts/google/rpc/status.ts";

/** The trailer in which gRPC carries a google.rpc.Status; its value is binary. */
export const STATUS_DETAILS_TRAILER = "grpc-status-details-bin";

const DOMAIN = "supportdesk";
const REPLAYED = "replayed";
const TYPE_URLS = "type.googleapis.com/google.rpc.";
const ERROR_INFO = `${TYPE_URLS}ErrorInfo`;
const BAD_REQUEST = `${TYPE_URLS}BadRequest`;
const RETRY_INFO = `${TYPE_URLS}RetryInfo`;

export interface Violation {
	/** Path of the parameter; empty for none. */
	readonly field: string;
	readonly description: string;
	/** Error code of this violation. */
	readonly reason: string;
}

/** An error as google.rpc describes it (https://google.aip.dev/193). */
export interface ErrorDetails {
	readonly message: string;
	/** ErrorInfo.reason: the error code. */
	readonly reason: string;
	readonly violations: readonly Violation[];
	/** RetryInfo.retry_delay, whole seconds. */
	readonly retryAfterSeconds: number | undefined;
	/** The other entries of ErrorInfo.metadata. */
	readonly ids: Readonly<Record<string, string>>;
	/** ErrorInfo.metadata.replayed. */
	readonly replayed: boolean;
}

/** Writes a google.rpc.Status that every gRPC tool can read. */
export function encodeErrorDetails(
	grpcCode: number,
	error: ErrorDetails,
): Buffer {
	const { message, reason, violations, retryAfterSeconds } = error;
	const metadata: Record<string, string> = { ...error.ids };
	if (error.replayed) metadata[REPLAYED] = "true";
	const info = ErrorInfo.fromPartial({ reason, domain: DOMAIN, metadata });
	const details = [any(ERROR_INFO, ErrorInfo.encode(info))];
	if (violations.length > 0) {
		const badRequest = { fieldViolations: [...violations] };
		details.push(any(BAD_REQUEST, BadRequest.encode(badRequest)));
	}
	if (retryAfterSeconds !== undefined) {
		const retry = { retryDelay: { seconds: retryAfterSeconds, nanos: 0 } };
		details.push(any(RETRY_INFO, RetryInfo.encode(retry)));
	}
	const status = { code: grpcCode, message, details };
	return Buffer.from(Status.encode(status).finish());
}

/** Reads a google.rpc.Status; undefined when it is malformed or not from one of our services. */
export function decodeErrorDetails(
	bytes: Uint8Array,
): ErrorDetails | undefined {
	try {
		const { message, details } = Status.decode(bytes);
		const find = (typeUrl: string) =>
			details.find((detail) => detail.typeUrl === typeUrl)?.value;
		const info = ErrorInfo.decode(find(ERROR_INFO) ?? NO_BYTES);
		if (info.domain !== DOMAIN) return undefined;
		const badRequest = BadRequest.decode(find(BAD_REQUEST) ?? NO_BYTES);
		const retry = RetryInfo.decode(find(RETRY_INFO) ?? NO_BYTES);
		const { [REPLAYED]: replayed, ...ids } = info.metadata;
		return {
			message,
			reason: info.reason,
			violations: badRequest.fieldViolations,
			retryAfterSeconds: retry.retryDelay?.seconds,
			ids,
			replayed: replayed !== undefined,
		};
	} catch {
		return undefined;
	}
}

const NO_BYTES = Buffer.alloc(0);

function any(typeUrl: string, message: { finish(): Uint8Array }) {
	return { typeUrl, value: Buffer.from(message.finish()) };
}
