import { afterEach, expect, it, vi } from "vitest";
import { createDesk, PermissionError } from "../src/client.ts";
import {
	type Answer,
	cut,
	failure,
	json,
	startScriptedServer,
} from "./scripted-server.ts";

const open: { close(): void }[] = [];
afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
	for (const server of open.splice(0)) server.close();
});

const line = (sequence: number, text = "") =>
	`id: ${sequence}\ndata: ${JSON.stringify({ sequence, text })}\n\n`;

/** Writes these parts, each in a packet of its own, and ends the response, or leaves it open. */
const stream =
	(parts: readonly (string | Buffer)[], isOpen = false): Answer =>
	(res) => {
		res.writeHead(200, { "content-type": "text/event-stream" });
		parts.forEach((part, n) => {
			setTimeout(() => res.write(part), n * 20);
		});
		if (!isOpen) setTimeout(() => res.end(), parts.length * 20);
	};

async function subscribe(answers: Answer[], until: number, after = 0) {
	vi.spyOn(Math, "random").mockReturnValue(0);
	const server = await startScriptedServer(...answers);
	open.push(server);
	const desk = createDesk({ baseUrl: server.url, apiKey: "key" });
	const read: { sequence: number; text: string }[] = [];
	const stop = new AbortController();
	const options = { signal: stop.signal };
	const done = (async () => {
		for await (const event of desk.events.subscribe({ after }, options)) {
			read.push(event as never);
			if (event.sequence === until) return;
		}
	})();
	return { done, read, stop, requests: server.requests };
}

const sequences = (read: readonly { sequence: number }[]) =>
	read.map(({ sequence }) => sequence);

it("reports presence beside events, where it is followed", async () => {
	const change = { conversation_id: "tkt_1", agent_id: "usr_1" };
	const part = `event: presence\ndata: ${JSON.stringify({ ...change, state: "typing" })}\n\n`;
	const server = await startScriptedServer(
		stream([part, "event: news\ndata: {}\n\n", line(1)], true),
	);
	open.push(server);
	const desk = createDesk({ baseUrl: server.url, apiKey: "key" });
	const onPresence = vi.fn();
	for await (const { sequence } of desk.events.subscribe(
		{ after: 0 },
		{ onPresence },
	)) {
		expect(sequence).toBe(1);
		break;
	}
	expect(onPresence.mock.calls).toEqual([[{ ...change, state: "typing" }]]);
	expect(server.requests[0]!.url).toContain("presence=true");
});

it("resumes behind the last event, and drops the half of one and what comes again", async () => {
	const { done, read, requests } = await subscribe(
		[
			stream([line(1), "id: 2\ndata: {"]),
			cut,
			failure(500),
			stream([":\n\n", line(1), line(2), line(3)]),
		],
		3,
	);
	await done;
	expect(sequences(read)).toEqual([1, 2, 3]);
	expect(requests.map(({ url }) => url.split("after=")[1])).toEqual([
		"0",
		"1",
		"1",
		"1",
	]);
});

it("reads events in any packets, with other line ends, and with separators of lines in them", async () => {
	const text = "Größe \u2028 𝟞";
	const bytes = Buffer.from(line(1, text));
	const pieces = Array.from(bytes, (_, n) => bytes.subarray(n, n + 1));
	const crlf = line(2, text).replaceAll("\n", "\r\n");
	const { done, read } = await subscribe([stream([...pieces, crlf])], 2);
	await done;
	expect(read.map((event) => event.text)).toEqual([text, text]);
});

it("waits as long as a draining gateway says", async () => {
	const { done, requests } = await subscribe(
		[stream(["retry: 300\n\n"]), stream([line(1)])],
		1,
	);
	await done;
	const waited = requests[1]!.at - requests[0]!.at;
	expect(waited).toBeGreaterThan(300);
	expect(waited).toBeLessThan(480);
});

it("throws where a retry is of no use", async () => {
	const { done } = await subscribe([failure(403)], 1);
	await expect(done).rejects.toBeInstanceOf(PermissionError);
});

it("starts behind the newest event where it gets no sequence", async () => {
	vi.spyOn(Math, "random").mockReturnValue(0);
	const newest = json(200, { data: [{ sequence: 7 }], next_cursor: null });
	const server = await startScriptedServer(newest, cut, stream([line(8)]));
	open.push(server);
	const desk = createDesk({ baseUrl: server.url });
	for await (const { sequence } of desk.events.subscribe()) {
		expect(sequence).toBe(8);
		break;
	}
	expect(server.requests[2]!.url).toContain("after=7");
});

it("opens a stream again that has been silent for longer than a comment takes", async () => {
	// Timers of the client alone: the server's writes are immediate here.
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
	const immediately =
		(text: string): Answer =>
		(res) =>
			void res.writeHead(200).write(text);
	const { done, read } = await subscribe(
		[immediately(line(1)), immediately(line(2))],
		2,
	);
	await vi.waitUntil(() => read.length === 1);
	for (let n = 0; n < 100 && read.length === 1; n++) {
		await vi.advanceTimersByTimeAsync(1_000);
		await new Promise((resolve) => setImmediate(resolve));
	}
	await done;
	expect(sequences(read)).toEqual([1, 2]);
});

it("ends when its signal is aborted", async () => {
	const { done, read, stop } = await subscribe([stream([line(1)], true)], 2);
	await expect.poll(() => read.length).toBe(1);
	stop.abort();
	await done;
});
