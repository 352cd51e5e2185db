import type { Rendered } from "@supportdesk/contracts/supportdesk/api/v1/rendered.ts";
import { newId } from "@supportdesk/ids/ids.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { expect } from "vitest";
import {
	calledBy,
	type GivenService,
	givenDatabase,
	givenService,
} from "./given.ts";
import { type Receiver, startReceiver } from "./receiver.ts";
import { changeThing, connectWriter } from "./source.ts";

// biome-ignore lint/suspicious/noExplicitAny: responses are looked at field by field, as a client would.
export const json = (response: Rendered): any =>
	JSON.parse(Buffer.from(response.body).toString());

export type GivenWebhooks = Awaited<ReturnType<typeof givenWebhooks>>;

/** A workspace of a started service, and a customer's program that receives its events. */
export async function givenWebhooks() {
	const url = await givenDatabase();
	const service: GivenService = await givenService(url, {
		WEBHOOK_ALLOW: "127.0.0.0/8",
	});
	const receiver: Receiver = await startReceiver();
	const workspaceId = newId("wsp", Date.now());
	const call = () => calledBy(workspaceId);
	return {
		url,
		service,
		receiver,
		workspaceId,
		/** The context of a call of the workspace. */
		call,
		/** Creates a webhook of the receiver; returns it with its secret. */
		createWebhook: async (
			changes: { url?: string; types?: string[] } = {},
			context: CallContext = call(),
		) =>
			json(
				await service.api.createWebhook(
					{
						url: receiver.url,
						types: ["ticket.*"],
						description: "",
						enabled: true,
						idempotency: undefined,
						...changes,
					},
					context,
				),
			),
		/** Changes things in the workspace, each in its own transaction; returns the ids of the events. */
		async change(...things: string[]): Promise<string[]> {
			const client = await connectWriter(url);
			const ids: string[] = [];
			for (const thing of things) {
				ids.push((await changeThing(client, workspaceId, thing)).id);
			}
			await client.end();
			return ids;
		},
		getWebhook: async (id: string) =>
			json(await service.api.getWebhook({ id }, call())),
		deliveriesOf: async (webhookId: string) =>
			json(
				await service.api.listDeliveries(
					{
						webhookId,
						page: { limit: 100, cursor: "", sort: "created_at:asc" },
					},
					call(),
				),
			).data,
		/** Waits until the receiver has so many requests. */
		received: (count: number) =>
			expect.poll(() => receiver.received.length).toBe(count),
	};
}
