import { newId } from "@supportdesk/ids/ids.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Service } from "../src/service.ts";
import { fakeModel } from "./fake-model.ts";
import {
	counted,
	givenDatabase,
	givenService,
	type Harness,
	HELP_CENTRE,
	harness,
	jobsAreDone,
	until,
} from "./given.ts";

const model = fakeModel();
const ids = new Map<string, string>();
let url: string;
let service: Service;
let ours: Harness;

beforeAll(async () => {
	url = await givenDatabase();
	service = await givenService(url, model);
	ours = harness(service.handlers, newId("wsp", Date.now()));
	for (const [title, body] of HELP_CENTRE)
		ids.set(title, (await ours.publish(title, body)).id);
	await until(() => jobsAreDone(url));
});
afterAll(() => service.stop());

const firstOf = async (query: string) => (await ours.search(query))[0]?.title;

it.each([
	["a question", "how do I reset my password", "Reset your password"],
	["a plural and another form", "download invoice", "Download your invoices"],
	["word order", "password forgot link reset", "Reset your password"],
	["a typo", "how to reset my pasword", "Reset your password"],
	[
		"two typos",
		"downlaod the invocies as a PDF file",
		"Download your invoices",
	],
	["a product name", "connect AX-2000", "Connect the AX-2000 printer"],
	[
		"the name without its hyphen",
		"connect ax2000",
		"Connect the AX-2000 printer",
	],
	[
		"an error code",
		"error E-104 wireless printer",
		"Connect the AX-2000 printer",
	],
])("finds the article by %s", async (_, query, title) => {
	expect(await firstOf(query)).toBe(title);
});

it("returns descending probabilities and short plain excerpts", async () => {
	const results = await ours.search("reset my password", [], 100);
	const scores = results.map((result) => result.relevance_score);
	expect(scores).toEqual(scores.toSorted((a, b) => b - a));
	for (const { relevance_score, excerpt } of results) {
		expect(relevance_score).toBeGreaterThan(0);
		expect(relevance_score).toBeLessThanOrEqual(1);
		expect(excerpt.length).toBeLessThanOrEqual(300);
		expect(excerpt).not.toBe("");
	}
});

it("finds a new article before its embedding is known, and confirms it later", async () => {
	const article = await ours.publish(
		"Gift vouchers",
		"Buy gift vouchers in the shop and redeem a gift voucher at the checkout.",
	);
	expect(article.indexed_at).toBeNull();
	expect(await firstOf("redeem a gift voucher")).toBe("Gift vouchers");
	await until(async () => (await ours.article(article.id)).indexed_at !== null);
	await ours.remove(article.id);
	expect(await firstOf("redeem a gift voucher")).not.toBe("Gift vouchers");
});

it("shows published articles only, from the answer of the change on", async () => {
	const id = ids.get("Track a shipment")!;
	const query = "where is my shipment, tracking number";
	expect(await firstOf(query)).toBe("Track a shipment");
	for (const hide of [
		() => ours.archive(id),
		() => ours.update(id, { status: "draft" }),
	]) {
		await hide();
		expect(await firstOf(query)).not.toBe("Track a shipment");
		await ours.update(id, { status: "published" });
		expect(await firstOf(query)).toBe("Track a shipment");
	}
	await until(() => jobsAreDone(url));
});

it("keeps to the requested tags", async () => {
	const id = ids.get("Refunds and returns")!;
	await ours.update(id, { tags: { values: ["money", "shop"] } });
	await until(() => jobsAreDone(url));
	const query = "refund for a returned parcel";
	const found = async (tags: string[]) =>
		(await ours.search(query, tags)).map((result) => result.article_id);
	expect(await found(["money", "shop"])).toContain(id);
	expect(await found(["money", "other"])).toEqual([]);
});

it("shows nothing of another workspace", async () => {
	const theirs = harness(service.handlers, newId("wsp", Date.now()), url);
	expect(await theirs.search("reset my password")).toEqual([]);
	expect((await theirs.gaps()).map(({ topic }) => topic)).toEqual([
		"reset my password",
	]);
});

it("finds by the words alone while the model is unavailable, and reports it", async () => {
	const lexical = () => counted(service, "search_lexical_only_total");
	const before = await lexical();
	model.isUnavailable = true;
	try {
		expect(await firstOf("the sign-in link was never sent")).toBe(
			"Reset your password",
		);
	} finally {
		model.isUnavailable = false;
	}
	expect(await lexical()).toBe(before + 1);
});

it("needs no model where the words are sure, and finds the same with one", async () => {
	const query = "reset your password reset link";
	const [found] = await ours.search(query);
	expect(found?.relevance_score).toBeGreaterThan(0.8);
	const before = await counted(service, "search_lexical_only_total");
	model.isUnavailable = true;
	try {
		expect((await ours.search(query))[0]).toEqual(found);
	} finally {
		model.isUnavailable = false;
	}
	expect(await counted(service, "search_lexical_only_total")).toBe(before);
});

it("sees in every process what another process wrote", async () => {
	const other = await givenService(url, model);
	const workspace = newId("wsp", Date.now());
	const [here, there] = [service, other].map(({ handlers }) =>
		harness(handlers, workspace),
	) as [Harness, Harness];
	try {
		for (const [title, body] of HELP_CENTRE) await here.publish(title, body);
		const query = "forgot password, reset link";
		const seen = async (one: Harness) =>
			(await one.search(query))[0]?.article_id;
		const id = await seen(there);
		expect(id).toBeDefined();
		expect(await seen(here)).toBe(id);
		await there.archive(id!);
		expect(await seen(here)).not.toBe(id);
		await until(() => jobsAreDone(url));
		expect(await here.search("invoice as a PDF file")).toEqual(
			await there.search("invoice as a PDF file"),
		);
	} finally {
		await other.stop();
	}
});

it("loses no retrieval count in an orderly stop", async () => {
	const workspace = newId("wsp", Date.now());
	const other = await givenService(url, model);
	const there = harness(other.handlers, workspace);
	for (const [title, body] of HELP_CENTRE) await there.publish(title, body);
	const searches = 40;
	const found = await Promise.all(
		Array.from({ length: searches }, () =>
			there.search("reset your password reset link", [], 1),
		),
	);
	const id = found[0]![0]!.article_id;
	await other.stop();
	const article = await harness(service.handlers, workspace).article(id);
	expect(article.retrieval_count).toBe(searches);
});
