import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { verifyWebhook } from "@supportdesk/client";
import { Webhook } from "standardwebhooks";

/** A customer's program that verifies and records what a webhook sends. */
export interface WebhookReceiver {
	readonly url: string;
	/** Requests by the event's id. */
	readonly received: ReadonlyMap<string, number>;
	/** Requests whose signature or id was wrong. */
	readonly violations: readonly string[];
	/** From now on requests are verified with this secret; until then they are refused. */
	verifyWith(secret: string): void;
	close(): void;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
	const received = new Map<string, number>();
	const violations: string[] = [];
	let secret: string | undefined;
	const server = createServer(async (req, res) => {
		let body = "";
		for await (const chunk of req.setEncoding("utf8")) body += chunk;
		if (!secret) {
			res.writeHead(503).end();
			return;
		}
		const id = String(req.headers["webhook-id"]);
		try {
			const headers = req.headers as Record<string, string>;
			new Webhook(secret).verify(body, headers);
			const event = await verifyWebhook(secret, headers, body);
			if (event.id !== id) violations.push(`${id} has the body of ${event.id}`);
		} catch (err) {
			violations.push(`${id}: ${(err as Error).message}`);
		}
		received.set(id, (received.get(id) ?? 0) + 1);
		res.writeHead(204).end();
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}/`,
		received,
		violations,
		verifyWith(given) {
			secret = given;
		},
		close() {
			server.closeAllConnections();
			server.close();
		},
	};
}
