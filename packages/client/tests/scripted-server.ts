import { once } from "node:events";
import {
	createServer,
	type IncomingMessage,
	type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

export interface ReceivedRequest {
	readonly method: string;
	readonly url: string;
	readonly headers: IncomingMessage["headers"];
	readonly body: string;
	readonly at: number;
}

/** Answers one request. */
export type Answer = (res: ServerResponse) => void;

/** A server that gives its answers one after the other, and the last one for ever. */
export async function startScriptedServer(...answers: Answer[]) {
	const requests: ReceivedRequest[] = [];
	const server = createServer(async (req, res) => {
		let body = "";
		for await (const chunk of req) body += chunk;
		const { method = "", url = "", headers } = req;
		const at = performance.now();
		requests.push({ method, url, headers, body, at });
		answers[Math.min(requests.length, answers.length) - 1]!(res);
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	return {
		requests,
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		close() {
			server.closeAllConnections();
			server.close();
		},
	};
}

export const json =
	(
		status: number,
		body: unknown,
		headers: Record<string, string> = {},
	): Answer =>
	(res) =>
		void res.writeHead(status, headers).end(JSON.stringify(body));

export const failure = (status: number, headers?: Record<string, string>) =>
	json(status, { error: { message: "no" } }, headers);

export const cut: Answer = (res) => void res.socket!.resetAndDestroy();

/** A part of the body, then the end of the connection. */
export const cutBody: Answer = (res) => {
	res.writeHead(200, { "content-length": "1000" }).write('{"id":');
	setTimeout(() => res.destroy(), 10);
};

export const silence: Answer = () => {};
