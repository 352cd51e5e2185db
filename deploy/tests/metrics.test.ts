import {
	type App,
	type Cluster,
	startCluster,
} from "@supportdesk/cluster/cluster.ts";
import {
	provisionWorkspace,
	type Workspace,
} from "@supportdesk/cluster/provision.ts";
import { sendRequest } from "@supportdesk/cluster/send-request.ts";
import { freePort } from "@supportdesk/testkit/free-port.ts";
import { redisMissing } from "@supportdesk/testkit/redis.ts";
import {
	makeTempFolder,
	removeFolder,
} from "@supportdesk/testkit/temp-folder.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Exposition, parseExposition, total } from "./exposition.ts";
import { alerts, panels, selectors } from "./expressions.ts";
import { render } from "./manifests.ts";

const APPS = [
	"gateway",
	"tickets",
	"knowledge",
	"events",
	"mail",
	"ai",
] as const;
// Labels that Prometheus adds: a label of the product with such a name would be renamed.
const PROMETHEUS_LABELS = [
	"job",
	"instance",
	"namespace",
	"service",
	"pod",
	"endpoint",
	"container",
	"node",
];
const START_MS = 120_000;

describe.skipIf(redisMissing())("the six apps (needs redis-server)", () => {
	let folder: string;
	let cluster: Cluster;
	let workspace: Workspace;
	const ports = new Map<App, number>();

	beforeAll(async () => {
		folder = makeTempFolder("metrics");
		const env: Partial<Record<App, Record<string, string>>> = {};
		for (const app of APPS) {
			ports.set(app, await freePort());
			env[app] = { METRICS_PORT: String(ports.get(app)) };
		}
		env.ai = { ...env.ai, SUPPORTDESK_MODELS_FETCH: "false" };
		cluster = await startCluster({ folder, env });
		workspace = await provisionWorkspace(cluster.databaseUrl, "Metrics", {
			plan: "enterprise",
		});
	}, START_MS);
	afterAll(async () => {
		await cluster?.stop();
		removeFolder(folder);
	}, START_MS);

	const send = async (method: string, path: string, body?: unknown) => {
		const url = cluster.urls[0] + path;
		const response = await sendRequest(workspace.key, method, url, body);
		const json = (await response.json()) as { id: string };
		return { status: response.status, json };
	};
	const scrape = async (app: App): Promise<Exposition> => {
		const response = await fetch(`http://127.0.0.1:${ports.get(app)}/metrics`);
		expect(response.status).toBe(200);
		return parseExposition(await response.text());
	};
	const scrapeAll = async () =>
		new Map(
			await Promise.all(
				APPS.map(async (app) => [app, await scrape(app)] as const),
			),
		);

	it("report their work without data of customers", async () => {
		const { json: ticket } = await send("POST", "/v1/tickets", {
			subject: "Zanzibar",
			body: "How do I reset my password?",
			contact: { email: "zoe@customer.example" },
		});
		const { json: message } = await send(
			"POST",
			`/v1/tickets/${ticket.id}/messages`,
			{ type: "outbound", body: "Follow the link on the page." },
		);
		expect(
			(await send("GET", "/v1/tickets/tkt_01h455vb4pex5vsknk084sn02q")).status,
		).toBe(404);
		await send("POST", "/v1/knowledge/search", { query: "zanzibar" });
		await expect
			.poll(
				async () =>
					total(await scrape("tickets"), "mail_deliveries_total", {
						outcome: "sent",
					}),
				{
					timeout: 30_000,
				},
			)
			.toBe(1);
		await expect
			.poll(
				async () =>
					total(await scrape("tickets"), "job_duration_seconds_count", {
						task: "enrich",
						outcome: "ok",
					}),
				{
					timeout: 30_000,
				},
			)
			.toBe(1);

		const scraped = await scrapeAll();
		const tell = (app: App, name: string, labels?: Record<string, string>) =>
			total(scraped.get(app)!, name, labels);
		expect(
			tell("gateway", "http_request_duration_seconds_count", {
				method: "POST",
				route: "/v1/tickets",
				status: "201",
			}),
		).toBe(1);
		const created = { method: "createTicket", outcome: "ok" };
		expect(
			tell("gateway", "rpc_client_duration_seconds_count", {
				callee: "tickets",
				...created,
			}),
		).toBe(1);
		expect(
			tell("tickets", "rpc_server_duration_seconds_count", {
				app: "tickets",
				...created,
			}),
		).toBe(1);
		expect(
			tell("tickets", "rpc_server_duration_seconds_count", {
				method: "getTicket",
				outcome: "ticket_not_found",
			}),
		).toBe(1);
		expect(
			tell("tickets", "rpc_client_duration_seconds_count", {
				callee: "ai",
				method: "classify",
				outcome: "ok",
			}),
		).toBeGreaterThan(0);
		expect(tell("tickets", "mail_delivery_delay_seconds_count")).toBe(1);
		for (const app of ["gateway", "tickets", "knowledge", "events"] as const) {
			const state = { app, state: "waiting" };
			expect(tell(app, "database_pool_connections", state)).toBe(0);
		}
		for (const state of ["ready", "dead"]) {
			const deliver = { app: "tickets", task: "deliver", state };
			expect(tell("tickets", "job_queue_depth", deliver)).toBe(0);
			expect(tell("tickets", "job_queue_oldest_seconds", deliver)).toBe(0);
		}
		expect(tell("knowledge", "search_misses_total")).toBeGreaterThan(0);
		expect(tell("knowledge", "search_engine_fallbacks_total")).toBe(0);
		expect(
			tell("ai", "ai_encode_duration_seconds_count", { method: "classify" }),
		).toBeGreaterThan(0);
		expect(tell("ai", "ai_encoder_in_use")).toBe(1);
		expect(tell("ai", "ai_llm_fallbacks_total")).toBe(0);
		for (const { text, samples } of scraped.values()) {
			const words = ["zanzibar", "zoe", workspace.id, ticket.id, message.id];
			for (const word of words)
				expect(text.toLowerCase()).not.toContain(word.toLowerCase());
			const labels = new Set(
				samples.flatMap(({ labels }) => Object.keys(labels)),
			);
			expect(PROMETHEUS_LABELS.filter((label) => labels.has(label))).toEqual(
				[],
			);
			expect(samples.map(({ name }) => name)).toContain(
				"process_cpu_seconds_total",
			);
		}
	});

	it("have every metric and label that an alert or the dashboard queries", async () => {
		const scraped = await scrapeAll();
		const queried = [
			...alerts().flatMap(({ alert, expr }) => selectors(expr, alert)),
			...panels().flatMap(({ title, expr }) => selectors(expr, title)),
		];
		expect(queried.length).toBeGreaterThan(40);
		const missing = queried.flatMap(({ metric, jobs, labels, by }) =>
			jobs.flatMap((job) => {
				const exposition = scraped.get(job as App);
				if (!exposition?.names.has(metric))
					return [`${by}: ${metric} of ${job || "no app"}`];
				const samples = exposition.samples.filter(
					({ name }) => name === metric,
				);
				// A metric without a sample does not show its labels.
				if (samples.length === 0) return [];
				return labels
					.filter((label) => !samples.some((sample) => label in sample.labels))
					.map((label) => `${by}: label ${label} of ${metric} of ${job}`);
			}),
		);
		expect(missing).toEqual([]);
	});

	it("serve nothing else on that port", async () => {
		for (const app of APPS) {
			const url = `http://127.0.0.1:${ports.get(app)}`;
			expect((await fetch(`${url}/`)).status).toBe(404);
			expect((await fetch(`${url}/metrics`, { method: "POST" })).status).toBe(
				404,
			);
		}
	});

	it("report the other metrics while the database is unavailable", async () => {
		await cluster.postgres.kill();
		const tickets = await scrape("tickets");
		expect(total(tickets, "job_queue_depth")).toBeUndefined();
		expect(total(tickets, "mail_deliveries_total", { outcome: "sent" })).toBe(
			1,
		);
	});

	it("stop within a pod's grace period although their database is unavailable", async () => {
		const { spec } = render("production").find(
			({ kind, metadata }) =>
				kind === "Deployment" && metadata.name === "tickets",
		)!;
		const pod = spec.template.spec;
		const seconds =
			pod.terminationGracePeriodSeconds -
			pod.containers[0].lifecycle.preStop.sleep.seconds;
		const stopsMs = await Promise.all(cluster.apps.map((app) => app.stop()));
		expect(Math.max(...stopsMs)).toBeLessThan(seconds * 1000);
	});
});
