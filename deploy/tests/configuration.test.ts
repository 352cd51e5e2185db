import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { configurationTable } from "../src/configuration.ts";
import { withTable } from "../src/readme.ts";
import { type Manifest, OVERLAYS, render } from "./manifests.ts";

it("tells operators every setting as the apps read it (npm run docs:configuration)", () => {
	const readme = readFileSync(
		join(import.meta.dirname, "../README.md"),
		"utf8",
	);
	expect(readme).toBe(withTable(readme));
	expect(readme).toContain("`INTERNAL_SECRET`");
});

it.each(OVERLAYS)(
	"sets nothing in the %s overlay that no app reads",
	(overlay) => {
		const known = new Set(
			[...configurationTable().matchAll(/^\| `(\w+)`/gm)].map(
				([, name]) => name!,
			),
		);
		const set = render(overlay)
			.filter(
				({ kind, metadata }: Manifest) =>
					kind === "ConfigMap" || OURS.has(`${kind}/${metadata.name}`),
			)
			.flatMap(({ data = {} }) => Object.keys(data))
			.filter((name) => !name.endsWith(".sh")); // a file, no setting
		expect(set.filter((name) => !known.has(name))).toEqual([]);
	},
);

const OURS = new Set(
	[
		"gateway",
		"tickets",
		"knowledge",
		"ai",
		"migrate",
		"supportdesk-internal",
	].map((name) => `Secret/${name}`),
);
