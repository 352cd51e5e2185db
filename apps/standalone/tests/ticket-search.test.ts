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
		const newestFirst = { sort: "created_at:desc" };
		expect(await search(q, newestFirst)).toEqual(named(...names));
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
		for (const sort of [
			"relevance:desc",
			"created_at:desc",
			"updated_at:asc",
			"priority:desc",
		]) {
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

describe("by relevance", () => {
	let product: TestProduct;
	let api: Client;
	const MATCHES = 112;
	let best: string;
	let oldest: string;
	let rare: string;

	beforeAll(async () => {
		product = await startProduct({ transport: "process" });
		({ api } = await product.createWorkspace());
		const create = async (subject: string, body: string) =>
			(await createTicket(api, { subject, body })).id;
		oldest = await create("Parcel parcel parcel", "parcel");
		rare = await create("No such subject", "One pelican was seen once.");
		best = await create("Pelican", "A pelican. The pelican is a pelican.");
		for (let n = 0; n < MATCHES; n += 16) {
			const batch = Array.from({ length: 16 }, () =>
				create("Question", `Where is my parcel? ${"word ".repeat(n % 50)}`),
			);
			await Promise.all(batch);
		}
	}, 60_000);
	afterAll(() => product.stop());

	const search = async (query: Query) =>
		(await api.get("/v1/tickets/search", { sort: "relevance:desc", ...query }))
			.body;
	const idsOf = (body: { data: { id: string }[] }) =>
		body.data.map(({ id }) => id);

	it("puts the ticket first whose subject has the word, and then the one that has it less often", async () => {
		expect(idsOf(await search({ q: "pelican" }))).toEqual([best, rare]);
		const sort = "created_at:asc";
		expect(idsOf(await search({ q: "pelican", sort }))).toEqual([rare, best]);
	});

	it("shows every match once, those older than the ranked ones last, while new matches are written", async () => {
		const seen: string[] = [];
		let cursor: string | undefined;
		let pages = 0;
		do {
			const body = await search({
				q: "parcel",
				limit: 20,
				...(cursor && { cursor }),
			});
			seen.push(...idsOf(body));
			cursor = body.next_cursor ?? undefined;
			pages += 1;
			await createTicket(api, { subject: "parcel" });
		} while (cursor);
		expect(pages).toBe(6);
		expect(seen).toHaveLength(MATCHES + 1);
		expect(new Set(seen).size).toBe(MATCHES + 1);
		expect(seen.at(-1)).toBe(oldest);
	});

	it("goes on after a ticket that was deleted between two pages", async () => {
		const first = await search({ q: "parcel", limit: 10 });
		const next = await search({
			q: "parcel",
			limit: 10,
			cursor: first.next_cursor,
		});
		await api.delete(`/v1/tickets/${idsOf(next)[0]}`);
		const again = await search({
			q: "parcel",
			limit: 10,
			cursor: first.next_cursor,
		});
		expect(idsOf(again).slice(0, 9)).toEqual(idsOf(next).slice(1));
	});

	it("is a sort of searches alone, and a cursor of it belongs to it", async () => {
		const { next_cursor: cursor } = await search({ q: "parcel", limit: 1 });
		const other = await search({
			q: "parcel",
			sort: "created_at:desc",
			cursor,
		});
		expect(other.error.code).toBe("invalid_cursor");
		const list = await api.get("/v1/tickets", {
			q: "parcel",
			sort: "relevance:desc",
		});
		expect(list.body.error.code).toBe("invalid_sort");
		const upwards = await search({ q: "parcel", sort: "relevance:asc" });
		expect(upwards.error.code).toBe("invalid_sort");
	});
});
