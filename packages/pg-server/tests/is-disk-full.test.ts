import { tmpdir } from "node:os";
import { expect, it } from "vitest";
import { isDiskFull } from "../src/is-disk-full.ts";

it("recognises a full disk although the server has removed what it wrote", () =>
	expect(
		isDiskFull(
			`FATAL:  could not extend file "base/1/2691": wrote only 4096 of 8192 bytes at block 8
HINT:  Check free disk space.
`,
			tmpdir(),
		),
	).toBe(true));

// No byte can be written there, so that a server's log ends before its reason.
it.runIf(process.platform === "linux")(
	"recognises a full disk whose log ends within a line",
	() => {
		const log = "2026-11-26 11:42:17.130 UTC [7721] FA";
		expect(isDiskFull(log, "/proc")).toBe(true);
		expect(isDiskFull(log, tmpdir())).toBe(false);
	},
);
