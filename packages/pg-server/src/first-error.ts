/** The first error of a failed start in the server's log: the later ones follow from it. */
export function firstError(log: string): string {
	const lines = log.trim().split("\n");
	const found = lines.find((line) => /FATAL|PANIC|error:/.test(line));
	return (found ?? lines.at(-1)!).replace(/^.*?(FATAL|PANIC):\s*/, "");
}
