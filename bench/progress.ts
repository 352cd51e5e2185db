/** How often a line is printed. */
const EVERY_MS = 10_000;

/** Says on standard error how far something long has come, now and then: `MiniLM reads: 5,120 of 43,410`. */
export function tellProgress(what: string): (done: number, of: number) => void {
	let toldAt = performance.now();
	return (done, of) => {
		if (performance.now() - toldAt < EVERY_MS) return;
		toldAt = performance.now();
		console.error(
			`${what}: ${done.toLocaleString("en")} of ${of.toLocaleString("en")}`,
		);
	};
}
