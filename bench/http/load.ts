import { connect, type Socket } from "node:net";

export interface Request {
	readonly method: "GET" | "POST" | "PATCH";
	readonly path: string;
	readonly body?: string;
	readonly headers?: Readonly<Record<string, string>>;
}

export interface LoadOptions {
	readonly url: string;
	readonly connections: number;
	readonly durationMs: number;
	/** Headers of every request. */
	readonly headers: Readonly<Record<string, string>>;
	/** The n-th request of the run. */
	readonly request: (n: number) => Request;
}

export interface LoadResult {
	readonly requests: number;
	readonly requestsPerSecond: number;
	readonly latenciesMs: readonly number[];
	/** Responses by status; a measurement with unexpected ones is void. */
	readonly statuses: Readonly<Record<string, number>>;
}

/**
 * Keeps `connections` requests in flight over kept connections for the given time. It writes requests and finds the
 * ends of responses in the raw bytes: a tenth of the processor time of an HTTP client, which shares the machine.
 */
export async function load(options: LoadOptions): Promise<LoadResult> {
	const latenciesMs: number[] = [];
	const statuses: Record<string, number> = {};
	let sent = 0;
	const since = performance.now();
	const end = since + options.durationMs;
	const next = () =>
		performance.now() < end ? encode(options, sent++) : undefined;
	const done = (status: string, ms: number) => {
		latenciesMs.push(ms);
		statuses[status] = (statuses[status] ?? 0) + 1;
	};
	await Promise.all(
		Array.from({ length: options.connections }, () =>
			drive(options.url, next, done),
		),
	);
	const seconds = (performance.now() - since) / 1_000;
	return {
		requests: latenciesMs.length,
		requestsPerSecond: latenciesMs.length / seconds,
		latenciesMs,
		statuses,
	};
}

/** One connection: the next request is sent when the response is complete. A server that closes it gets a new one. */
function drive(
	url: string,
	next: () => string | undefined,
	done: (status: string, ms: number) => void,
): Promise<void> {
	const { hostname, port } = new URL(url);
	return new Promise((resolve, reject) => {
		let socket: Socket;
		let waiting = false;
		let startedAt = 0;
		let received: Buffer = Buffer.alloc(0);
		const send = () => {
			const text = next();
			waiting = text !== undefined;
			if (text === undefined) {
				socket.destroy();
				return resolve();
			}
			startedAt = performance.now();
			socket.write(text);
		};
		const open = () => {
			socket = connect(Number(port), hostname);
			socket.setNoDelay(true);
			socket.once("connect", send);
			socket.once("error", reject);
			socket.on("data", (chunk: Buffer) => {
				received = received.length ? Buffer.concat([received, chunk]) : chunk;
				const answer = readAnswer(received);
				if (!answer) return;
				received = Buffer.alloc(0);
				waiting = false;
				done(answer.status, performance.now() - startedAt);
				if (answer.closes) {
					socket.removeAllListeners("close");
					socket.destroy();
					open();
				} else send();
			});
			socket.once("close", () => {
				if (waiting) reject(new Error("the server closed a busy connection"));
			});
		};
		open();
	});
}

function readAnswer(
	bytes: Buffer,
): { status: string; closes: boolean } | undefined {
	const end = bytes.indexOf("\r\n\r\n");
	if (end < 0) return undefined;
	const head = bytes.toString("latin1", 0, end);
	const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
	if (length === undefined) throw new Error(`no Content-Length in:\n${head}`);
	if (bytes.length < end + 4 + Number(length)) return undefined;
	return {
		status: head.slice(9, 12),
		closes: /\r\nconnection: close/i.test(head),
	};
}

function encode({ request, headers, url }: LoadOptions, n: number): string {
	const { method, path, body, headers: own } = request(n);
	const lines = Object.entries({
		Host: new URL(url).host,
		...headers,
		...own,
		...(body === undefined
			? {}
			: {
					"Content-Type": "application/json",
					"Content-Length": String(Buffer.byteLength(body)),
				}),
	}).map(([name, value]) => `${name}: ${value}\r\n`);
	return `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body ?? ""}`;
}
