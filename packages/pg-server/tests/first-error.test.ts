import { expect, it } from "vitest";
import { firstComplaint } from "../src/first-complaint.ts";

it("names the full disk, not what the server did about it", () =>
	expect(
		firstComplaint(`selecting default time zone ... UTC
running bootstrap script ... 2026-11-22 01:03:13.942 UTC [28891] FATAL:  could not extend file "base/1/2691": No space left on device
2026-11-22 01:03:13.942 UTC [28891] HINT:  Check free disk space.
2026-11-22 01:03:13.942 UTC [28891] PANIC:  cannot abort transaction 1, it was already committed
child process exited with exit code 134
`),
	).toBe('could not extend file "base/1/2691": No space left on device'));

it("answers the last line where nothing is called an error", () =>
	expect(firstComplaint("sh: 1: cd: can't cd to /x\n")).toBe(
		"sh: 1: cd: can't cd to /x",
	));
