import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { Target } from "./resolve-target.ts";

const RESPONSE_BYTES_KEPT = 1024;

/** What an endpoint returned. */
export interface EndpointResponse {
	readonly status: number;
	readonly retryAfter: string | undefined;
	/** The first KiB, as UTF-8. */
	readonly body: string;
}

/**
 * Posts a body to the address that was checked, whatever its name resolves to by now. No redirect is followed, no
 * connection is kept, and of the response the first KiB is read.
 *
 * @param signal ends everything when it is aborted: connection, TLS, request and response.
 * @throws Error of the connection, or a TimeoutError.
 */
export function sendRequest(
	{ url, address, family }: Target,
	headers: Readonly<Record<string, string>>,
	body: string,
	signal: AbortSignal,
): Promise<EndpointResponse> {
	const send = url.protocol === "https:" ? httpsRequest : httpRequest;
	const bytes = Buffer.from(body);
	return new Promise((resolve, reject) => {
		const req = send(
			url,
			{
				method: "POST",
				agent: false,
				headers: { ...headers, "content-length": bytes.length },
				signal,
				lookup: (_hostname, { all }, callback) =>
					all
						? callback(null, [{ address, family }])
						: callback(null, address, family),
			},
			async (res) => {
				// What breaks now breaks the body.
				req.off("error", reject).on("error", () => {});
				resolve(responseOf(res, await readStart(res)));
				req.destroy();
			},
		);
		// Without a listener the connection would be closed and nothing reported.
		req.on("upgrade", (res, socket) => {
			resolve(responseOf(res, ""));
			socket.destroy();
		});
		req.on("error", reject);
		req.end(bytes);
	});
}

function responseOf(res: IncomingMessage, body: string): EndpointResponse {
	const retryAfter = res.headers["retry-after"];
	return { status: res.statusCode!, retryAfter, body };
}

/** What has come where the body breaks or does not end in time: the endpoint has said with its status what it did. */
async function readStart(res: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	let length = 0;
	try {
		for await (const chunk of res) {
			chunks.push(chunk);
			length += chunk.length;
			if (length >= RESPONSE_BYTES_KEPT) break;
		}
	} catch {}
	return new TextDecoder()
		.decode(Buffer.concat(chunks).subarray(0, RESPONSE_BYTES_KEPT))
		.replaceAll("\0", "�");
}
