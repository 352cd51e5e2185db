import { expect, it } from "vitest";
import { collectLines } from "./collect-lines.ts";

function createCollector() {
	const written: string[] = [];
	const collector = collectLines({ write: (text) => written.push(text) });
	return { written, collector };
}

it("writes lines in one batch after a short delay", async () => {
	const { written, collector } = createCollector();
	for (const line of ["1\n", "2\n", "3\n"]) collector.write(line);
	expect(written).toEqual([]);
	await expect.poll(() => written).toEqual(["1\n2\n3\n"]);
});

it("writes a large batch at once", () => {
	const { written, collector } = createCollector();
	collector.write(`${"x".repeat(40_000)}\n`);
	expect(written).toHaveLength(1);
	collector.flush();
	expect(written).toHaveLength(1);
});

it("writes the remaining lines on flush", () => {
	const { written, collector } = createCollector();
	collector.write("last\n");
	collector.flush();
	expect(written).toEqual(["last\n"]);
});
