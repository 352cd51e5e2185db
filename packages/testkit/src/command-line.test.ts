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

function walk(...args: string[]) {
	const { status, stdout, stderr } = spawnSync(
		process.execPath,
		["--input-type=module-typescript", "--eval", PROGRAM, "--", ...args],
		{ encoding: "utf8" },
	);
	return { status, said: stdout.trim(), wrong: stderr.trim() };
}

const USAGE = "usage: npm run walk -- --to PLACE [--steps 10]";

test("gives what was asked for and the defaults", () => {
	expect(walk("--to", "town")).toEqual({
		status: 0,
		said: "town 10 false",
		wrong: "",
	});
	expect(walk("--to=town", "--steps", "2.5", "--back").said).toBe(
		"town 2.5 true",
	);
});

test("tells the options when asked for help", () => {
	expect(walk("--help")).toEqual({ status: 0, said: USAGE, wrong: "" });
});

test.each([
	[["--steps", "many"], `Option '--steps' takes a number, not many\n${USAGE}`],
	[["--steps", "-1"], USAGE],
	[["--hops", "3"], `Unknown option '--hops'\n${USAGE}`],
	[["town"], USAGE],
	[[], "--to is missing; --help tells more"],
])("%j ends with 2 and what is wrong", (args, expected) => {
	const { status, said, wrong } = walk(...args);

	expect(status).toBe(2);
	expect(said).toBe("");
	expect(wrong).toContain(expected);
	expect(wrong).not.toContain("    at ");
});
