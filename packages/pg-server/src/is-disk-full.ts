import { statfsSync } from "node:fs";

// The server's own words: initdb removes its files after a failure, so that the disk has room again.
const REPORTS = /No space left on device|Disk quota exceeded|free disk space/;
// A server writes its log in pieces of some kilobytes: what is left may be too small for its reason.
const FREE_BYTES_MIN = 1_000_000;

/** Whether a server with this log failed because of a full disk, whose log may have no room for the reason. */
export function isDiskFull(log: string, dataDir: string): boolean {
	if (REPORTS.test(log)) return true;
	const { bavail, bsize } = statfsSync(dataDir);
	return bavail * bsize < FREE_BYTES_MIN;
}
