import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

// Both installers wait 10 s and 60 s between their attempts by default, which is over a minute on a machine without a
// network. These settings shorten that for npm and pnpm; values from the environment have precedence.
const RETRY_MS_MIN = 1_000;
const RETRY_MS_MAX = 5_000;
const FETCH_TIMEOUT_MS = 60_000;
const LINES_KEPT = 40;

/**
 * Runs npx and passes every line of its output to the reporter.
 *
 * @param {{ line(line: string): void, end(isDone: boolean): void }} reporter
 * @returns {Promise<{ reason: string, isFetch: boolean } | undefined>} the failure as npm or pnpm reports it, and
 * whether a download failed
 */
export async function runInstaller(program, args, cwd, reporter) {
	const child = spawn(program, args, {
		cwd,
		stdio: ["ignore", "pipe", "pipe"],
		env: { ...settingsOf(process.env), ...process.env },
	});
	const stop = (signal) => {
		child.kill(signal);
		process.exit(1);
	};
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
		process.on(signal, stop);
	const lines = [];
	for (const stream of [child.stdout, child.stderr])
		createInterface({ input: stream }).on("line", (line) => {
			lines.push(line);
			if (lines.length > LINES_KEPT) lines.shift();
			reporter.line(line);
		});
	const failure = await new Promise((resolve) => {
		child.on("error", ({ code }) =>
			resolve({
				reason: `${program}, which comes with npm, cannot be run (${code})`,
				isFetch: false,
			}),
		);
		child.on("close", (status, signal) =>
			resolve(status === 0 ? undefined : explain(lines, status ?? signal)),
		);
	});
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
		process.off(signal, stop);
	reporter.end(failure === undefined);
	return failure;
}

function settingsOf({ npm_config_registry: registry }) {
	const settings = {
		fetch_retry_mintimeout: RETRY_MS_MIN,
		fetch_retry_maxtimeout: RETRY_MS_MAX,
		fetch_timeout: FETCH_TIMEOUT_MS,
	};
	const env = {};
	for (const [name, value] of Object.entries(settings)) {
		env[`npm_config_${name}`] = String(value);
		env[`pnpm_config_${name}`] = String(value);
	}
	// pnpm would query the registry for the age of every locked version, which takes up to a minute. Versions and
	// integrity are locked, and CI, which installs without this setting, has checked the ages.
	env.pnpm_config_minimum_release_age = "0";
	// pnpm does not read npm's variable: with this, one setting is enough for a private registry.
	if (registry) env.pnpm_config_registry = registry;
	return env;
}

/** The error that pnpm reports, otherwise the lines that npm wrote. */
function explain(lines, status) {
	for (const line of [...lines].reverse()) {
		const { level, name, code, message } = parse(line);
		if (level === "error" && name === "pnpm")
			return {
				reason: `${withoutRepetition(message)} (${code})`,
				isFetch: /FETCH|REGISTRY/.test(code),
			};
	}
	const written = lines
		.filter((line) => line.startsWith("npm error "))
		.map((line) => line.slice("npm error ".length));
	const request = written.find((line) => /request to \S+ failed/.test(line));
	if (request)
		return {
			reason: request.replace(/^.*?(?=request to)/, ""),
			isFetch: true,
		};
	const reason = written.slice(0, 3).join("; ") || lines.at(-1);
	return { reason: reason ?? `status ${status}`, isFetch: false };
}

/** Removes the cause that pnpm repeats after a failed request. */
function withoutRepetition(message) {
	return message.replace(/^installing dependencies: /, "").split(": error")[0];
}

function parse(line) {
	try {
		return JSON.parse(line);
	} catch {
		return {};
	}
}
