import { once } from "node:events";
import { mkdir, readdir, readFile, rm, rmdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { createLogger } from "@supportdesk/logger/logger.ts";
import { makeTempFolder } from "@supportdesk/testkit/temp-folder.ts";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openLog } from "../src/open-log.ts";

const LIMITS = { fileBytes: 10_000, keptFiles: 3 };
const LINE_BYTES_MAX = 200;

let folder: string;
beforeEach(async () => {
	folder = makeTempFolder("log");
});
afterEach(() => rm(folder, { recursive: true }));

const failOnError = (err: Error) => {
	throw err;
};

/** Logs numbered lines as a run of the product would, and ends it. */
async function run(first: number, count: number): Promise<void> {
	const file = openLog(join(folder, "supportdesk.log"), LIMITS, failOnError);
	const log = createLogger({ name: "test", level: "info", destination: file });
	for (let n = first; n < first + count; n += 1) {
		log.info({ n }, "request");
		// Like requests, not all in one turn of the event loop.
		if (n % 10 === 0) await new Promise(setImmediate);
	}
	file.end();
	await once(file, "finish");
}

/** The numbers in the files, oldest first. */
async function kept(): Promise<number[]> {
	const names = await readdir(folder);
	const files = await Promise.all(
		names
			.sort()
			.reverse()
			.map((name) => readFile(join(folder, name), "utf8")),
	);
	const lines = files.flatMap((text) =>
		text.split("\n").filter((line) => line !== ""),
	);
	return lines.map((line) => JSON.parse(line).n);
}

it("never exceeds its limit on disk, and keeps the newest lines complete and in order", async () => {
	const count = 2_000; // five times the kept lines
	await run(0, count);
	const names = (await readdir(folder)).sort();
	expect(names).toEqual([
		"supportdesk.log",
		"supportdesk.log.1",
		"supportdesk.log.2",
		"supportdesk.log.3",
	]);
	for (const name of names) {
		const { size, mode } = await stat(join(folder, name));
		expect(size).toBeLessThan(LIMITS.fileBytes + 20 * LINE_BYTES_MAX);
		expect(mode & 0o777).toBe(0o600);
	}
	const numbers = await kept();
	expect(numbers.length).toBeGreaterThan(200);
	expect(numbers).toEqual(
		Array.from(
			{ length: numbers.length },
			(_, i) => count - numbers.length + i,
		),
	);
});

it("appends to the file of the previous run", async () => {
	await run(0, 5);
	await run(5, 5);
	expect(await kept()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
	expect(await readdir(folder)).toEqual(["supportdesk.log"]);
});

it("reports lost lines once, and writes again as soon as possible", async () => {
	const reported: string[] = [];
	const path = join(folder, "supportdesk.log");
	await mkdir(path); // not even root can write it
	const file = openLog(path, LIMITS, (err) => reported.push(err.message));
	const write = promisify(file.write.bind(file)) as (
		line: string,
	) => Promise<void>;
	await write('{"n":1}\n');
	await write('{"n":2}\n');
	expect(reported).toHaveLength(1);
	await rmdir(path);
	await write('{"n":3}\n');
	await write('{"n":4}\n');
	file.end();
	await once(file, "finish");
	expect(await kept()).toEqual([3, 4]);
	expect(reported).toHaveLength(1);
});
