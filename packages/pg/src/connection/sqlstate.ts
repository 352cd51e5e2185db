import {
	AppError,
	internalError,
	serviceUnavailable,
} from "@supportdesk/errors/app-error.ts";
import pg from "pg";

const UNAVAILABLE_CLASSES = new Set(["08", "53", "57", "58"]);
const UNAVAILABLE_STATES = new Set([
	"55P03", // lock not available
	"40001", // serialization failure, after the retries
	"40P01", // deadlock, after the retries
	"25P03", // idle in transaction for too long
	"25006", // read-only: a standby after a failover
]);
const INPUT_STATES = new Set(["54000"]); // program limit exceeded: a value too long for an index
// Administrator, crash, idle timeouts, internal errors: PostgreSQL ends the connection with the message.
const LAST_WORDS = /^(57P|08|25P0[34]|XX)/;

/** The connection to the database could not be made, was lost, or does not answer. */
export class ConnectionLost extends Error {
	override readonly name = "ConnectionLost";

	constructor(cause: unknown) {
		super("The connection to the database was lost.", { cause });
	}
}

/** Whether the connection that the error came over is of no use any more. */
export function isConnectionLost(err: unknown): err is Error {
	return err instanceof ConnectionLost || LAST_WORDS.test(sqlState(err) ?? "");
}

/**
 * Whether running the same transaction again may well succeed: after a deadlock, a serialization failure, or when a
 * migration changed the columns of a statement that this connection had prepared.
 */
export function isWorthRepeating(err: unknown): boolean {
	const state = sqlState(err);
	return (
		state === "40001" ||
		state === "40P01" ||
		(state === "0A000" &&
			(err as pg.DatabaseError).routine === "RevalidateCachedQuery")
	);
}

/** Whether it is the database's trouble, which passes, and not the statement's: no connection, no room, no writes. */
export function saysUnavailable(state: string): boolean {
	return (
		UNAVAILABLE_CLASSES.has(state.slice(0, 2)) || UNAVAILABLE_STATES.has(state)
	);
}

/** PostgreSQL's five-character code (https://www.postgresql.org/docs/current/errcodes-appendix.html), if it is one. */
export function sqlState(err: unknown): string | undefined {
	return err instanceof pg.DatabaseError ? err.code : undefined;
}

/** The name of the constraint that a statement broke: it decides which refusal a service returns. */
export function brokenConstraint(err: unknown): string | undefined {
	return err instanceof pg.DatabaseError ? err.constraint : undefined;
}

/**
 * The error that a caller gets for a database failure. An AppError passes as it is. A value that PostgreSQL refuses is the
 * caller's to mend, and its cause is logged as an error: our validation should have caught it. A broken constraint is
 * an internal error here: the service that owns it knows which refusal it means, and translates it before.
 */
export function toAppError(err: unknown): AppError {
	if (err instanceof AppError) return err;
	if (err instanceof ConnectionLost) return serviceUnavailable(err.cause);
	const state = sqlState(err);
	if (state === undefined) return internalError(err);
	if (saysUnavailable(state)) return serviceUnavailable(err);
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
