import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
	startProduct,
	type TestProduct,
	type TestWorkspace,
	TRANSPORTS,
} from "./product.ts";

const ARTICLES = "/v1/knowledge/articles";
const WAIT = { timeout: 10_000 };
const SUFFIX = "01kadszz00e2xv0f1b2c3d4e5f";

interface Received {
	readonly headers: Record<string, string>;
	readonly body: string;
}

describe.each(TRANSPORTS)("events over %s", (transport) => {
	let product: TestProduct;
	let workspace: TestWorkspace;
	let endpoint: Server;
	let url: string;
	let status: number;
	let received: Received[];

	beforeAll(async () => {
		const env = { WEBHOOK_ALLOW: "127.0.0.0/8" };
		product = await startProduct({ transport, env });
		endpoint = createServer(async (req, res) => {
			let body = "";
			for await (const chunk of req) body += chunk;
			received.push({ headers: req.headers as Received["headers"], body });
			res.writeHead(status).end("noted");
		});
		endpoint.listen(0, "127.0.0.1");
		await once(endpoint, "listening");
		const { port } = endpoint.address() as AddressInfo;
		url = `http://127.0.0.1:${port}/hook`;
	});
	afterAll(async () => {
		await product.stop();
		endpoint.closeAllConnections();
		endpoint.close();
	});
	beforeEach(async () => {
		workspace = await product.createWorkspace();
		status = 204;
		received = [];
	});

	const createWebhook = async (types = ["article.*"]) => {
		const { api } = workspace;
		const created = await api.post("/v1/webhooks", { url, types });
		expect(created.status).toBe(201);
		return created;
	};
	const createArticle = async (title: string) => {
		const draft = { title, body: "Choose Export.", status: "draft" };
		return (await workspace.api.post(ARTICLES, draft)).body.id as string;
	};

	/** Reads a stream of events until it has so many. */
	const readStream = async (
		count: number,
		headers: Record<string, string>,
	): Promise<string[]> => {
		const leaving = new AbortController();
		const response = await fetch(`${product.url}/v1/events/stream`, {
			headers: { authorization: `Bearer ${workspace.key}`, ...headers },
			signal: leaving.signal,
		});
		let text = "";
		for await (const chunk of response.body!) {
			text += Buffer.from(chunk).toString();
			if (text.split("\n\n").length > count) break;
		}
		leaving.abort();
		return text.split("\n\n").slice(0, count);
	};

	it("are the same in the list, by id, in the stream and in a signed request to a webhook", async () => {
		const { api } = workspace;
		const { body: webhook, headers } = await createWebhook();
		expect(headers.get("location")).toBe(`/v1/webhooks/${webhook.id}`);
		const id = await createArticle("Exports");
		await api.patch(`${ARTICLES}/${id}`, { title: "Export" });
		await expect.poll(() => received, WAIT).toHaveLength(2);

		const { body: list } = await api.get("/v1/events", { resource: id });
		expect(list.data.map(({ type }: { type: string }) => type)).toEqual([
			"article.created",
			"article.updated",
		]);
		const [first, second] = list.data;
		expect(second.sequence).toBe(first.sequence + 1);
		expect(list.data[1].data.previous).toMatchObject({ title: "Exports" });
		const texts: string[] = [];
		for (const event of list.data) {
			const { text } = await api.get(`/v1/events/${event.id}`);
			expect(JSON.parse(text)).toEqual(event);
			texts.push(text);
		}
		const verifier = new Webhook(webhook.secret);
		const bodies = received.map(({ headers, body }) => {
			expect(headers["webhook-id"]).toBe(JSON.parse(body).id);
			verifier.verify(body, headers);
			return body;
		});
		expect(bodies.sort()).toEqual([...texts].sort());
		const lastEventId = String(first.sequence);
		expect(await readStream(1, { "last-event-id": lastEventId })).toEqual([
			`id: ${second.sequence}\ndata: ${texts[1]}`,
		]);
		const byType = await api.get("/v1/events", {
			types: "article.updated,ticket.*",
		});
		expect(byType.body.data).toHaveLength(1);
		const { body: deliveries } = await api.get(
			`/v1/webhooks/${webhook.id}/deliveries`,
			{ status: "delivered" },
		);
		expect(deliveries.data).toHaveLength(2);
		expect(deliveries.data[0].attempts[0]).toMatchObject({
			number: 1,
			status_code: 204,
			error: null,
		});
	});

	it("go to webhooks whose description can be changed and removed", async () => {
		const { api } = workspace;
		const { body: webhook } = await createWebhook();
		const path = `/v1/webhooks/${webhook.id}`;
		const described = await api.patch(path, { description: "Warehouse" });
		expect(described.body.description).toBe("Warehouse");
		const disabled = await api.patch(path, { enabled: false });
		expect(disabled.body.description).toBe("Warehouse");
		const removed = await api.patch(path, { description: null });
		expect(removed.body).toMatchObject({ description: "", enabled: false });
	});

	it("are sent again on request, and a mail says that a webhook was disabled", async () => {
		const { api, agents } = workspace;
		const { body: webhook } = await createWebhook();
		const path = `/v1/webhooks/${webhook.id}`;
		await createArticle("Exports");
		await expect.poll(() => received, WAIT).toHaveLength(1);
		const replayed = await api.post(`${path}/replay`, { after: 0 });
		expect(replayed.body).toEqual({ id: webhook.id, queued: 1 });
		await expect.poll(() => received, WAIT).toHaveLength(2);
		const { body: deliveries } = await api.get(`${path}/deliveries`);
		await api.post(`${path}/deliveries/${deliveries.data[0].id}/retry`);
		await expect.poll(() => received, WAIT).toHaveLength(3);
		expect(new Set(received.map(({ body }) => body)).size).toBe(1);
		status = 410;
		await api.post(`${path}/test`);
		await expect
			.poll(async () => (await api.get(path)).body, WAIT)
			.toMatchObject({ enabled: false, disabled_reason: "gone" });
		const { body: events } = await api.get("/v1/events", {
			types: "webhook.disabled",
		});
		const [{ id, resource }] = events.data;
		expect(resource).toEqual({ type: "webhook", id: webhook.id });
		const mail = await product.nextMail(id);
		expect(mail.to).toBe(agents[0]!.email);
		expect(mail.text).toContain(
			`Subject: Webhook disabled: ${new URL(url).host}`,
		);
	});

	it("and webhooks of another workspace get the response of an unknown id", async () => {
		const { body: webhook } = await createWebhook();
		await createArticle("Exports");
		await expect.poll(() => received, WAIT).toHaveLength(1);
		const own = workspace.api;
		const [event] = (await own.get("/v1/events")).body.data;
		const path = (id: string) => `/v1/webhooks/${id}`;
		const [delivery] = (await own.get(`${path(webhook.id)}/deliveries`)).body
			.data;
		const stranger = await product.createWorkspace();
		const unknown = `whk_${SUFFIX}`;
		const mine = (await stranger.api.post("/v1/webhooks", {
			url,
			types: ["ticket.*"],
		})) as { body: { id: string } };
		const { api } = stranger;
		for (const [there, nowhere] of [
			[`/v1/events/${event.id}`, `/v1/events/evt_${SUFFIX}`],
			[path(webhook.id), path(unknown)],
			[`${path(webhook.id)}/deliveries`, `${path(unknown)}/deliveries`],
		] as const) {
			const [a, b] = [await api.get(there), await api.get(nowhere)];
			expect([a.status, withoutId(a.text)]).toEqual([404, withoutId(b.text)]);
		}
		for (const [there, nowhere, body] of [
			[`${path(webhook.id)}/rotate`, `${path(unknown)}/rotate`, {}],
			[`${path(webhook.id)}/test`, `${path(unknown)}/test`, {}],
			[`${path(webhook.id)}/replay`, `${path(unknown)}/replay`, { after: 0 }],
			[
				`${path(mine.body.id)}/deliveries/${delivery.id}/retry`,
				`${path(mine.body.id)}/deliveries/dlv_${SUFFIX}/retry`,
				{},
			],
		] as const) {
			const [a, b] = [
				await api.post(there, body),
				await api.post(nowhere, body),
			];
			expect([a.status, withoutId(a.text)]).toEqual([404, withoutId(b.text)]);
		}
		const change = { enabled: false };
		expect((await api.patch(path(webhook.id), change)).status).toBe(404);
		expect((await api.delete(path(webhook.id))).status).toBe(404);
		expect((await own.get(path(webhook.id))).body.enabled).toBe(true);
		const articles = await api.get("/v1/events", { types: "article.*" });
		expect(articles.body.data).toEqual([]);
	});

	it("have a history of each ticket, and none of a ticket that is unknown", async () => {
		const { api } = workspace;
		const ticket = await api.post("/v1/tickets", {
			subject: "Cannot log in",
			body: "My password is refused.",
			contact: { email: "me@customer.example" },
		});
		const { id } = ticket.body;
		const history = async () => {
			const { body } = await api.get(`/v1/tickets/${id}/events`, {
				types: "ticket.created,ticket.updated,message.created",
			});
			return body.data.map(({ type }: { type: string }) => type);
		};
		await api.patch(`/v1/tickets/${id}`, { status: "pending" });
		await api.post(`/v1/tickets/${id}/messages`, {
			type: "outbound",
			body: "Try again.",
		});
		await expect
			.poll(history, WAIT)
			.toEqual([
				"ticket.created",
				"message.created",
				"ticket.updated",
				"message.created",
			]);
		const unknown = await api.get(`/v1/tickets/tkt_${SUFFIX}/events`);
		expect([unknown.status, unknown.body.error.code]).toEqual([
			404,
			"ticket_not_found",
		]);
	});

	it("refuse a webhook that leads inside, has unknown fields or unknown types", async () => {
		const { api } = workspace;
		const types = ["ticket.*"];
		for (const [body, expected] of [
			[{ url: "http://10.0.0.1/", types }, [422, "webhook_url_refused"]],
			[{ url: "file:///etc/passwd", types }, [422, "webhook_url_refused"]],
			[{ url: "https://a:b@x.example/", types }, [422, "webhook_url_refused"]],
			[{ url, types, secret: "mine" }, [400, "unknown_parameter"]],
			[{ url, types: ["ticket.exploded"] }, [400, "invalid_parameter"]],
			[{ url, types: [] }, [400, "invalid_parameter"]],
		] as const) {
			const { status, body: refused } = await api.post("/v1/webhooks", body);
			expect([status, refused.error.code]).toEqual(expected);
		}
		const { body: webhook } = await createWebhook();
		const inside = { url: "http://[::ffff:10.0.0.1]/" };
		const changed = await api.patch(`/v1/webhooks/${webhook.id}`, inside);
		expect([changed.status, changed.body.error.code]).toEqual([
			422,
			"webhook_url_refused",
		]);
	});

	it("get one webhook for a repeated request with the same idempotency key", async () => {
		const { api } = workspace;
		const headers = { "idempotency-key": crypto.randomUUID() };
		const request = { url, types: ["article.*"] };
		const first = await api.post("/v1/webhooks", request, headers);
		const second = await api.post("/v1/webhooks", request, headers);
		expect(second.text).toBe(first.text);
		expect(second.headers.get("idempotent-replayed")).toBe("true");
		expect((await api.get("/v1/webhooks")).body.data).toHaveLength(1);
	});
});

/** A body without the id of its request. */
const withoutId = (text: string) => text.replace(/req_[0-9a-z]+/g, "req_");
