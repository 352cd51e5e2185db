import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client, Query } from "./client.ts";
import { createTicket } from "./new-ticket.ts";
import {
	startProduct,
	type TestProduct,
	type TestWorkspace,
	TRANSPORTS,
} from "./product.ts";

describe.each(TRANSPORTS)("over %s", (transport) => {
	let product: TestProduct;
	let workspace: TestWorkspace;
	let api: Client;
	const ids: Record<string, string> = {};

	beforeAll(async () => {
		product = await startProduct({ transport });
		workspace = await product.createWorkspace();
		api = workspace.api;
		const make = async (name: string, fields: object) => {
			ids[name] = (await createTicket(api, fields)).id;
		};
		await make("refund", {
			subject: "Refund, please",
			body: "The CREDIT-card was charged twice.",
			contact: { email: "ada.lovelace@engines.example", name: "Ada Lovelace" },
			tags: ["very urgent", "EU"],
		});
		await make("card", {
			subject: "Birthday card",
			body: "<p>My card for a credit note never came.</p>",
			contact: { email: "bob@example.com", name: "Øystein Groß" },
		});
		await make("japanese", {
			subject: "東京都の返金について",
			body: "商品を返品しましたが、まだ返金されていません。",
			contact: { email: "c@example.com" },
		});
		await make("others", {
			subject: "Проблема с ЗАКАЗОМ",
			body: "ขอคืนเงิน ค่ะ. Où est mon café? 환불은 언제 되나요",
			contact: { email: "d@example.com" },
		});
	});
	afterAll(() => product.stop());

	const search = async (
		q: string,
		query: Query = {},
		path = "/v1/tickets/search",
	) => {
		const { status, body, text } = await api.get(path, { q, ...query });
		expect(status, text).toBe(200);
		expect(body).not.toHaveProperty("search_incomplete");
		return body.data.map(({ id }: { id: string }) => id);
	};
	const named = (...names: string[]) => names.map((name) => ids[name]);

	it.each<[string, string[]]>([
		["refund", ["refund"]],
		["REFUND twice", ["refund"]],
		["refund birthday", []],
		["card", ["card", "refund"]],
		["credit card", ["card", "refund"]],
		['"credit card"', ["refund"]],
		['"card credit"', []],
		["card -refund", ["card"]],
		['card -"credit card"', ["card"]],
		["credit-card", ["refund"]],
		["lovelace", ["refund"]],
		["ada.lovelace@engines.example", ["refund"]],
		["engines", ["refund"]],
		["urgent", ["refund"]],
		["øystein", ["card"]],
		["東京都", ["japanese"]],
		["返金", ["japanese"]],
		["返", ["japanese"]],
		["京東", []],
		["返金 -東京", []],
		["заказом", ["others"]],
		["คืนเงิน", ["others"]],
		["café", ["others"]],
		["환불", ["others"]],
		["p", []],
		["' | ! & ( refund : *", ["refund"]],
		["refund\\", ["refund"]],
	])("finds by %s", async (q, names) => {
		expect(await search(q)).toEqual(named(...names));
		expect(await search(q, {}, "/v1/tickets")).toEqual(named(...names));
		expect(await search(q, {}, "/v1/conversations")).toEqual(named(...names));
	});

	it("finds what was written as soon as it is answered, and not what is gone", async () => {
		const { id, tags } = await createTicket(api, { subject: "xylophone" });
		expect(tags).toEqual([]);
		const path = `/v1/tickets/${id}`;
		expect(await search("xylophone")).toEqual([id]);
		await api.post(`${path}/messages`, { body: "zither", type: "outbound" });
		await api.post(`${path}/messages`, { body: "ukulele", type: "note" });
		expect(await search("zither ukulele")).toEqual([id]);
		await api.post(`${path}/tags`, { tags: ["marimba"] });
		expect(await search("marimba")).toEqual([id]);
		await api.delete(`${path}/tags/marimba`);
		expect(await search("marimba")).toEqual([]);
		await api.patch(path, { subject: "bassoon" });
		expect(await search("xylophone")).toEqual([]);
		expect(await search("bassoon zither")).toEqual([id]);
		await api.delete(path);
		expect(await search("bassoon")).toEqual([]);
		await api.post(`${path}/restore`);
		expect(await search("bassoon")).toEqual([id]);
	});

	it("pages through what it finds like any list, with any sort and filter", async () => {
		workspace = await product.createWorkspace();
		const other = workspace.api;
		const made: string[] = [];
		for (let n = 0; n < 12; n += 1) {
			const { id } = await createTicket(other, {
				subject: n % 2 ? "common odd" : "common even",
				priority: n % 3 ? "low" : "high",
			});
			made.unshift(id);
		}
		const page = async (query: Query) =>
			(await other.get("/v1/tickets/search", { q: "common", ...query })).body;
		for (const sort of ["created_at:desc", "updated_at:asc", "priority:desc"]) {
			const seen: string[] = [];
			let cursor = "";
			do {
				const body = await page({ sort, limit: 5, ...(cursor && { cursor }) });
				seen.push(...body.data.map(({ id }: { id: string }) => id));
				cursor = body.next_cursor ?? "";
			} while (cursor);
			expect(new Set(seen)).toEqual(new Set(made));
			expect(seen).toHaveLength(12);
		}
		const { data } = await page({ q: "common odd", priority: "high" });
		expect(data).toHaveLength(2);
		const { next_cursor: cursor } = await page({ limit: 5 });
		expect(
			(await other.get("/v1/tickets/search", { q: "odd", cursor })).body.error
				.code,
		).toBe("invalid_cursor");
		expect(await search("common")).toEqual([]);
	});

	it.each([
		["", "missing_parameter"],
		["   ", "missing_parameter"],
		["!!", "invalid_parameter"],
		["-refund", "invalid_parameter"],
		["x".repeat(201), "invalid_parameter"],
	])("refuses the search for %j", async (q, code) => {
		const { status, body } = await api.get("/v1/tickets/search", { q });
		expect(status).toBe(400);
		expect(body.error).toMatchObject({ code, param: "q" });
	});

	it("needs something to search for", async () => {
		const { body } = await api.get("/v1/tickets/search");
		expect(body.error).toMatchObject({ code: "missing_parameter", param: "q" });
	});
});
