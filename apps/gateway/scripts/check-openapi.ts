// Fails when the API document breaks a client without a new version: `node apps/gateway/scripts/check-openapi.ts`.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
	API_VERSIONS,
	LATEST_API_VERSION,
} from "@supportdesk/keys/api-versions.ts";
import { openApiDocument } from "../src/openapi/document.ts";
import { CHANGES } from "../src/versions/compatibility.ts";
import { breaksBetween, findOasdiff } from "./oasdiff.ts";
import { contractOf, recordOf } from "./recorded-openapi.ts";

const LINES_MAX = 50;

/** Differences that no existing client can meet, each with the reason. */
const UNREACHABLE: readonly string[] = [
	// Null for a session of the console alone; a request with a key shows the key.
	"GET /v1/me: the response property `key` became nullable for the status `200`",
];

const oasdiff = findOasdiff();
if (!oasdiff) {
	console.warn(
		"\n*** SKIPPED: neither oasdiff nor Go is installed: whether the API document breaks a client is not checked. Install Go from https://go.dev/dl. ***\n",
	);
	process.exit(0);
}

const folder = mkdtempSync(join(tmpdir(), "supportdesk-openapi-"));
const problems: string[] = [];

// What a version breaks, its changes declare, because they serve the clients of the version before.
for (const [n, version] of API_VERSIONS.slice(1).entries()) {
	const before = recordOf(API_VERSIONS[n]!);
	const declared = CHANGES.filter((change) => change.version === version);
	const operations = new Set(declared.flatMap(({ operations }) => operations));
	for (const each of breaksBetween(oasdiff, before, recordOf(version))) {
		if (operations.has(each.operationId ?? "")) continue;
		problems.push(`${version}: ${describe(each)}`);
	}
}

// Nothing breaks within a version: neither its present record nor the one that it was published with.
const now = write("now.json", contractOf(openApiDocument()));
const latest = recordOf(LATEST_API_VERSION);
const first = firstRecord(latest);
const records = [latest, ...(first ? [write("first.json", first)] : [])];
for (const record of records) {
	for (const each of breaksBetween(oasdiff, record, now)) {
		problems.push(`${LATEST_API_VERSION}: ${describe(each)}`);
	}
}
rmSync(folder, { recursive: true });
const all = [...new Set(problems)].filter(
	(each) => !UNREACHABLE.some((one) => each.endsWith(one)),
);
for (const problem of all.slice(0, LINES_MAX)) console.error(problem);
if (all.length > LINES_MAX)
	console.error(`… and ${all.length - LINES_MAX} more`);
if (all.length > 0) {
	console.error(
		"\nThis breaks clients. Add a version to packages/keys/src/api-versions.ts and a change to apps/gateway/src/versions.",
	);
	process.exitCode = 1;
}

function describe(each: ReturnType<typeof breaksBetween>[number]): string {
	return `${each.operation} ${each.path}: ${each.text}`;
}

function write(name: string, text: string): string {
	const file = join(folder, name);
	writeFileSync(file, text);
	return file;
}

/** The file as it was first committed; undefined without a history. */
function firstRecord(file: string): string | undefined {
	const git = (...args: string[]) =>
		execFileSync("git", args, {
			cwd: import.meta.dirname,
			encoding: "utf8",
			maxBuffer: 64 * 1024 * 1024,
		});
	try {
		const log = ["log", "--diff-filter=A", "--format=%H", "--", file];
		const commit = git(...log)
			.trim()
			.split("\n")
			.at(-1);
		return (
			commit && git("show", `${commit}:./../openapi/${LATEST_API_VERSION}.json`)
		);
	} catch {
		return undefined;
	}
}
