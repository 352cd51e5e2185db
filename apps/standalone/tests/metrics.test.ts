import { rmSync } from "node:fs";
import { join } from "node:path";
import { makeTempFolder } from "@supportdesk/testkit/temp-folder.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createClient } from "./client.ts";
import { type Installation, startInstallation } from "./installation.ts";

const START_MS = 120_000;

let folder: string;
let installation: Installation;
let metricsUrl: string;

beforeAll(async () => {
	folder = makeTempFolder("standalone-metrics");
	installation = startInstallation(join(folder, "data"));
	const demo = await installation.running();
	metricsUrl = /Metrics +(\S+)/.exec(installation.printed())![1]!;
	const api = createClient(demo.base_url, demo.keys.enterprise);
	expect((await api.get("/v1/tickets")).status).toBe(200);
}, START_MS);
afterAll(async () => {
	await installation.kill("SIGTERM");
	rmSync(folder, { recursive: true });
});

it("report the work of all five apps in the process, each under its name", async () => {
	const response = await fetch(metricsUrl);
	expect(response.headers.get("content-type")).toContain("text/plain");
	const text = await response.text();
	for (const sample of [
		/^http_request_duration_seconds_count\{method="GET",route="\/v1\/tickets",status="200"\} \d+$/m,
		/^rpc_client_duration_seconds_count\{callee="tickets",method="listTickets",outcome="ok"\} \d+$/m,
		/^rpc_server_duration_seconds_count\{app="tickets",method="listTickets",outcome="ok"\} \d+$/m,
		/^rpc_server_duration_seconds_count\{app="knowledge",method="createArticle",outcome="ok"\} \d+$/m,
		/^rpc_server_duration_seconds_count\{app="ai",method="classify",outcome="ok"\} \d+$/m,
		/^job_queue_depth\{app="tickets",task="deliver",state="dead"\} 0$/m,
		/^job_queue_depth\{app="knowledge",task="index_article",state="dead"\} 0$/m,
		/^mail_deliveries_total\{outcome="failed"\} 0$/m,
		/^search_lexical_only_total \d+$/m,
		/^ai_encoder_in_use\{encoder=".+"\} 1$/m,
		/^process_cpu_seconds_total /m,
	]) {
		expect(text).toMatch(sample);
	}
	for (const app of ["gateway", "tickets", "knowledge"])
		expect(text).toContain(
			`database_pool_connections{app="${app}",state="waiting"} 0`,
		);
});

it("are not served on the port of the API", async () => {
	const { port } = new URL(metricsUrl);
	expect(port).not.toBe(new URL(await baseUrl()).port);
	expect((await fetch(`${await baseUrl()}/metrics`)).status).toBe(404);
});

const baseUrl = async () => (await installation.running()).base_url;
