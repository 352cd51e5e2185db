import { createClient, type Json } from "./client.ts";
import { compare, expected } from "./compare.ts";
import type { Filled } from "./fill.ts";
import type { Installation } from "./installation.ts";
import { EVERY_TICKET, type Snapshot, takeSnapshot } from "./snapshot.ts";

/** The data of an installation before its upgrade. */
export interface Before {
	readonly filled: Filled;
	readonly shown: Snapshot;
	/** Pages of lists with their cursors. */
	readonly pages: readonly Json[];
	/** Tickets that were acknowledged while the installation was killed. */
	readonly acknowledged?: readonly Json[];
}

const CLIENTS = 4;
const CREATES_BEFORE_KILL = 40;

/** Creates tickets in a separate workspace and kills the installation meanwhile. @returns the acknowledged tickets */
export async function createUntilKilled(
	installation: Installation,
	{ keys }: Filled,
): Promise<Json[]> {
	const client = createClient(installation.url, keys.bystander);
	const acknowledged: Json[] = [];
	let killed: Promise<void> | undefined;
	const create = async (name: number) => {
		for (let n = 1; ; n += 1) {
			const { body } = await client.expectOk("POST", "/v1/tickets", {
				subject: `Late ${name}-${n}`,
				body: `Body ${name}-${n}`,
				contact: { email: `late-${name}@example.com` },
			});
			acknowledged.push(body);
			if (acknowledged.length >= CREATES_BEFORE_KILL)
				killed ??= installation.kill();
		}
	};
	const clients = Array.from({ length: CLIENTS }, (_, name) => create(name));
	await Promise.allSettled(clients); // each ends when the connection is lost
	await killed;
	return acknowledged;
}

/** Compares the upgraded installation with the data from before, and repeats earlier requests. */
export async function checkUpgraded(
	installation: Installation,
	before: Before,
): Promise<{ failures: string[]; summary: string }> {
	const { filled, acknowledged = [] } = before;
	const client = createClient(installation.url, filled.keys.all);
	const failures: string[] = [];
	const bystander = createClient(installation.url, filled.keys.bystander);
	for (const { id, subject } of acknowledged) {
		const { status, body } = await bystander.send("GET", `/v1/tickets/${id}`);
		if (status !== 200 || body.subject !== subject)
			failures.push(`reading the acknowledged ticket ${id} returned ${status}`);
	}
	const resolved = new Set(
		(before.shown[EVERY_TICKET] as Json[])
			.filter(({ status }) => status === "resolved")
			.map(({ id }) => id),
	);
	const isResolved = (id: string) => resolved.has(id);
	for (const { path, body } of before.pages) {
		const page = await client.send("GET", path);
		const was = expected(body, isResolved);
		failures.push(...compare(was, page.body, `PAGE ${path}`));
	}
	for (const request of filled.requests) {
		const { path, body, idempotencyKey } = request;
		const again = await client.send("POST", path, body, idempotencyKey);
		if (again.headers["idempotent-replayed"] !== "true")
			failures.push(`${path} with ${idempotencyKey} took effect again`);
		const shown = { status: again.status, body: again.body };
		const first = { status: request.status, body: request.answer };
		failures.push(...compare(first, shown, `REPLAY ${idempotencyKey} ${path}`));
	}
	const shown = await takeSnapshot(installation, filled);
	for (const [request, was] of Object.entries(before.shown)) {
		const is = shown[request];
		failures.push(...compare(expected(was, isResolved), is, request));
	}
	const writes = await client.send("POST", "/v1/tickets", {
		...{ subject: "After", body: "Upgraded" },
		contact: { email: "after@example.com" },
	});
	if (writes.status !== 201)
		failures.push(`creating a ticket returned ${writes.status}`);
	return {
		failures,
		summary: `${Object.keys(shown).length} resources and lists, ${before.pages.length} pages by earlier cursors, ${filled.requests.length} repeated creates, ${acknowledged.length} tickets acknowledged before the kill; ${failures.length} differences`,
	};
}
