import { pgBouncerMissing } from "@supportdesk/testkit/pgbouncer.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTicket } from "./new-ticket.ts";
import {
	startProduct,
	type TestProduct,
	type TestWorkspace,
} from "./product.ts";

// The whole suite runs behind PgBouncer with `npm run test:pgbouncer`.
describe.skipIf(pgBouncerMissing())("behind PgBouncer", () => {
	let product: TestProduct;
	let workspace: TestWorkspace;

	beforeAll(async () => {
		product = await startProduct({ transport: "grpc", isPooled: true });
		workspace = await product.createWorkspace();
	});
	afterAll(() => product.stop());

	it("creates, reads, changes and lists tickets, many at a time", async () => {
		const { api } = workspace;
		const tickets = await Promise.all(
			Array.from({ length: 40 }, () => createTicket(api)),
		);
		const changed = await Promise.all(
			tickets.map(({ id }) =>
				api.patch(`/v1/tickets/${id}`, { priority: "high" }),
			),
		);
		expect(changed.map(({ status }) => status)).toEqual(tickets.map(() => 200));
		const { body } = await api.get("/v1/tickets", {
			...{ priority: "high", limit: 100 },
		});
		expect(body.data).toHaveLength(tickets.length);
		const read = await api.get(`/v1/tickets/${tickets[0]!.id}`);
		expect(read.body.priority).toBe("high");
	});

	it("shows no workspace the tickets of another one", async () => {
		const { id } = await createTicket(workspace.api);
		const stranger = await product.createWorkspace();
		const answers = await Promise.all(
			Array.from({ length: 20 }, (_, i) =>
				(i % 2 ? stranger : workspace).api.get(`/v1/tickets/${id}`),
			),
		);
		const statuses = answers.map(({ status }, i) => [i % 2, status]);
		expect(new Set(statuses.map(String))).toEqual(new Set(["0,200", "1,404"]));
	});

	it("creates one ticket for concurrent requests with one idempotency key", async () => {
		const body = {
			subject: "Once",
			body: "Please",
			contact: { email: "once@example.com" },
		};
		const answers = await Promise.all(
			Array.from({ length: 8 }, () =>
				workspace.api.post("/v1/tickets", body, {
					"Idempotency-Key": "pooled-once",
				}),
			),
		);
		expect(new Set(answers.map((each) => each.body.id)).size).toBe(1);
	});

	it("runs jobs: indexes an article, drafts a reply, and sends it once approved", async () => {
		const { api } = workspace;
		const article = await api.post("/v1/knowledge/articles", {
			title: "How to reset your password",
			body: "To reset your password, open Settings, choose Security and click Reset password.",
			status: "published",
		});
		expect(article.status).toBe(201);
		const ticket = await createTicket(api, {
			subject: "Password",
			body: "How can I reset my password?",
		});
		const path = `/v1/conversations/${ticket.id}/ai-draft`;
		await expect
			.poll(async () => (await api.get(path)).status, { timeout: 20_000 })
			.toBe(200);
		const draft = (await api.get(path)).body;
		const approved = await api.post(`${path}/approve`, { draft_id: draft.id });
		expect(approved.status).toBe(200);
		const mail = await product.nextMail(approved.body.message.id);
		expect(mail.text).toContain("open Settings");
	});

	it("finds tickets and articles by their words", async () => {
		const { api } = workspace;
		await createTicket(api, { subject: "The zebra is late" });
		const tickets = await api.get("/v1/tickets", { q: "zebra" });
		expect(tickets.body.data).toHaveLength(1);
		const found = await api.post("/v1/knowledge/search", {
			query: "reset my password",
		});
		expect(found.text).toContain("How to reset your password");
	});

	it("reports changes as events", async () => {
		const { api } = workspace;
		const { id } = await createTicket(api);
		const types = async () => {
			const { body } = await api.get("/v1/events", { resource: id });
			return body.data.map(({ type }: { type: string }) => type);
		};
		await expect.poll(types).toContain("ticket.created");
	});
});
