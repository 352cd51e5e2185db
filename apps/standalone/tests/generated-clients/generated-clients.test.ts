import { execFile, execFileSync } from "node:child_process";
import {
	cpSync,
	existsSync,
	mkdirSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
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
		const environment = join(app, "node_modules/.cache/openapi-python-client");
		const generator = join(environment, "bin/openapi-python-client");
		if (!existsSync(generator)) {
			mkdirSync(environment, { recursive: true });
			await run(python!, ["-m", "venv", environment]);
			const pip = join(environment, "bin/pip");
			await run(pip, ["install", "--quiet", PYTHON_GENERATOR]);
		}
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
			join(environment, "bin/python"),
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

/** A Python that can make environments and is new enough for the generated code. */
function findPython(): string | undefined {
	const check = "import ensurepip, sys; sys.exit(sys.version_info < (3, 11))";
	for (const name of ["python3", "python3.11", "python3.12", "python3.13"]) {
		try {
			execFileSync(name, ["-c", check], { stdio: "ignore" });
			return name;
		} catch {
			// Missing or too old.
		}
	}
	return undefined;
}
