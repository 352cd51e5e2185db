import { expect, it } from "vitest";
import { firstError } from "../src/first-error.ts";

it("reports the full disk, not the errors that follow from it", () =>
	expect(
		firstError(`selecting default time zone ... UTC
running bootstrap script ... 2026-11-22 01:03:13.942 UTC [28891] FATAL:  could not extend file "base/1/2691": No space left on device
2026-11-22 01:03:13.942 UTC [28891] HINT:  Check free disk space.
2026-11-22 01:03:13.942 UTC [28891] PANIC:  cannot abort transaction 1, it was already committed
child process exited with exit code 134
`),
	).toBe('could not extend file "base/1/2691": No space left on device'));

it("returns the last line of a log without an error", () =>
	expect(firstError("sh: 1: cd: can't cd to /x\n")).toBe(
		"sh: 1: cd: can't cd to /x",
	));
