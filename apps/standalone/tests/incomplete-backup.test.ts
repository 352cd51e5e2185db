import { randomBytes } from "node:crypto";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { makeTempFolder } from "@supportdesk/testkit/temp-folder.ts";
import { pack } from "tar-stream";
import { afterAll, expect, it } from "vitest";
import { CLUSTER, FORMAT, MANIFEST } from "../src/backup/layout.ts";
import { restore } from "../src/backup/restore.ts";

const FILES = 100;
const FILE_BYTES = 40_000;
const CUTS = 100;
const folder = makeTempFolder("incomplete-backup");
afterAll(() => rmSync(folder, { recursive: true }));

async function makeBackup(): Promise<Buffer> {
	const archive = pack();
	archive.entry({ name: MANIFEST }, JSON.stringify({ format: FORMAT }));
	for (let n = 0; n < FILES; n += 1)
		archive.entry({ name: `${CLUSTER}/base/${n}` }, randomBytes(FILE_BYTES));
	archive.finalize();
	return gzipSync(await buffer(archive), { level: 1 });
}

it("is refused and leaves nothing behind, wherever it ends", async () => {
	const whole = await makeBackup();
	const [file, dataDir] = [join(folder, "cut.tar.gz"), join(folder, "data")];
	for (let n = 0; n < CUTS; n += 1) {
		writeFileSync(file, whole.subarray(0, (whole.length * (n + 1)) / CUTS - 9));
		await expect(restore(file, dataDir, process.pid, () => {})).rejects.toThrow(
			/^.* was not restored: /,
		);
		expect(existsSync(dataDir)).toBe(false);
	}
});
