/** PostgreSQL could not be started; the message is one sentence a person can act on. */
export class PostgresStartError extends Error {
	override readonly name = "PostgresStartError";
}
