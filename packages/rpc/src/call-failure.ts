import { type ServiceError, status } from "@grpc/grpc-js";
import { STATUS_DETAILS_TRAILER } from "./error-details.ts";
import type { WireStatus } from "./stream/frame.ts";

const NO_DETAILS = new Uint8Array();

/** A call that ended without a message, whatever the way it went. */
export class CallFailure extends Error {
	override readonly name = "CallFailure";
	readonly status: WireStatus;
	/** The service itself said so. Anything else was the way there. */
	readonly answered: boolean;

	constructor(wireStatus: WireStatus, { answered = false } = {}) {
		super(
			`${status[wireStatus.code] ?? wireStatus.code}: ${wireStatus.message}`,
		);
		this.status = wireStatus;
		this.answered = answered;
	}

	/** Whether another attempt may fare better: only where the service has not answered. */
	get mayRepeat(): boolean {
		return !this.answered && this.status.code === status.UNAVAILABLE;
	}
}

/** A failure on the way, in words of ours. */
export function failureOnTheWay(code: status, message: string): CallFailure {
	return new CallFailure({ code, message, details: NO_DETAILS });
}

/** What grpc-js says of a unary call. */
export function failureOfUnary(error: ServiceError): CallFailure {
	const details = error.metadata?.get(STATUS_DETAILS_TRAILER)[0];
	const found = Buffer.isBuffer(details) ? details : NO_DETAILS;
	return new CallFailure(
		{ code: error.code, message: error.details, details: found },
		{ answered: found.length > 0 },
	);
}
