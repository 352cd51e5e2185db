/** What `read` gives. What it throws is about something the caller got wrong: said in a line, and the process ends. */
export function orExit<T>(read: () => T): T {
	try {
		return read();
	} catch (err) {
		console.error((err as Error).message);
		process.exit(2);
	}
}
