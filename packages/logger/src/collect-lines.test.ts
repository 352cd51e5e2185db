import { expect, it } from "vitest";
import { collectLines } from "./collect-lines.ts";

function aCollector() {
	const written: string[] = [];
	const collector = collectLines({ write: (text) => written.push(text) });
	return { written, collector };
}

it("writes lines together, and soon", async () => {
	const { written, collector } = aCollector();
	for (const line of ["1\n", "2\n", "3\n"]) collector.write(line);
	expect(written).toEqual([]);
	await expect.poll(() => written).toEqual(["1\n2\n3\n"]);
});

it("does not wait when there is much", () => {
	const { written, collector } = aCollector();
	collector.write(`${"x".repeat(40_000)}\n`);
	expect(written).toHaveLength(1);
	collector.flush();
	expect(written).toHaveLength(1);
});

it("hands on the rest when told to", () => {
	const { written, collector } = aCollector();
	collector.write("last\n");
	collector.flush();
	expect(written).toEqual(["last\n"]);
});
