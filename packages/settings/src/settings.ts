import { z } from "zod";
import { withSecretFiles } from "./secret-files.ts";

/**
 * Reads the settings of a process. One that is missing or cannot be ends it with status 1 and a line for each, before
 * anything is opened.
 *
 * @param process the one to read and to end
 * @param load throws a `z.ZodError` for a setting that cannot be
 */
export function loadSettings<T>(
	{ env, exit }: Pick<NodeJS.Process, "env" | "exit">,
	load: (env: NodeJS.ProcessEnv) => T,
): T {
	try {
		return load(env);
	} catch (err) {
		if (!(err instanceof z.ZodError)) throw err;
		for (const line of explainSettings(err)) console.error(line);
		return exit(1);
	}
}

/** What is wrong, a line for each setting. Their values are not repeated: some are secret. */
export function explainSettings({ issues }: z.ZodError): string[] {
	return issues.map(({ path, message }) => {
		const unset = message.endsWith("received undefined");
		return `${path.join(".")}: ${unset ? "Not set" : message}`;
	});
}

/**
 * The settings that are given, secrets read from their files: a variable set to nothing is one that is not set, as
 * Compose and others leave it.
 *
 * @throws z.ZodError for a secret's file that cannot be used
 */
export function given(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	return withSecretFiles(
		Object.fromEntries(
			Object.entries(env).filter(([, value]) => value?.trim()),
		),
	);
}
