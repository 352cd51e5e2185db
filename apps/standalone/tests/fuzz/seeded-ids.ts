import { expect } from "vitest";
import type { Client } from "../client.ts";
import { newTicket } from "../new-ticket.ts";

const SUFFIX = "01h2xcejqtf2nbrexx3vqjhp41";

/** Ids of what the random requests may read, change and delete, by their prefix, beside ids that no resource has. */
export async function seedIds(
	api: Client,
): Promise<(prefix: string) => readonly string[]> {
	const ids = new Map<string, string[]>();
	const create = async (path: string, body: object) => {
		const response = await api.post(path, body);
		expect(response.status, `${path}: ${response.text}`).toBe(201);
		const { id } = response.body as { id: string };
		const prefix = id.split("_")[0]!;
		ids.set(prefix, [...(ids.get(prefix) ?? []), id]);
		return id;
	};
	for (let n = 0; n < 6; n += 1) {
		const ticket = await create("/v1/tickets", newTicket({ tags: [`t${n}`] }));
		await create(`/v1/tickets/${ticket}/messages`, { type: "note", body: "n" });
		await create("/v1/contacts", { email: `fuzz${n}@customer.example` });
		await create("/v1/agents", { name: "A", email: `a${n}@desk.example` });
		await create("/v1/groups", { name: `G${n}` });
		await create("/v1/macros", { name: `M${n}`, type: "note", body: "Hello" });
		await create("/v1/mailboxes", { address: `m${n}@desk.example`, name: "M" });
		await create("/v1/keys", { name: "Victim", scopes: ["tickets:read"] });
		const answer = "Open the settings and choose what you need.";
		const article = await create("/v1/knowledge/articles", {
			title: `Article ${n}`,
			body: answer,
		});
		await create("/v1/knowledge/tests", {
			question: `What does article ${n} say?`,
			article_id: article,
		});
		await create("/v1/webhooks", {
			url: "http://93.184.215.14/hook",
			types: ["ticket.*"],
		});
	}
	const { body } = await api.get("/v1/events");
	ids.set("evt", body.data.map(({ id }: { id: string }) => id).slice(0, 6));
	return (prefix) => [
		...(ids.get(prefix) ?? []),
		`${prefix}_${SUFFIX}`,
		`${prefix}_1`,
	];
}
