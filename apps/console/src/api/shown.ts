// Who looks something up in another tab is soon back.
const HIDDEN_MS = 5_000;

/** Resolves when the page is in sight, or the signal aborts. */
export async function untilShown(signal: AbortSignal): Promise<void> {
	if (!document.hidden || signal.aborted) return;
	await new Promise<void>((resolve) => {
		const end = () => {
			document.removeEventListener("visibilitychange", update);
			signal.removeEventListener("abort", end);
			resolve();
		};
		const update = () => document.hidden || end();
		document.addEventListener("visibilitychange", update);
		signal.addEventListener("abort", end);
	});
}

/** A signal that aborts with the one given, and when the page has been out of sight for some seconds. Call `end` then. */
export function whileShown(signal: AbortSignal) {
	const hidden = new AbortController();
	let timer: ReturnType<typeof setTimeout> | undefined;
	const update = () => {
		clearTimeout(timer);
		if (document.hidden) timer = setTimeout(() => hidden.abort(), HIDDEN_MS);
	};
	document.addEventListener("visibilitychange", update);
	update();
	return {
		signal: AbortSignal.any([signal, hidden.signal]),
		end() {
			clearTimeout(timer);
			document.removeEventListener("visibilitychange", update);
		},
	};
}
