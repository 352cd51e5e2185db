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
	const modelFile = join(home, "model.onnx");
	writeFileSync(modelFile, "no model");
	const program = `
		import { EncoderWorkers } from ${source("encoder-workers.ts")};
		const module = new URL(${source("minilm-worker.ts")});
		const workers = new EncoderWorkers(module, ${JSON.stringify({ modelFile, piecesMax: 8 })});
		await workers.startWorker().catch((err) => console.log(err.message));`;
	writeFileSync(join(home, "program.mjs"), program);
	const { stdout } = await promisify(execFile)(
		process.execPath,
		[join(home, "program.mjs")],
		{ env: { PATH: process.env.PATH, HOME: home, TMPDIR: home } },
	);
	expect(stdout).toContain("Load model");
	expect(readdirSync(home).sort()).toEqual(["model.onnx", "program.mjs"]);
});
