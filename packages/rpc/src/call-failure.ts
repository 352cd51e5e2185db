import { type ServiceError, status } from "@grpc/grpc-js";
import type { CallOutcome } from "./breaker.ts";
import { STATUS_DETAILS_TRAILER } from "./error-details.ts";

/** A gRPC status: what trailers carry for a unary call. */
export interface CallStatus {
	readonly code: number;
	readonly message: string;
	/** google.rpc.Status, serialised; empty for none. */
	readonly details: Uint8Array;
}

const NO_DETAILS = new Uint8Array();
const SERVICE_FAULTS: readonly status[] = [
	status.UNAVAILABLE,
	status.DEADLINE_EXCEEDED,
	status.INTERNAL,
];

/** A call that ended without a message, over any transport. */
export class CallFailure extends Error {
	override readonly name = "CallFailure";
	readonly status: CallStatus;
	/** Whether the service itself responded with the failure. Any other failure was made by the transport. */
	readonly answered: boolean;
	readonly #isOurs: boolean;

	/** @param options.isOurs the deadline passed because of this process or of flow control, not of the service. */
	constructor(
		callStatus: CallStatus,
		options: { answered?: boolean; isOurs?: boolean } = {},
	) {
		const { code, message } = callStatus;
		super(`${status[code] ?? code}: ${message}`);
		this.status = callStatus;
		this.answered = options.answered ?? false;
		this.#isOurs = options.isOurs ?? false;
	}

	/** Whether another attempt may succeed: only where the service has not responded. */
	get mayRepeat(): boolean {
		return !this.answered && this.status.code === status.UNAVAILABLE;
	}

	/** What the call means for the breaker. A service that responds, even with "unavailable", is reachable and in time. */
	get outcome(): CallOutcome {
		if (this.#isOurs) return "abandoned";
		const { code } = this.status;
		if (this.answered) return code === status.INTERNAL ? "failure" : "success";
		return SERVICE_FAULTS.includes(code) ? "failure" : "abandoned";
	}
}

/** A failure of the transport, with our own message. */
export function transportFailure(
	code: status,
	message: string,
	options: { isOurs?: boolean } = {},
): CallFailure {
	return new CallFailure({ code, message, details: NO_DETAILS }, options);
}

/** The failure of a plain gRPC call. */
export function failureOfCall(error: ServiceError): CallFailure {
	const details = error.metadata?.get(STATUS_DETAILS_TRAILER)[0];
	const found = Buffer.isBuffer(details) ? details : NO_DETAILS;
	return new CallFailure(
		{ code: error.code, message: error.details, details: found },
		{
			answered: found.length > 0,
			// Its messages may be large, and how fast they are transmitted depends not only on the service.
			isOurs: error.code === status.DEADLINE_EXCEEDED,
		},
	);
}
