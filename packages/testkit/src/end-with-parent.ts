/**
 * A command line whose process the kernel kills as soon as its parent has ended, for any reason, so that no process
 * outlives the test or measurement that started it. setpriv is part of util-linux; on systems other than Linux the
 * command is unchanged.
 */
export function endWithParent(
	command: string,
	args: readonly string[],
): { readonly command: string; readonly args: string[] } {
	if (process.platform !== "linux") return { command, args: [...args] };
	return {
		command: "setpriv",
		args: ["--pdeathsig", "KILL", command, ...args],
	};
}
