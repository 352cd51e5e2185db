import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";

/**
 * The stub's behaviour: a response's text, at once or after some time, a status without a body or with the
 * request in its error, bytes that are no response, or nothing at all.
 */
export type StubBehaviour =
	| string
	| number
	| "hang"
	| { readonly text: string; readonly afterMs: number }
	| { readonly raw: string }
	| { readonly echoWith: number };

export interface LlmStub {
	readonly baseUrl: string;
	/** Bodies of the requests so far. */
	readonly requests: { messages: { role: string; content: string }[] }[];
}

function textOf(behaviour: string | { readonly text: string }): string {
	return typeof behaviour === "string" ? behaviour : behaviour.text;
}

/** A server on this machine that speaks OpenAI's protocol and always does the same. */
export async function llmStub(behaviour: StubBehaviour): Promise<LlmStub> {
	const requests: LlmStub["requests"] = [];
	const server = createServer(async (req, res) => {
		let body = "";
		for await (const chunk of req) body += String(chunk);
		requests.push(JSON.parse(body));
		if (behaviour === "hang") return;
		if (typeof behaviour === "number") {
			res.writeHead(behaviour).end();
			return;
		}
		res.setHeader("content-type", "application/json");
		if (typeof behaviour === "object" && "echoWith" in behaviour) {
			res.writeHead(behaviour.echoWith);
			res.end(JSON.stringify({ error: { message: body, input: body } }));
			return;
		}
		if (typeof behaviour === "object" && "raw" in behaviour) {
			res.end(behaviour.raw);
			return;
		}
		// The head comes at once, so that only the answer itself is slow.
		res.flushHeaders();
		if (typeof behaviour === "object") await sleep(behaviour.afterMs);
		res.end(
			JSON.stringify({
				id: "1",
				object: "chat.completion",
				choices: [
					{
						index: 0,
						finish_reason: "stop",
						message: { role: "assistant", content: textOf(behaviour) },
					},
				],
			}),
		);
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	const { port } = server.address() as AddressInfo;
	return { baseUrl: `http://127.0.0.1:${port}/v1`, requests };
}
