import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import {
	type Manifest,
	moduleOf,
	nameOf,
	OVERLAYS,
	render,
} from "./manifests.ts";

interface Model {
	validate(): void;
}

const FOLDER = fileURLToPath(new URL(".", import.meta.url));
const TSC = fileURLToPath(
	new URL("../../node_modules/.bin/tsc", import.meta.url),
);

describe.each([...OVERLAYS, "restore", "admin"] as const)("%s", (what) => {
	const manifests = render(what);

	it.each(manifests.map((manifest) => [nameOf(manifest), manifest] as const))(
		"has a valid %s",
		async (_name, manifest) => {
			const models: Record<string, new (data: Manifest) => Model> =
				await import(moduleOf(manifest));
			const model = new models[manifest.kind]!(manifest);
			expect(() => model.validate()).not.toThrow();
		},
	);

	// The published JSON schemas accept unknown fields, as the API server does unless it validates strictly. The same
	// schemas as types do not: an object literal may have only known fields.
	it("has no field that is unknown to its schema", async () => {
		const output = await checkTypes(manifests);
		expect(output).toBe("");
	});
});

it("detects a misspelt field", async () => {
	const output = await checkTypes([
		{
			apiVersion: "v1",
			kind: "ConfigMap",
			metadata: { name: "x" },
			dta: {},
		} as Manifest,
	]);
	expect(output).toMatch(/'"dta"' does not exist/);
});

async function checkTypes(manifests: readonly Manifest[]): Promise<string> {
	const folder = await mkdtemp(join(FOLDER, ".types-"));
	onTestFinished(() => rm(folder, { recursive: true }));
	const lines = manifests.map(
		(manifest, i) =>
			`export const m${i}: import("${moduleOf(manifest)}").I${manifest.kind} = ${JSON.stringify(manifest)};`,
	);
	await writeFile(join(folder, "manifests.ts"), lines.join("\n"));
	try {
		execFileSync(
			TSC,
			[
				"--noEmit",
				"--ignoreConfig",
				"--strict",
				"--skipLibCheck",
				"--types",
				"node",
			].concat(
				["--module", "nodenext", "--target", "esnext"],
				join(folder, "manifests.ts"),
			),
			{ encoding: "utf8" },
		);
		return "";
	} catch (err) {
		return String((err as { stdout: unknown }).stdout);
	}
}
