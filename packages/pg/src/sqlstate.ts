import {
	AppError,
	internalError,
	serviceUnavailable,
} from "@supportdesk/errors/app-error.ts";

const UNAVAILABLE_CLASSES = new Set(["08", "53", "57", "58"]);
const UNAVAILABLE_STATES = new Set([
	"55P03", // lock not available
	"40001", // serialization failure, after the retries
	"40P01", // deadlock, after the retries
	"25P03", // idle in transaction for too long
	"25006", // read-only: a standby after a failover
]);
const INPUT_STATES = new Set(["54000"]); // program limit exceeded: a value too long for an index

/** Whether running the same transaction again may well succeed. */
export function isSerializationFailure(err: unknown): boolean {
	const state = sqlState(err);
	return state === "40001" || state === "40P01";
}

/** PostgreSQL's five-character code (https://www.postgresql.org/docs/current/errcodes-appendix.html), if it is one. */
export function sqlState(err: unknown): string | undefined {
	const code = err instanceof Error && "code" in err ? err.code : undefined;
	return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code)
		? code
		: undefined;
}

/**
 * What a caller is told of a database failure. An AppError passes as it is. A value that PostgreSQL refuses is the
 * caller's to mend, and its cause is logged as an error: our validation should have caught it.
 */
export function toAppError(err: unknown): AppError {
	if (err instanceof AppError) return err;
	const state = sqlState(err);
	if (state === undefined) {
		return isConnectionFailure(err)
			? serviceUnavailable(err)
			: internalError(err);
	}
	if (
		UNAVAILABLE_CLASSES.has(state.slice(0, 2)) ||
		UNAVAILABLE_STATES.has(state)
	) {
		return serviceUnavailable(err);
	}
	if (state.startsWith("22") || INPUT_STATES.has(state)) {
		return new AppError(
			"invalid_request",
			"invalid_parameter",
			"A value of the request cannot be stored.",
			{ cause: err },
		);
	}
	return internalError(err);
}

/** A socket error, or one of pg's own messages, which carry no code. */
function isConnectionFailure(err: unknown): boolean {
	if (!(err instanceof Error)) return false;
	if ("code" in err && typeof err.code === "string") return true;
	return /^(Connection terminated|timeout exceeded|Query read timeout|Client |Cannot use a pool|The client)/i.test(
		err.message,
	);
}
