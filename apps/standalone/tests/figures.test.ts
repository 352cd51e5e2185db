import { afterAll, beforeAll, expect, it } from "vitest";
import {
	startProduct,
	type TestProduct,
	type TestWorkspace,
} from "./product.ts";

let product: TestProduct;
let workspace: TestWorkspace;
beforeAll(async () => {
	product = await startProduct({ transport: "process" });
	workspace = await product.createWorkspace();
});
afterAll(() => product.stop());

const contact = { email: "a@customer.example" };

it("counts the open tickets of each view", async () => {
	const { api, agents } = workspace;
	for (const assignee_id of [agents[0]!.id, agents[1]!.id, undefined])
		await api.post("/v1/tickets", {
			...{ subject: "Help", body: "Please", contact, assignee_id },
		});
	const { body } = await api.get("/v1/tickets/counts");
	expect(body).toEqual({ mine: 1, unassigned: 1, waiting: 3, all: 3 });
});

it("shows volume, medians and drafts of a range of days", async () => {
	const { api, agents } = workspace;
	const at = (time: string) => `2026-05-${time}Z`;
	const reply = (time: string) => ({
		...{ type: "outbound", body: "Answer", author_id: agents[0]!.id },
		created_at: at(time),
	});
	const imported = [
		["10T08:00:00", "10T09:00:00", "11T08:00:00"],
		["10T23:59:59", "11T02:59:59", undefined],
		["12T08:00:00", undefined, undefined],
	].map(([asked, replied, resolved]) => ({
		...{ subject: "Help", contact, created_at: at(asked!) },
		...(resolved && { status: "resolved", resolved_at: at(resolved) }),
		messages: [
			{ type: "inbound", body: "Please", created_at: at(asked!) },
			...(replied ? [reply(replied)] : []),
		],
	}));
	const { body: result } = await api.post("/v1/imports/tickets", {
		tickets: imported,
	});
	expect(result.created).toBe(3);
	const { body } = await api.get("/v1/figures", {
		...{ from: "2026-05-10", to: "2026-05-11" },
	});
	expect(body).toEqual({
		...{ from: "2026-05-10", to: "2026-05-11", created: 2, resolved: 1 },
		days: [
			{ date: "2026-05-10", created: 2, resolved: 0 },
			{ date: "2026-05-11", created: 0, resolved: 1 },
		],
		sampled_tickets: 2,
		first_reply: { tickets: 2, median_seconds: 7_200 },
		resolution: { tickets: 1, median_seconds: 86_400 },
		drafts: { sent_unchanged: 0, sent_edited: 0, discarded: 0 },
		gaps: { open: 0, first_seen: 0, resolved: 0 },
	});
});

it("takes no reply for a ticket's first one that is older than the ticket", async () => {
	const { api, agents } = await product.createWorkspace();
	const tickets = ["2026-04-10", "2026-04-11"].map((day) => ({
		...{ subject: "Help", contact, created_at: `${day}T08:00:00Z` },
		messages: [
			{ type: "inbound", body: "Please", created_at: `${day}T08:00:00Z` },
			{
				...{ type: "outbound", body: "Answer", author_id: agents[0]!.id },
				created_at: `${day}T08:10:00Z`,
			},
		],
	}));
	const { body: imported } = await api.post("/v1/imports/tickets", { tickets });
	const [source, target] = imported.results.map(({ id }: { id: string }) => id);
	await api.post(`/v1/tickets/${source}/merge`, { into: target });
	const { body } = await api.get("/v1/figures", {
		...{ from: "2026-04-10", to: "2026-04-11" },
	});
	expect(body.first_reply).toEqual({ tickets: 1, median_seconds: 600 });
});

it("shows the last four weeks unless it is asked for others", async () => {
	const { body } = await workspace.api.get("/v1/figures");
	expect(body.days).toHaveLength(28);
	expect(body.created).toBe(3);
});

it("counts gaps, for keys that may read them", async () => {
	const { api } = await product.createWorkspace();
	const query = "Do you ship to Iceland?";
	await api.post("/v1/knowledge/search", { query });
	const gaps = async () => (await api.get("/v1/figures")).body.gaps;
	await expect
		.poll(gaps, { timeout: 10_000 })
		.toEqual({ open: 1, first_seen: 1, resolved: 0 });
	const past = { from: "2026-05-10", to: "2026-05-11" };
	const { body } = await api.get("/v1/figures", past);
	expect(body.gaps).toEqual({ open: 1, first_seen: 0, resolved: 0 });
	await api.post("/v1/knowledge/articles", {
		title: query,
		body: "Yes, we ship to Iceland within five days.",
	});
	await expect
		.poll(gaps, { timeout: 10_000 })
		.toEqual({ open: 0, first_seen: 1, resolved: 1 });
	const readers = await product.createKey(workspace, "tickets:read");
	expect((await readers.get("/v1/figures")).body.gaps).toBeNull();
});

it("counts nothing of another workspace", async () => {
	const { api } = await product.createWorkspace();
	const counts = await api.get("/v1/tickets/counts");
	expect(counts.body).toEqual({ mine: 0, unassigned: 0, waiting: 0, all: 0 });
	const days = { from: "2026-05-10", to: "2026-05-12" };
	const { body } = await api.get("/v1/figures", days);
	expect(body).toMatchObject({ created: 0, resolved: 0, sampled_tickets: 0 });
});

it.each([
	{ from: "2026-02-30" },
	{ from: "x" },
	{ from: "2026-05-12", to: "2026-05-11" },
	{ from: "2025-05-12", to: "2026-05-11" },
	{ to: "0001-01-01" },
	{ to: "99999-01-01" },
] as Record<string, string>[])("refuses %j", async (query) => {
	const { status, body } = await workspace.api.get("/v1/figures", query);
	expect([status, body.error.code]).toEqual([400, "invalid_parameter"]);
});
