/**
 * A command line that the kernel ends as soon as the process that starts it has ended, however that was: what a test or
 * a measurement has started does not outlive it. setpriv comes with util-linux; elsewhere than on Linux the command
 * stays as it is.
 */
export function withUs(
	command: string,
	args: readonly string[],
): { readonly command: string; readonly args: string[] } {
	if (process.platform !== "linux") return { command, args: [...args] };
	return {
		command: "setpriv",
		args: ["--pdeathsig", "KILL", command, ...args],
	};
}
