import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

const VERSION = "v1.35.0";
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

/** One difference that breaks a client. */
export interface Break {
	readonly id: string;
	readonly operation: string;
	readonly path: string;
	readonly operationId?: string;
	readonly text: string;
}

/** Finds oasdiff of the pinned version, and installs it if Go is there; undefined where there is no Go. */
export function findOasdiff(): string | undefined {
	const folder = join(homedir(), ".cache", "supportdesk", `oasdiff-${VERSION}`);
	const program = join(folder, "oasdiff");
	if (existsSync(program)) return program;
	const go = ["go", "/usr/local/go/bin/go"].find(
		(name) => spawnSync(name, ["version"]).status === 0,
	);
	if (!go) return undefined;
	execFileSync(go, ["install", `github.com/oasdiff/oasdiff@${VERSION}`], {
		env: { ...process.env, GOBIN: folder },
		stdio: "inherit",
	});
	return program;
}

// Codes of errors, types of events and scopes are added at any time: the guide on versions says so.
const OPEN =
	/`(.*\/)?(error\/code|error\/errors\/items\/code|type|scopes\/items)`/;

function isExpected({ id, text }: Break): boolean {
	return id.endsWith("-enum-value-added") && OPEN.test(text);
}

/** What clients written for one document cannot rely on in the other. */
export function breaksBetween(
	oasdiff: string,
	before: string,
	after: string,
): Break[] {
	const args = ["breaking", before, after, "--format", "json"];
	const output = execFileSync(oasdiff, args, {
		encoding: "utf8",
		maxBuffer: OUTPUT_BYTES_MAX,
	});
	const breaks: Break[] = JSON.parse(output || "[]");
	return breaks.filter((each) => !isExpected(each));
}
