import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { TESTED_VERSION } from "@supportdesk/knowledge/engine/meilisearch-version.ts";
import { expect, it } from "vitest";

const FOLDER = join(import.meta.dirname, "..");

it("runs the tested version of Meilisearch in every file that names its image", () => {
	const files = readdirSync(FOLDER, {
		recursive: true,
		encoding: "utf8",
	}).filter((file) => file.endsWith(".yaml") && !file.includes("node_modules"));
	const tags = files.flatMap((file) =>
		[
			...readFileSync(join(FOLDER, file), "utf8").matchAll(
				/getmeili\/meilisearch:(\S+)/g,
			),
		].map(([, tag]) => [file, tag]),
	);
	expect(tags.map(([, tag]) => tag)).toEqual([
		`v${TESTED_VERSION}`,
		`v${TESTED_VERSION}`,
	]);
});
