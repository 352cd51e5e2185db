import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const APPS = fileURLToPath(new URL("../../apps/", import.meta.url));
const ENTRIES = [
	"ai/src/main.ts",
	"mail/src/main.ts",
	...["gateway", "tickets", "knowledge", "events"].flatMap((app) => [
		`${app}/src/main.ts`,
		`${app}/src/migrate.ts`,
	]),
];

/** The output and the exit code of an entry point with only these settings. */
async function run(entry: string, env: Record<string, string>) {
	const child = spawn(process.execPath, [APPS + entry], { env });
	const [said, logged, code] = await Promise.all([
		text(child.stderr),
		text(child.stdout),
		new Promise((resolve) => child.once("exit", resolve)),
	]);
	return { said, logged, code };
}

describe.concurrent("a process with invalid settings", () => {
	it.for(ENTRIES)(
		"%s ends with a line for each of them, and not their values",
		async (entry, { expect }) => {
			const { said, logged, code } = await run(entry, {
				DATABASE_URL: "mysql://user:secret@db/supportdesk",
				INTERNAL_SECRET: "secret",
				LOG_LEVEL: "loud",
			});
			expect(code).toBe(1);
			expect(logged).toBe("");
			expect(said).toMatch(/^([A-Z_]+: .+\n)+$/);
			expect(said).toContain("LOG_LEVEL: ");
			expect(said).not.toContain("undefined");
			expect(said).not.toContain("secret");
			if (!/^(ai|mail)\//.test(entry)) expect(said).toContain("DATABASE_URL: ");
		},
	);
});

it("ends with a line for each unusable secret file", async () => {
	const { said, logged, code } = await run("gateway/src/main.ts", {
		INTERNAL_SECRET: "secret",
		INTERNAL_SECRET_FILE: "/run/secrets/internal",
		DATABASE_URL_FILE: "/run/secrets/missing",
	});
	expect(said).toBe(
		"DATABASE_URL_FILE: The file /run/secrets/missing cannot be read (ENOENT)\n" +
			"INTERNAL_SECRET_FILE: INTERNAL_SECRET is set as well; set one of them\n",
	);
	expect([code, logged]).toEqual([1, ""]);
});

it("rejects plans that are not JSON", async () => {
	const { said } = await run("gateway/src/main.ts", { PLANS: "{" });
	expect(said).toContain("PLANS: Not JSON\n");
});

it("rejects a language model without a name", async () => {
	const { said, code } = await run("ai/src/main.ts", {
		INTERNAL_SECRET: "s".repeat(32),
		LLM_BASE_URL: "http://127.0.0.1:1/v1",
	});
	expect(code).toBe(1);
	expect(said).toMatch(/^LLM_MODEL: .+\n$/);
});
