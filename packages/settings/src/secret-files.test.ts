import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import type { z } from "zod";
import { SECRET_SETTINGS } from "./secret-files.ts";
import { explainSettings, given } from "./settings.ts";

const folder = mkdtempSync(join(tmpdir(), "supportdesk-secrets-"));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, contents: string): string {
	const path = join(folder, name);
	writeFileSync(path, contents);
	return path;
}

function explained(env: NodeJS.ProcessEnv): string[] {
	try {
		given(env);
		return [];
	} catch (err) {
		return explainSettings(err as z.ZodError);
	}
}

it.each(SECRET_SETTINGS)("reads %s from the named file", (name) => {
	const path = file(name, "s3cret with spaces \n");
	expect(given({ [`${name}_FILE`]: path, PORT: "1" })).toEqual({
		[name]: "s3cret with spaces ",
		PORT: "1",
	});
});

it("removes exactly one line end", () => {
	for (const [contents, value] of [
		["a", "a"],
		["a\n", "a"],
		["a\r\n", "a"],
		["a\n\n", "a\n"],
	] as const)
		expect(given({ REDIS_URL_FILE: file("redis", contents) })).toEqual({
			REDIS_URL: value,
		});
});

it("ignores an empty file name beside the setting itself", () => {
	expect(given({ REDIS_URL: "redis://a", REDIS_URL_FILE: "" })).toEqual({
		REDIS_URL: "redis://a",
	});
});

it("ignores other variables that end in _FILE", () => {
	expect(given({ SSL_CERT_FILE: "/etc/cert" })).toEqual({
		SSL_CERT_FILE: "/etc/cert",
	});
});

it("reports the error of each file without printing a secret", () => {
	const missing = join(folder, "missing");
	expect(
		explained({
			DATABASE_URL: "postgresql://db/s3cret",
			DATABASE_URL_FILE: file("database", "postgresql://db/s3cret"),
			CURSOR_SECRET_FILE: missing,
			SMTP_URL_FILE: folder,
			LLM_API_KEY_FILE: file("empty", "\n"),
		}),
	).toEqual([
		"DATABASE_URL_FILE: DATABASE_URL is set as well; set one of them",
		`CURSOR_SECRET_FILE: The file ${missing} cannot be read (ENOENT)`,
		`SMTP_URL_FILE: The file ${folder} cannot be read (EISDIR)`,
		`LLM_API_KEY_FILE: The file ${join(folder, "empty")} is empty`,
	]);
});
