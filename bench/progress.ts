/** How often a line is printed. */
const EVERY_MS = 10_000;

/** Reports the progress of a long task on standard error every ten seconds: `MiniLM encodes: 5,120 of 43,410`. */
export function reportProgress(
	what: string,
): (done: number, of: number) => void {
	let reportedAt = performance.now();
	return (done, of) => {
		if (performance.now() - reportedAt < EVERY_MS) return;
		reportedAt = performance.now();
		console.error(
			`${what}: ${done.toLocaleString("en")} of ${of.toLocaleString("en")}`,
		);
	};
}
