import { setTimeout as sleep } from "node:timers/promises";
import {
	type PostgresOptions,
	type PostgresServer,
	startPostgres,
} from "./start-postgres.ts";

// A server that ends this often has a reason that a start does not remove: a full disk, a damaged file.
const RESTARTS_MAX = 5;
const RESTARTS_WINDOW_MS = 10 * 60_000;
const BACKOFF_MIN_MS = 100; // doubled with each restart of the window

/** Receives a line for the log whenever the server has ended without being asked, is back, or could not be started. */
export type ReportRestart = (
	message: string,
	facts: { readonly restarts: number; readonly err?: unknown },
) => void;

/**
 * Starts a server as `startPostgres` does, and starts it again at the same address when it ends without being asked: at
 * most five times in ten minutes. `exited` resolves when it has ended for good.
 *
 * @throws PostgresStartError if the first start fails
 */
export async function keepPostgres(
	options: Omit<PostgresOptions, "port">,
	report: ReportRestart,
): Promise<PostgresServer> {
	const stopping = new AbortController();
	const { signal } = stopping;
	let server = await startPostgres(options);
	const { url } = server;
	const port = Number(new URL(url).port);
	const startedAt: number[] = [];
	const startAgain = async (): Promise<PostgresServer | undefined> => {
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
	const keep = async () => {
		for (;;) {
			await server.exited;
			const next = await startAgain();
			if (!next) return;
			server = next;
			if (signal.aborted) await server.stop();
		}
	};
	const exited = keep();
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
