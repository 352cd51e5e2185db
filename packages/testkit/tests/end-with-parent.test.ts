import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { isAlive } from "@supportdesk/pg-server/is-alive.ts";
import { expect, it } from "vitest";

const OWNER = join(import.meta.dirname, "owner.ts");

it.runIf(process.platform === "linux")(
	"leaves no process behind when its parent is killed (only on Linux)",
	async () => {
		const owner = spawn(process.execPath, [OWNER], {
			stdio: ["ignore", "pipe", "inherit"],
		});
		const [line] = await once(owner.stdout!, "data");
		const pid = Number(line);
		expect(isAlive(pid)).toBe(true);
		owner.kill("SIGKILL");
		await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
	},
);
