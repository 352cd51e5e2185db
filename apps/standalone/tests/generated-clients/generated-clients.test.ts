import { execFile } from "node:child_process";
import { cpSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { ensureEnvironment, findPython } from "@supportdesk/testkit/python.ts";
import {
	makeTempFolder,
	removeFolder,
} from "@supportdesk/testkit/temp-folder.ts";
import openapiTS, { astToString } from "openapi-typescript";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
	startProduct,
	type TestProduct,
	type TestWorkspace,
} from "../product.ts";

const PYTHON_GENERATOR = "openapi-python-client==0.29.1";
const SLOW_MS = 300_000; // pip fetches the generator and its dependencies
const run = promisify(execFile);
const here = import.meta.dirname;
const app = join(here, "../..");

let product: TestProduct;
let workspace: TestWorkspace;
let folder: string;
let documentFile: string;
let document: string;

beforeAll(async () => {
	product = await startProduct({ transport: "process" });
	workspace = await product.createWorkspace();
	folder = makeTempFolder("generated-clients");
	document = await (await fetch(`${product.url}/openapi.json`)).text();
	documentFile = join(folder, "openapi.json");
	writeFileSync(documentFile, document);
});
afterAll(async () => {
	await product.stop();
	removeFolder(folder);
});

it("has types that openapi-typescript and openapi-fetch understand, and a program with them makes a round trip", async () => {
	const types = astToString(await openapiTS(document));
	writeFileSync(join(folder, "api.d.ts"), types);
	cpSync(join(here, "round-trip.ts"), join(folder, "round-trip.ts"));
	symlinkSync(join(app, "node_modules"), join(folder, "node_modules"));
	writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
	const compiler = join(app, "node_modules/typescript/bin/tsc");
	const options =
		"--noEmit --strict --module nodenext --target esnext --types node --skipLibCheck false";
	const typeRoots = ["--typeRoots", join(app, "../../node_modules/@types")];
	await run(
		process.execPath,
		[compiler, ...options.split(" "), ...typeRoots, "round-trip.ts"],
		{ cwd: folder },
	);
	const { stdout } = await run(
		process.execPath,
		["round-trip.ts", product.url, workspace.key],
		{ cwd: folder },
	);
	expect(JSON.parse(stdout)).toEqual({
		contactOfSecond: true,
		note: "note",
		listed: true,
		refused: "missing_parameter",
		unfiltered: "ai_intent",
		search: 200,
	});
});

const python = findPython();
it.skipIf(!python)(
	"has models that openapi-python-client understands, and a program with them makes a round trip (needs Python 3.11 and its venv)",
	async () => {
		const programs = await ensureEnvironment(
			python!,
			join(app, "node_modules/.cache/openapi-python-client"),
			[PYTHON_GENERATOR],
		);
		const generator = join(programs, "openapi-python-client");
		const options = ["--path", documentFile, "--meta", "none"];
		const { stdout: said } = await run(
			generator,
			["generate", ...options, "--output-path", "desk"],
			{ cwd: folder },
		);
		expect(said.replaceAll("Skipping Integration", "")).not.toMatch(
			/unable|skipping/i,
		);
		cpSync(join(here, "round_trip.py"), join(folder, "round_trip.py"));
		const { stdout } = await run(
			join(programs, "python"),
			["round_trip.py", product.url, workspace.key],
			{ cwd: folder },
		);
		expect(JSON.parse(stdout)).toEqual({
			contactOfSecond: true,
			note: "note",
			listed: true,
			refused: "invalid_parameter",
			search: 200,
		});
	},
	SLOW_MS,
);
