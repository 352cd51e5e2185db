import { readFileSync } from "node:fs";
import { z } from "zod";

/** The settings that hold a secret: each may also be given as `<NAME>_FILE`, the path of a file that holds the value. */
export const SECRET_SETTINGS: readonly string[] = [
	"DATABASE_URL",
	"DATABASE_DIRECT_URL",
	"INTERNAL_SECRET",
	"CURSOR_SECRET",
	"SECRETS_KEY",
	"OIDC_CLIENT_SECRET",
	"REDIS_URL",
	"SMTP_URL",
	"MAIL_DKIM_KEY",
	"MEILI_API_KEY",
	"LLM_API_KEY",
];

/**
 * Replaces every `<NAME>_FILE` of a secret setting by the contents of that file as `<NAME>`, without the trailing line
 * end that editors add.
 *
 * @throws z.ZodError with an issue for each file that cannot be read or is empty, or whose setting is given as well
 */
export function withSecretFiles(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	const settings = { ...env };
	const issues: z.core.$ZodIssue[] = [];
	for (const name of SECRET_SETTINGS) {
		const fileSetting = `${name}_FILE`;
		const path = env[fileSetting];
		if (path === undefined) continue;
		delete settings[fileSetting];
		const read =
			env[name] === undefined
				? readSecret(path)
				: { problem: `${name} is set as well; set one of them` };
		if ("value" in read) settings[name] = read.value;
		else
			issues.push({
				code: "custom",
				path: [fileSetting],
				message: read.problem,
				input: undefined,
			});
	}
	if (issues.length > 0) throw new z.ZodError(issues);
	return settings;
}

function readSecret(path: string): { value: string } | { problem: string } {
	try {
		const value = readFileSync(path, "utf8").replace(/\r?\n$/, "");
		return value.trim() ? { value } : { problem: `The file ${path} is empty` };
	} catch (err) {
		const { code } = err as NodeJS.ErrnoException;
		return { problem: `The file ${path} cannot be read (${code})` };
	}
}
