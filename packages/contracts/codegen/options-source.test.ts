import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { type DescriptorSet, optionsSource } from "./options-source.ts";

const BUF = join(import.meta.dirname, "../node_modules/.bin/buf");
const OPTIONS = "supportdesk/rpc/v1/options.proto";
const PROTOS = join(import.meta.dirname, "../../../protos");

const folder = mkdtempSync(join(tmpdir(), "protos-"));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The descriptors of a service with one method. */
function describeService(method: string): DescriptorSet {
	mkdirSync(join(folder, "supportdesk/rpc/v1"), { recursive: true });
	cpSync(join(PROTOS, OPTIONS), join(folder, OPTIONS));
	const source = `
		syntax = "proto3";
		package example.v1;
		import "${OPTIONS}";
		message Note { string text = 1; }
		service NotesService { ${method} }`;
	writeFileSync(join(folder, "notes.proto"), source);
	const build = ["build", folder, "-o", "-#format=json"];
	return JSON.parse(execFileSync(BUF, build, { encoding: "utf8" }));
}

it("writes the policy that a method states", () => {
	const descriptors = describeService(
		"rpc Keep(Note) returns (Note) { option (supportdesk.rpc.v1.policy) = POLICY_WRITE; }",
	);
	const source = optionsSource(descriptors);
	expect(source).toContain('"/example.v1.NotesService/Keep": POLICY_WRITE,');
});

it.each([
	"rpc Keep(Note) returns (Note);",
	"rpc Keep(Note) returns (Note) { option (supportdesk.rpc.v1.policy) = POLICY_UNSPECIFIED; }",
	"rpc Keep(stream Note) returns (Note);",
])("refuses a method without a policy: %s", (method) => {
	const descriptors = describeService(method);
	expect(() => optionsSource(descriptors)).toThrow(
		"/example.v1.NotesService/Keep states no policy",
	);
});

it("requires no policy of a method that returns a stream", () => {
	const descriptors = describeService(
		"rpc Follow(Note) returns (stream Note);",
	);
	expect(optionsSource(descriptors)).not.toContain("Follow");
});
