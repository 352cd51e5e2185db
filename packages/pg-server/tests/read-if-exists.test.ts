import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { readIfExists } from "../src/read-if-exists.ts";

const READS = 50_000;

it("reads a file that another process keeps replacing", async () => {
	const folder = mkdtempSync(join(tmpdir(), "read-if-exists-"));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	const path = join(folder, "postmaster.pid");
	const replacing = spawn(process.execPath, [
		"-e",
		`const { writeFileSync, rmSync } = require("node:fs");
		 for (;;) { writeFileSync(${JSON.stringify(path)}, "1"); rmSync(${JSON.stringify(path)}); }`,
	]);
	onTestFinished(async () => {
		replacing.kill("SIGKILL");
		await once(replacing, "exit");
	});
	await vi.waitFor(() => expect(readIfExists(path)).toBe("1"), 10_000);
	const seen = new Set<string | undefined>();
	for (let n = 0; n < READS; n++) seen.add(readIfExists(path));
	expect(seen).toContain("1");
	expect(seen).toContain(undefined);
});
