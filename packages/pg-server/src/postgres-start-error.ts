/** PostgreSQL could not be started; the message is one sentence that an operator can act on. */
export class PostgresStartError extends Error {
	override readonly name = "PostgresStartError";
}
