import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Demo } from "../src/demo/demo.ts";

/** A one-machine installation in a separate process, as `npm start` runs it. */
export interface Installation {
	readonly process: ChildProcess;
	/** The output so far. */
	printed(): string;
	/** Resolves with the demo's file when the installation reports that it runs. @throws Error if it ends before. */
	running(): Promise<Demo>;
	/** Resolves with the exit code. */
	ended(): Promise<number | null>;
	kill(signal: NodeJS.Signals): Promise<number | null>;
}

const MAIN = join(import.meta.dirname, "../src/main.ts");

/** @param env settings in addition to the data folder; a free port by default */
export function startInstallation(
	dataDir: string,
	env: NodeJS.ProcessEnv = {},
): Installation {
	const { DATABASE_URL: _, ...inherited } = process.env;
	const child = spawn(process.execPath, [MAIN], {
		env: {
			...inherited,
			PORT: "0",
			SUPPORTDESK_DATA: dataDir,
			SUPPORTDESK_MODELS_FETCH: "false",
			...env,
		},
		stdio: ["ignore", "pipe", "pipe"],
	});
	let text = "";
	const exit = once(child, "exit").then(([code]) => code as number | null);
	const running = new Promise<void>((resolve, reject) => {
		const read = (chunk: Buffer) => {
			text += chunk;
			if (text.includes("is running at")) resolve();
		};
		child.stdout.on("data", read);
		child.stderr.on("data", read);
		exit.then(() => reject(new Error(`it ended:\n${text}`)));
	});
	running.catch(() => {}); // callers that do not wait for it expect the end
	return {
		process: child,
		printed: () => text,
		ended: () => exit,
		async running() {
			await running;
			return JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8"));
		},
		async kill(signal) {
			child.kill(signal);
			return exit;
		},
	};
}

/** Runs the printed command in a shell and parses its output. */
export function runInShell(line: string) {
	return JSON.parse(
		execFileSync("sh", ["-c", `${line} -s`], { encoding: "utf8" }),
	);
}
