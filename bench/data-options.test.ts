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

test("--help tells the options and ends well", () => {
	const { status, stdout } = run("--help");

	expect(stdout).toBe(
		"usage: npm run bench:search -- --data FOLDER [--split dev] [--models FOLDER] [--json]\n",
	);
	expect(status).toBe(0);
});

test.each([
	[[], "--data is missing; --help tells more"],
	[["--data", "nowhere"], "nowhere is not there"],
])("%j ends with what is wrong", (args, said) => {
	const { status, stdout, stderr } = run(...args);

	expect(stderr).toContain(said);
	expect(stdout).toBe("");
	expect(status).toBe(2);
});
