import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeTempFolder } from "@supportdesk/testkit/temp-folder.ts";
import { afterAll, expect, it } from "vitest";
import { readDemo } from "./demo.ts";

const folder = makeTempFolder("demo");
afterAll(() => rmSync(folder, { recursive: true }));

it("does not take a demo whose file this user cannot read for lost, and its keys with it", () => {
	// Root reads every file, but no folder as one.
	expect(() => readDemo(folder)).toThrow(
		`The file ${folder} cannot be read by this user (EISDIR).`,
	);
});

it("takes a damaged file for none", () => {
	const path = join(folder, "demo.json");
	writeFileSync(path, "{");
	expect(readDemo(path)).toBeUndefined();
});
