import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { RecordedAnswer } from "./recorded-answers.ts";

export interface ReplayServer {
	/** For `LLM_BASE_URL`. */
	readonly baseUrl: string;
	close(): void;
}

/** A server on this machine that speaks OpenAI's protocol and answers each question as a language model once did. */
export async function replay(
	recorded: readonly RecordedAnswer[],
): Promise<ReplayServer> {
	const server = createServer(async (req, res) => {
		let body = "";
		for await (const chunk of req) body += String(chunk);
		const { messages } = JSON.parse(body) as {
			messages: { content: string }[];
		};
		const prompt = messages.at(-1)!.content;
		const known = recorded.find(({ question }) =>
			prompt.includes(`>\n${question}\n</`),
		);
		res.setHeader("content-type", "application/json");
		res.end(completion(known?.answer ?? "NO ANSWER"));
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	return {
		baseUrl: `http://127.0.0.1:${port}/v1`,
		close: () => server.close(),
	};
}

function completion(content: string): string {
	const message = { role: "assistant", content };
	return JSON.stringify({
		id: "1",
		object: "chat.completion",
		choices: [{ index: 0, finish_reason: "stop", message }],
	});
}
