import { once } from "node:events";
import {
	Agent,
	createServer,
	type IncomingHttpHeaders,
	type IncomingMessage,
	request,
	type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * What happens to a request on its way. lost_request: it does not arrive; lost_response: it arrives, and the connection is
 * reset; cut_response: half of the response arrives; delayed: it arrives later than others that were sent after it;
 * doubled: it arrives twice at the same time; repeated: it arrives again after its response; refused: the proxy answers
 * 502 itself, with a page, after the request has arrived; silent: the response is held back and the connection stays open.
 */
export const HTTP_FAULTS = [
	"lost_request",
	"lost_response",
	"cut_response",
	"delayed",
	"doubled",
	"repeated",
	"refused",
	"silent",
] as const;
export type HttpFault = (typeof HTTP_FAULTS)[number];

export interface HttpProxy {
	readonly url: string;
	/** Requests by what happened to them; `none` for those that passed. */
	readonly counts: Readonly<Record<string, number>>;
	/** Interrupts the responses that are being streamed. */
	cutStreams(): void;
	close(): Promise<void>;
}

const DELAY_MS = 300;
const STREAMED = /^\/v1\/(events\/stream|exports)/;
const EXPORT_BYTES_MAX = 500_000; // then the connection is reset

interface Forwarded {
	readonly status: number;
	readonly headers: IncomingHttpHeaders;
	readonly body: Buffer;
}

/** Passes requests to `target`. @param chooseFault returns what happens to the next request */
export async function startHttpProxy(
	target: string,
	chooseFault: () => HttpFault | undefined,
): Promise<HttpProxy> {
	const counts: Record<string, number> = {};
	const streams = new Set<ServerResponse>();
	const late = new Set<Promise<unknown>>();
	const agent = new Agent({ keepAlive: true });

	const send = async (req: IncomingMessage, body: Buffer) => {
		const { method, headers } = req;
		const upstream = request(target + req.url, { method, headers, agent });
		upstream.end(body);
		const [response] = await once(upstream, "response");
		return response as IncomingMessage;
	};
	const forward = async (
		req: IncomingMessage,
		sent: Buffer,
	): Promise<Forwarded> => {
		const response = await send(req, sent);
		const { statusCode: status = 0, headers } = response;
		return { status, headers, body: await buffer(response) };
	};
	const stream = async (req: IncomingMessage, res: ServerResponse) => {
		const response = await send(req, Buffer.alloc(0));
		res.writeHead(response.statusCode!, response.headers);
		streams.add(res);
		res.on("close", () => {
			streams.delete(res);
			response.destroy();
		});
		let bytes = 0;
		response.on("data", (chunk: Buffer) => {
			bytes += chunk.length;
			if (bytes > EXPORT_BYTES_MAX) res.socket?.resetAndDestroy();
		});
		response.on("error", () => res.destroy()).pipe(res);
	};
	const pass = async (req: IncomingMessage, res: ServerResponse) => {
		if (STREAMED.test(req.url!)) return stream(req, res);
		const sent = await buffer(req);
		const fault = chooseFault();
		const name = fault ?? "none";
		counts[name] = (counts[name] ?? 0) + 1;
		if (fault === "lost_request") return void res.socket!.resetAndDestroy();
		if (fault === "delayed") await sleep(DELAY_MS);
		const doubled = fault === "doubled" && forward(req, sent);
		const response = await forward(req, sent);
		await doubled;
		if (fault === "repeated") {
			const again = sleep(DELAY_MS).then(() => forward(req, sent));
			late.add(again);
		}
		respond(res, response, fault);
	};

	const server = createServer((req, res) => {
		pass(req, res).catch(() => res.destroy());
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		counts,
		cutStreams() {
			for (const res of streams) res.socket?.resetAndDestroy();
		},
		async close() {
			await Promise.allSettled(late);
			server.closeAllConnections();
			server.close();
			agent.destroy();
		},
	};
}

function respond(
	res: ServerResponse,
	{ status, headers, body }: Forwarded,
	fault: HttpFault | undefined,
): void {
	if (fault === "silent") return;
	if (fault === "lost_response") return void res.socket!.resetAndDestroy();
	if (fault === "refused") {
		res.writeHead(502, { "content-type": "text/html" });
		return void res.end("<h1>Bad gateway</h1>");
	}
	res.writeHead(status, headers);
	if (fault !== "cut_response") return void res.end(body);
	res.write(body.subarray(0, body.length / 2), () => res.destroy());
}
