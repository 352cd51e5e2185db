import { serviceUnavailable } from "@supportdesk/errors/app-error.ts";

/** Has works of one workspace done one after the other. */
export type TakeTurns = <T>(
	workspaceId: string,
	signal: AbortSignal,
	work: () => Promise<T>,
) => Promise<T>;

/**
 * Those who count misses of a workspace need the same lock. Waiting for it here holds no connection, and whoever comes
 * next compares with all that came before.
 *
 * @returns a function that throws AppError `service_unavailable` when nobody waits for the work any more.
 */
export function createTurns(): TakeTurns {
	const last = new Map<string, Promise<unknown>>();
	return async (workspaceId, signal, work) => {
		const before = last.get(workspaceId) ?? Promise.resolve();
		const own = before.then(() => {
			if (signal.aborted) throw serviceUnavailable(signal.reason);
			return work();
		});
		const ended = own.catch(() => {});
		last.set(workspaceId, ended);
		try {
			return await own;
		} finally {
			if (last.get(workspaceId) === ended) last.delete(workspaceId);
		}
	};
}
