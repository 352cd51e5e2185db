import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { callAll } from "../codegen/call-all.ts";

const PRINT = join(
	import.meta.dirname,
	"../../../apps/gateway/scripts/print-openapi.ts",
);

it("has a method for each operation of the API document, and no other", async () => {
	const text = execFileSync(process.execPath, [PRINT], {
		encoding: "utf8",
		maxBuffer: 64 * 1024 * 1024,
	});
	const { paths } = JSON.parse(text) as { paths: Record<string, object> };
	const documented = Object.entries(paths).flatMap(([path, operations]) =>
		Object.keys(operations).map((verb) => `${verb.toUpperCase()} ${path}`),
	);
	const sent = await callAll();
	expect(
		sent.map(({ method, path }) => `${method} ${path}`).toSorted(),
	).toEqual(
		documented.map((each) => each.replaceAll(/\{\w+\}/g, "x")).toSorted(),
	);
});
