import type { Answer } from "./api-client.ts";

const PROBE_EVERY_MS = 500;
const PROBE_TIMEOUT_MS = 2_000;

/** The ready gateways in turn. @param running those that are ready already */
export function balance(urls: readonly string[], running = urls) {
	let ready = running;
	let turn = 0;
	const timer = setInterval(async () => {
		const answers = await Promise.all(
			urls.map((url) =>
				fetch(`${url}/readyz`, {
					signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
				})
					.then(({ ok }) => ok)
					.catch(() => false),
			),
		);
		ready = urls.filter((_, i) => answers[i]);
	}, PROBE_EVERY_MS);
	return {
		next: () => ready[turn++ % ready.length] ?? urls[0]!,
		stop: () => clearInterval(timer),
	};
}

/** Sends a request at every tick of the clock, however long the answers take. */
export function arrive(
	perSecond: number,
	send: (n: number) => Promise<Answer>,
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
					`${new Date().toISOString()} request ${n}: ${status} ${body?.error?.code ?? "no answer"}`,
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
		/** Of what was sent so far, and of the answers that have come. */
		counts,
		async stop() {
			clearInterval(timer);
			await Promise.all(open);
			return counts();
		},
	};
}
