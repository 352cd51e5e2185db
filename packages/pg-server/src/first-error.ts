/** Why a start failed, by what the server wrote: its later complaints follow from the first. */
export function firstComplaint(log: string): string {
	const lines = log.trim().split("\n");
	const told = lines.find((line) => /FATAL|PANIC|error:/.test(line));
	return (told ?? lines.at(-1)!).replace(/^.*?(FATAL|PANIC):\s*/, "");
}
