import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { expect, it } from "vitest";

const BYTES_MAX = 12 * 1024;

it("has at most 12 KB, minified and compressed", async () => {
	const bundle = await rolldown({
		input: join(import.meta.dirname, "../src/client.ts"),
		platform: "browser",
	});
	const { output } = await bundle.generate({ minify: true });
	expect(output).toHaveLength(1);
	const bytes = gzipSync(output[0].code).length;
	console.log(`@supportdesk/client: ${bytes} bytes`);
	expect(bytes).toBeLessThanOrEqual(BYTES_MAX);
});
