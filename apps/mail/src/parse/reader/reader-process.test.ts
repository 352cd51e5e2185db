import { execFile } from "node:child_process";
import { expect, it } from "vitest";
import { READER_FLAGS } from "./reader-process.ts";

/** What a program writes that runs as the process which reads mails does. */
function run(program: string): Promise<string> {
	return new Promise((resolve) => {
		const args = [...READER_FLAGS, "--input-type=module", "-e", program];
		execFile(process.execPath, args, { env: {} }, (_, stdout, stderr) =>
			resolve(stdout + stderr),
		);
	});
}

it.each([
	["connect", 'import net from "node:net"; net.connect(9, "127.0.0.1")'],
	[
		"look up names",
		'import dns from "node:dns"; dns.lookup("desk.example", console.log)',
	],
	[
		"start programs",
		'import { execFileSync } from "node:child_process"; execFileSync("id")',
	],
	[
		"start threads",
		'import { Worker } from "node:worker_threads"; new Worker("1", { eval: true })',
	],
	[
		"write files",
		'import { writeFileSync } from "node:fs"; writeFileSync("/tmp/mail", "x")',
	],
	[
		"read other files",
		'import { readFileSync } from "node:fs"; readFileSync("/etc/passwd")',
	],
])("cannot %s", async (_, program) => {
	expect(await run(program)).toMatch(/ERR_ACCESS_DENIED|restricted/);
});

it("has nothing of the service's environment", async () => {
	expect(await run("console.log(Object.keys(process.env))")).toBe("[]\n");
});
