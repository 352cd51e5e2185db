import { setTimeout as sleep } from "node:timers/promises";
import { createDesk } from "@supportdesk/client";
import type { ApiClient } from "./api-client.ts";

/** What a reader has read of the log, in the order of its reading. */
export interface EventReader {
	readonly read: readonly { readonly id: string; readonly sequence: number }[];
	stop(): Promise<void>;
}

const RETRY_MS = 100;
const PAGE = 100;

/** Polls the list: whoever has read up to a sequence asks for what comes after it. */
export function pollEvents(api: ApiClient): EventReader {
	const read: { id: string; sequence: number }[] = [];
	let stopped = false;
	const run = async () => {
		while (!stopped) {
			const after = read.at(-1)?.sequence ?? 0;
			const path = `/v1/events?after=${after}&limit=${PAGE}`;
			const { status, body } = await api.send("GET", path);
			if (status === 200) read.push(...body.data);
			if (status !== 200 || body.data.length < PAGE) await sleep(RETRY_MS);
		}
	};
	const done = run();
	return {
		read,
		stop() {
			stopped = true;
			return done;
		},
	};
}

/** Reads the stream and, whenever it ends, resumes after the last event that it has read. */
export function streamEvents(
	key: string,
	chooseUrl: () => string,
): EventReader {
	const read: { id: string; sequence: number }[] = [];
	const stopping = new AbortController();
	const { signal } = stopping;
	const readOnce = async () => {
		const response = await fetch(`${chooseUrl()}/v1/events/stream?after=0`, {
			headers: {
				Authorization: `Bearer ${key}`,
				"Last-Event-ID": String(read.at(-1)?.sequence ?? 0),
			},
			signal,
		});
		if (response.status !== 200) {
			await response.body?.cancel();
			return;
		}
		const decoder = new TextDecoder();
		let text = "";
		for await (const chunk of response.body!) {
			text += decoder.decode(chunk, { stream: true });
			const parts = text.split("\n\n");
			// What a killed gateway has sent of an event is dropped with the rest.
			text = parts.pop()!;
			for (const part of parts) {
				const found = /^id: (\d+)\ndata: (.*)$/.exec(part);
				if (!found) continue;
				const { id } = JSON.parse(found[2]!) as { id: string };
				read.push({ id, sequence: Number(found[1]) });
			}
		}
	};
	const run = async () => {
		while (!signal.aborted) {
			await readOnce().catch(() => {}); // a killed gateway
			await sleep(RETRY_MS, undefined, { signal }).catch(() => {});
		}
	};
	const done = run();
	return {
		read,
		stop() {
			stopping.abort();
			return done;
		},
	};
}

/** Reads with `@supportdesk/client`, which resumes by itself. */
export function subscribeToEvents(
	apiKey: string,
	chooseUrl: () => string,
): EventReader {
	const read: { id: string; sequence: number }[] = [];
	const stopping = new AbortController();
	const desk = createDesk({
		baseUrl: "",
		apiKey,
		fetch: (path, init) => fetch(chooseUrl() + path, init),
	});
	const run = async () => {
		const options = { signal: stopping.signal };
		for await (const event of desk.events.subscribe({ after: 0 }, options))
			read.push(event);
	};
	const done = run();
	return {
		read,
		stop() {
			stopping.abort();
			return done;
		},
	};
}
