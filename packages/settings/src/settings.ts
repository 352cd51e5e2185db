import { z } from "zod";
import { withSecretFiles } from "./secret-files.ts";

/**
 * Reads the settings of a process. Missing and invalid settings end it with status 1 and a line for each, before it
 * opens anything.
 *
 * @param process the process to read and to end
 * @param load throws a `z.ZodError` for an invalid setting
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

/** The errors, a line for each setting. The lines do not repeat the values: some are secret. */
export function explainSettings({ issues }: z.ZodError): string[] {
	return issues.map(({ path, message }) => {
		const unset = message.endsWith("received undefined");
		return `${path.join(".")}: ${unset ? "Not set" : message}`;
	});
}

/**
 * The settings that are given, with secrets read from their files. An empty variable counts as unset, because Compose
 * and others leave unset variables empty.
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
