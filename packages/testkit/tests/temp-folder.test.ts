import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { expect, it, onTestFinished } from "vitest";
import { makeTempFolder, removeFolder } from "../src/temp-folder.ts";

const MODULE = new URL("../src/temp-folder.ts", import.meta.url);

it("removes the folders of killed processes, and none of running ones", async () => {
	const mine = makeTempFolder("mine");
	onTestFinished(() => removeFolder(mine));
	const owner = spawn(
		process.execPath,
		[
			"--input-type=module",
			"--eval",
			`import { makeTempFolder } from "${MODULE}";
			 console.log(makeTempFolder("killed"));
			 setInterval(() => {}, 1_000);`,
		],
		{ stdio: ["ignore", "pipe", "inherit"] },
	);
	const [line] = await once(owner.stdout!, "data");
	const left = String(line).trim();
	removeFolder(makeTempFolder("other"));
	expect(existsSync(left)).toBe(true);
	owner.kill("SIGKILL");
	await once(owner, "exit");
	removeFolder(makeTempFolder("next"));
	expect([existsSync(left), existsSync(mine)]).toEqual([false, true]);
});
