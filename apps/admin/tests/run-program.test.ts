import { expect, it } from "vitest";
import { AdminError } from "../src/admin-error.ts";
import { runProgram } from "../src/run-program.ts";

it("reports that an image of the command line alone cannot run another app's program", async () => {
	const failure = await runProgram(
		process.execPath,
		"/srv/apps/ai/main.ts",
		[],
		() => {},
	).catch((err) => err);
	expect(failure).toBeInstanceOf(AdminError);
	expect(failure.message).toMatch(/^\/srv\/apps\/ai\/main.ts is not there: /);
});
