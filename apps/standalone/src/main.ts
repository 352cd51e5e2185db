import { collectLines } from "@supportdesk/logger/collect-lines.ts";
import { createLogger } from "@supportdesk/logger/logger.ts";
import { endProcess } from "@supportdesk/rpc/end-process.ts";
import { explainSettings } from "@supportdesk/settings/settings.ts";
import { startTracing } from "@supportdesk/tracing/start-tracing.ts";
import { z } from "zod";
import { loadConfig } from "./config.ts";
import { openDataFolder } from "./data-folder.ts";
import { LOG_LIMITS, openLog } from "./open-log.ts";
import { start } from "./start.ts";
import { StartError } from "./start-error.ts";
import { welcome } from "./welcome.ts";

// The README promises that Ctrl-C takes at most ten seconds. After this timeout the process exits, and PostgreSQL
// detects that and stops.
const STOP_MS_MAX = 9_000;

try {
	await run();
} catch (err) {
	const reason = err instanceof StartError ? err.message : explain(err);
	console.error(`\nSupport Desk did not start: ${reason}`);
	process.exit(1);
}

async function run(): Promise<void> {
	const config = loadConfig(process.env);
	const folder = openDataFolder(config.dataDir);
	const logFile = openLog(folder.log, LOG_LIMITS, (err) =>
		console.error(`The log ${folder.log} cannot be written: ${err.message}`),
	);
	const lines = collectLines(logFile);
	const log = createLogger({
		name: "supportdesk",
		level: config.logLevel,
		destination: lines,
	});
	const tracing = await startTracing("supportdesk", config.tracesUrl);
	const stopping = new AbortController();
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
		process.on(signal, () => stopping.abort());
	// scripts/run.mjs has the other end: if it is killed, no process could stop this one.
	process.on("disconnect", () => stopping.abort());
	process.channel?.unref();

	console.log(`Starting Support Desk with its data in ${config.dataDir} …`);
	const standalone = await start(config, folder, log);
	standalone.databaseEnded.then(() => {
		if (stopping.signal.aborted) return;
		console.error(
			`The database has ended six times within ten minutes, or could not be restarted (its log is ${folder.postgres}/postgres.log).`,
		);
		process.exit(1);
	});
	log.info({ url: standalone.demo.base_url }, "listening");
	if (!stopping.signal.aborted) {
		console.log(welcome(standalone, config, folder));
		for (const warning of [...folder.warnings, standalone.warning])
			if (warning) console.error(`${warning}\n`);
		await new Promise((resolve) =>
			stopping.signal.addEventListener("abort", resolve),
		);
	}
	console.log("Stopping …");
	log.info("stopping");
	const stop = async () => {
		await standalone.stop();
		await tracing.stop();
		lines.flush();
		await new Promise<void>((resolve) => logFile.end(resolve));
	};
	await endProcess(process, stop, STOP_MS_MAX, () => {});
}

function explain(err: unknown): string {
	if (err instanceof z.ZodError) {
		return explainSettings(err).join("; ");
	}
	return err instanceof Error ? (err.stack ?? err.message) : String(err);
}
