import { setTimeout as sleep } from "node:timers/promises";
import { type ApiClient, createApiClient } from "../../chaos/src/api-client.ts";
import { arrive, balance } from "../../chaos/src/traffic.ts";
import {
	FIRST_SCOPES,
	provisionWorkspace,
} from "../../packages/cluster/src/provision.ts";
import { startBothVersions } from "./both-versions.ts";
import type { Json } from "./client.ts";
import type { Version } from "./versions.ts";

export interface SideBySideOptions {
	/** For data, mails and logs. */
	readonly folder: string;
	readonly phaseMs: number;
	readonly requestsPerSecond: number;
}

export interface SideBySideReport {
	readonly phases: readonly Phase[];
	readonly failures: readonly string[];
}

interface Phase {
	readonly phase: string;
	readonly requests: number;
	readonly statuses: Readonly<Record<string, number>>;
}

const SERVICES = ["ai", "knowledge", "tickets", "events", "mail"] as const;

/**
 * Upgrades a cluster under load as a rollout does, with a rollback of the services in between, so that every gateway
 * works with the services of either version and of both. No request may fail; the client retries none.
 */
export async function runSideBySide(
	earlier: Version,
	present: Version,
	{ folder, phaseMs, requestsPerSecond }: SideBySideOptions,
): Promise<SideBySideReport> {
	const both = await startBothVersions(earlier, present, folder);
	const stops: (() => Promise<unknown>)[] = [both.stop];
	try {
		const [old, now] = [both.earlier, both.present];
		await old.migrate();
		const workspace = await provisionWorkspace(both.databaseUrl, "both", {
			plan: "enterprise",
			unlimited: true,
			scopes: FIRST_SCOPES,
		});
		await old.start(...SERVICES, "gateway");
		const balancer = balance([old.url, now.url], [old.url]);
		const api = createApiClient(workspace.key, balancer.next);
		stops.push(async () => balancer.stop());
		const tickets = await seed(api);
		const traffic = arrive(requestsPerSecond, (n) => send(api, tickets, n));
		stops.push(traffic.stop);
		const phases: Phase[] = [];
		const phase = async (name: string, change: () => Promise<unknown>) => {
			const before = traffic.counts();
			await change();
			await sleep(phaseMs);
			phases.push({ phase: name, ...difference(before, traffic.counts()) });
		};
		await phase("the earlier version alone", async () => {});
		await phase("migrations under the earlier version", now.migrate);
		await phase("earlier gateway, services of both", () =>
			now.start(...SERVICES),
		);
		await phase("earlier gateway, services of this version", () =>
			old.stop(...SERVICES),
		);
		await phase("both gateways, services of this version", () =>
			now.start("gateway"),
		);
		await phase("both gateways, services of both", () =>
			old.start(...SERVICES),
		);
		await phase("both gateways, services of the earlier version", () =>
			now.stop(...SERVICES),
		);
		await phase("gateway of this version, services of the earlier", () =>
			old.stop("gateway"),
		);
		await phase("gateway of this version, services of both", () =>
			now.start(...SERVICES),
		);
		await phase("this version alone", () => old.stop(...SERVICES));
		const { failures } = await traffic.stop();
		return { phases, failures };
	} finally {
		for (const stop of stops.toReversed()) await stop();
	}
}

/** Creates the data that the load reads and changes. */
async function seed(api: ApiClient): Promise<string[]> {
	const ids = [];
	const article = {
		title: "Parcels",
		body: "A parcel takes three days. Track it with its number.",
	};
	await api.send("POST", "/v1/knowledge/articles", article);
	for (let n = 0; n < 5; n += 1) {
		const { status, body } = await api.send("POST", "/v1/tickets", ticket(n));
		if (status !== 201)
			throw new Error(`Creating a ticket returned ${status}.`);
		ids.push(body.id as string);
	}
	return ids;
}

const ticket = (n: number) => ({
	subject: `Parcel ${n}`,
	body: "Where is my parcel?",
	contact: { email: `both-${n % 50}@example.com` },
});

/** Every kind of request in turn. */
function send(api: ApiClient, tickets: readonly string[], n: number) {
	const id = tickets[n % tickets.length]!;
	const kinds: readonly (() => ReturnType<ApiClient["send"]>)[] = [
		() => api.send("POST", "/v1/tickets", ticket(n), `both-${n}`),
		() => api.send("GET", `/v1/tickets/${id}`),
		() => api.send("GET", "/v1/conversations?limit=10"),
		() =>
			api.send("POST", `/v1/tickets/${id}/messages`, {
				...{ type: "outbound", body: `Reply ${n}` },
				attachments: [attachment],
			}),
		() => api.send("GET", `/v1/conversations/${id}`),
		() => api.send("POST", "/v1/knowledge/search", { query: "my parcel" }),
		() => api.send("PATCH", `/v1/tickets/${id}`, { subject: `Changed ${n}` }),
		() => api.send("GET", "/v1/knowledge/articles?limit=5"),
		() => api.send("POST", "/v1/tickets", ticket(n)),
		() => api.send("GET", `/v1/tickets/${id}/messages?limit=5`),
	];
	return kinds[n % kinds.length]!();
}

const attachment: Json = {
	filename: "label.bin",
	content_type: "application/octet-stream",
	data: Buffer.alloc(3_000, "x").toString("base64"),
};

function difference(
	before: Omit<Phase, "phase">,
	after: Omit<Phase, "phase">,
): Omit<Phase, "phase"> {
	const statuses = Object.entries(after.statuses)
		.map(([status, n]) => [status, n - (before.statuses[status] ?? 0)] as const)
		.filter(([, n]) => n > 0);
	return {
		requests: after.requests - before.requests,
		statuses: Object.fromEntries(statuses),
	};
}
