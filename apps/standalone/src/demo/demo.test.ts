import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeTempFolder } from "@supportdesk/testkit/temp-folder.ts";
import { afterAll, expect, it } from "vitest";
import { readDemo } from "./demo.ts";

const folder = makeTempFolder("demo");
afterAll(() => rmSync(folder, { recursive: true }));

it("does not replace a demo whose file this user cannot read", () => {
	// Root can read every file; a folder cannot be read as a file.
	expect(() => readDemo(folder)).toThrow(
		`The file ${folder} cannot be read by this user (EISDIR).`,
	);
});

it("treats a damaged file as missing", () => {
	const path = join(folder, "demo.json");
	writeFileSync(path, "{");
	expect(readDemo(path)).toBeUndefined();
});
