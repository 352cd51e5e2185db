import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
	makeTempFolder,
	removeFolder,
} from "@supportdesk/testkit/temp-folder.ts";
import { expect, it, onTestFinished } from "vitest";
import { commandFor } from "../src/config.ts";
import { openDataFolder } from "../src/data-folder.ts";

it("reports a secret that a folder with data has lost", () => {
	const dir = makeTempFolder("data-folder");
	onTestFinished(() => removeFolder(dir));
	const created = openDataFolder(dir);
	expect(created.warnings).toEqual([]);
	writeFileSync(created.demo, "{}");
	expect(openDataFolder(dir)).toEqual(created);

	rmSync(join(dir, "secrets-key"));
	const { warnings, secretsKey } = openDataFolder(dir);
	expect(secretsKey).not.toBe(created.secretsKey);
	expect(warnings).toEqual([
		expect.stringMatching(
			/^The file \S+\/secrets-key was missing. The new one makes the secrets of webhooks.* put it back/,
		),
	]);
});

it("names the data folder in the commands that it suggests, unless it is the one of the product", () => {
	const product = join(import.meta.dirname, "../../../.data");
	expect(commandFor(product, "npm start")).toBe("npm start");
	expect(commandFor("/srv/desk", "npm start")).toBe(
		"SUPPORTDESK_DATA=/srv/desk npm start",
	);
	expect(commandFor("/srv/o'clock desk", "npm start")).toBe(
		"SUPPORTDESK_DATA='/srv/o'\\''clock desk' npm start",
	);
});
