import { execFile } from "node:child_process";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { makeTempFolder } from "@supportdesk/testkit/temp-folder.ts";
import { expect, it, onTestFinished } from "vitest";

const source = (file: string) =>
	JSON.stringify(new URL(`../src/encoder/${file}`, import.meta.url));

// It collects there first what it would send, with a number for this machine.
it("keeps the inference runtime from collecting telemetry about this machine", async () => {
	const home = makeTempFolder("home");
	onTestFinished(() => rmSync(home, { recursive: true }));
	const worker = `
		import { openTransformer } from ${source("transformer/open-transformer.ts")};
		const shape = { hidden: 1, layers: 0, heads: 1, inner: 1, epsilon: 0 };
		await openTransformer({ shape, floats: () => new Float32Array(1) });`;
	const program = `
		import { EncoderWorkers } from ${source("encoder-workers.ts")};
		const workers = new EncoderWorkers(new URL("worker.mjs", import.meta.url), {});
		await workers.startWorker().catch((err) => console.log(err.message));`;
	writeFileSync(join(home, "worker.mjs"), worker);
	writeFileSync(join(home, "program.mjs"), program);
	const { stdout } = await promisify(execFile)(
		process.execPath,
		[join(home, "program.mjs")],
		{ env: { PATH: process.env.PATH, HOME: home, TMPDIR: home } },
	);
	expect(stdout).toContain("invalid model");
	expect(readdirSync(home).sort()).toEqual(["program.mjs", "worker.mjs"]);
});
