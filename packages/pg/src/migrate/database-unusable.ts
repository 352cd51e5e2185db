/** What a process says that finds no database to start with. A name may stand for several addresses: the first tells. */
export function databaseUnusable(err: unknown): Error {
	const [first] = err instanceof AggregateError ? err.errors : [err];
	const { message } = first as Error;
	return new Error(`The database of DATABASE_URL cannot be used: ${message}`);
}
