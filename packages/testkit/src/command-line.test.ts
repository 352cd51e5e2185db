import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

const PROGRAM = `
	import { readCommandLine, required } from ${JSON.stringify(import.meta.resolve("./command-line.ts"))};
	const values = readCommandLine("walk -- --to PLACE [--steps 10]", {
		to: { type: "string" },
		steps: { type: "string", default: "10" },
		back: { type: "boolean", default: false },
	});
	console.log(required(values.to, "to"), values.steps, values.back);
`;

function runProgram(...args: string[]) {
	const { status, stdout, stderr } = spawnSync(
		process.execPath,
		["--input-type=module-typescript", "--eval", PROGRAM, "--", ...args],
		{ encoding: "utf8" },
	);
	return { status, output: stdout.trim(), errors: stderr.trim() };
}

const USAGE = "usage: npm run walk -- --to PLACE [--steps 10]";

test("returns the given values and the defaults", () => {
	expect(runProgram("--to", "town")).toEqual({
		status: 0,
		output: "town 10 false",
		errors: "",
	});
	expect(runProgram("--to=town", "--steps", "2.5", "--back").output).toBe(
		"town 2.5 true",
	);
});

test("prints the usage on --help", () => {
	expect(runProgram("--help")).toEqual({
		status: 0,
		output: USAGE,
		errors: "",
	});
});

test.each([
	[["--steps", "many"], `Option '--steps' takes a number, not many\n${USAGE}`],
	[["--steps", "-1"], USAGE],
	[["--jumps", "3"], `Unknown option '--jumps'\n${USAGE}`],
	[["town"], USAGE],
	[[], "--to is missing; --help shows the options"],
])("%j ends with exit code 2 and the error", (args, expected) => {
	const { status, output, errors } = runProgram(...args);

	expect(status).toBe(2);
	expect(output).toBe("");
	expect(errors).toContain(expected);
	expect(errors).not.toContain("    at ");
});
