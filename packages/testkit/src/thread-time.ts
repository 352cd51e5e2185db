/** The processor time of this thread so far, in milliseconds: a bound on it holds on a busy machine too. */
export function threadTimeMs(): number {
	const { user, system } = process.threadCpuUsage();
	return (user + system) / 1_000;
}
