import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

function run(...args: string[]) {
	const program = fileURLToPath(new URL("search/main.ts", import.meta.url));
	const { status, stdout, stderr } = spawnSync(
		process.execPath,
		[program, ...args],
		{ encoding: "utf8" },
	);
	return { status, stdout, stderr };
}

test("--help prints the options and ends with status 0", () => {
	const { status, stdout } = run("--help");

	expect(stdout).toBe(
		"usage: npm run bench:search -- --data FOLDER [--split dev] [--models FOLDER] [--json]\n",
	);
	expect(status).toBe(0);
});

test.each([
	[[], "--data is missing; --help shows the options"],
	[["--data", "nowhere"], "nowhere does not exist"],
])("%j ends with the error", (args, message) => {
	const { status, stdout, stderr } = run(...args);

	expect(stderr).toContain(message);
	expect(stdout).toBe("");
	expect(status).toBe(2);
});
