/** What a process prints when it cannot reach its database. A name may have several addresses: the first error is shown. */
export function databaseUnusable(err: unknown): Error {
	const [first] = err instanceof AggregateError ? err.errors : [err];
	const { message } = first as Error;
	return new Error(`The database of DATABASE_URL cannot be used: ${message}`);
}
