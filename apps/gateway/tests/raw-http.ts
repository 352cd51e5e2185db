import { once } from "node:events";
import { connect } from "node:net";

export interface RawAnswer {
	readonly status: number;
	readonly headers: Map<string, string>;
	// biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape.
	readonly json: any;
}

/** Sends bytes unchanged, for requests that no client library would send, and reads until the server closes. */
export async function sendRaw(port: number, bytes: string): Promise<RawAnswer> {
	const socket = connect(port, "127.0.0.1");
	const chunks: Buffer[] = [];
	socket.on("data", (chunk: Buffer) => chunks.push(chunk));
	socket.on("error", () => {}); // what was read before a reset counts
	socket.write(bytes);
	await once(socket, "close");
	const text = Buffer.concat(chunks).toString("utf8");
	const [head = "", body = ""] = text.split("\r\n\r\n", 2);
	const [statusLine = "", ...lines] = head.split("\r\n");
	const headers = new Map(
		lines.map((line) => {
			const colon = line.indexOf(":");
			return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
		}),
	);
	return {
		status: Number(statusLine.split(" ")[1]),
		headers,
		json: body.startsWith("{") ? JSON.parse(body) : undefined,
	};
}
