import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface Received {
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string;
	readonly atMs: number;
}

/** A customer's program that receives events. */
export interface Receiver {
	readonly url: string;
	readonly received: readonly Received[];
	/** How it responds from now on; 204 unless set. */
	respond: (res: ServerResponse, received: Received) => void;
}

export async function startReceiver(host = "127.0.0.1"): Promise<Receiver> {
	const received: Received[] = [];
	const server = createServer(async (req, res) => {
		let body = "";
		for await (const chunk of req.setEncoding("utf8")) body += chunk;
		const one = {
			headers: req.headers as Record<string, string>,
			body,
			atMs: Date.now(),
		};
		received.push(one);
		receiver.respond(res, one);
	});
	server.listen(0, host);
	await once(server, "listening");
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	const { port } = server.address() as AddressInfo;
	const receiver: Receiver = {
		url: `http://${host}:${port}/hook`,
		received,
		respond: (res) => res.writeHead(204).end(),
	};
	return receiver;
}
