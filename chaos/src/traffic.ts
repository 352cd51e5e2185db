import type { ApiResponse } from "./api-client.ts";

const PROBE_EVERY_MS = 500;
const PROBE_TIMEOUT_MS = 2_000;

/** Selects the ready gateways in turn. @param running the gateways that are already ready */
export function balance(urls: readonly string[], running = urls) {
	let ready = running;
	let turn = 0;
	const timer = setInterval(async () => {
		const readiness = await Promise.all(
			urls.map((url) =>
				fetch(`${url}/readyz`, {
					signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
				})
					.then(({ ok }) => ok)
					.catch(() => false),
			),
		);
		ready = urls.filter((_, i) => readiness[i]);
	}, PROBE_EVERY_MS);
	return {
		next: () => ready[turn++ % ready.length] ?? urls[0]!,
		stop: () => clearInterval(timer),
	};
}

/** Sends requests at a constant rate, independent of the response times. */
export function arrive(
	perSecond: number,
	send: (n: number) => Promise<ApiResponse>,
) {
	const statuses: Record<string, number> = {};
	const failures: string[] = [];
	const open = new Set<Promise<void>>();
	let requests = 0;
	const timer = setInterval(() => {
		const n = requests++;
		const request = send(n).then(({ status, body }) => {
			statuses[status] = (statuses[status] ?? 0) + 1;
			if (status < 200 || status > 299) {
				failures.push(
					`${new Date().toISOString()} request ${n}: ${status} ${body?.error?.code ?? "no response"}`,
				);
			}
			open.delete(request);
		});
		open.add(request);
	}, 1_000 / perSecond);
	const counts = () => ({
		requests,
		statuses: { ...statuses },
		failures: [...failures],
	});
	return {
		/** The counts of the requests sent and the responses received so far. */
		counts,
		async stop() {
			clearInterval(timer);
			await Promise.all(open);
			return counts();
		},
	};
}
