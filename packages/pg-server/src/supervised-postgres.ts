import { setTimeout as sleep } from "node:timers/promises";
import {
	type PostgresOptions,
	type PostgresServer,
	startPostgres,
} from "./start-postgres.ts";

// A restart does not remove the cause when a server fails this often: a full disk, a damaged file.
const RESTARTS_MAX = 5;
const RESTARTS_WINDOW_MS = 10 * 60_000;
const BACKOFF_MIN_MS = 100; // doubled with each restart in the window

/** Receives a log line whenever the server has ended unexpectedly, has restarted, or could not be started. */
export type ReportRestart = (
	message: string,
	facts: { readonly restarts: number; readonly err?: unknown },
) => void;

/**
 * Starts a server as `startPostgres` does, and restarts it at the same address when it ends unexpectedly: at most five
 * times in ten minutes. `exited` resolves when it has ended and is not restarted.
 *
 * @throws PostgresStartError if the first start fails
 */
export async function startSupervisedPostgres(
	options: Omit<PostgresOptions, "port">,
	report: ReportRestart,
): Promise<PostgresServer> {
	const stopping = new AbortController();
	const { signal } = stopping;
	let server = await startPostgres(options);
	const { url } = server;
	const port = Number(new URL(url).port);
	const startedAt: number[] = [];
	const restart = async (): Promise<PostgresServer | undefined> => {
		for (;;) {
			const nowMs = performance.now();
			const restarts = startedAt.filter(
				(atMs) => atMs > nowMs - RESTARTS_WINDOW_MS,
			).length;
			if (signal.aborted || restarts === RESTARTS_MAX) return undefined;
			startedAt.push(nowMs);
			report("PostgreSQL has ended; starting it again", { restarts });
			const backoffMs = BACKOFF_MIN_MS * 2 ** restarts;
			await sleep(backoffMs, undefined, { signal }).catch(() => {});
			try {
				const next = await startPostgres({ ...options, port });
				report("PostgreSQL runs again", { restarts: restarts + 1 });
				return next;
			} catch (err) {
				report("PostgreSQL could not be started", { restarts, err });
			}
		}
	};
	const supervise = async () => {
		for (;;) {
			await server.exited;
			const next = await restart();
			if (!next) return;
			server = next;
			if (signal.aborted) await server.stop();
		}
	};
	const exited = supervise();
	return {
		url,
		exited,
		async stop() {
			stopping.abort();
			await server.stop();
			await exited;
		},
	};
}
