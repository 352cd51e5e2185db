import { setTimeout as sleep } from "node:timers/promises";
import type { Desk } from "@supportdesk/client";
import type { Cluster } from "@supportdesk/cluster/cluster.ts";
import type { Workspace } from "@supportdesk/cluster/provision.ts";
import pg from "pg";
import type { ApiClient } from "./api-client.ts";
import {
	type EventReader,
	pollEvents,
	streamEvents,
	subscribeToEvents,
} from "./event-readers.ts";
import { eventually } from "./eventually.ts";
import type { Ledger } from "./ledger.ts";
import {
	startWebhookReceiver,
	type WebhookReceiver,
} from "./webhook-receiver.ts";

/** Reads all events of a workspace in four ways while processes are killed. */
export interface Subscriber {
	/** Waits until all events have been read, then returns what was lost, repeated, late or unsigned. */
	findViolations(ledger: Ledger): Promise<string[]>;
	/** Events that the stream has read, and requests to the webhook. */
	counts(): { readonly events: number; readonly webhookRequests: number };
	stop(): Promise<void>;
}

// A delivery whose process was killed is due again after a minute, twice if its successor was killed too.
const DELIVERED_WITHIN_MS = 180_000;
const RETRY_MS = 200;

export async function startSubscriber(
	{ databaseUrl }: Cluster,
	{ id: workspaceId, key }: Workspace,
	api: ApiClient,
	desk: Desk,
	chooseUrl: () => string,
): Promise<Subscriber> {
	const receiver = await startWebhookReceiver();
	await createWebhook(desk, receiver);
	const poller = pollEvents(api);
	const stream = streamEvents(key, chooseUrl);
	const client = subscribeToEvents(key, chooseUrl);
	return {
		async findViolations(ledger) {
			const database = new pg.Client(databaseUrl);
			await database.connect();
			try {
				const ids = await readLog(database, workspaceId);
				const { received } = receiver;
				await eventually(
					async () =>
						poller.read.length >= ids.length &&
						stream.read.length >= ids.length &&
						client.read.length >= ids.length &&
						ids.every((id) => received.has(id)),
					DELIVERED_WITHIN_MS,
				);
				const missed = ids.filter((id) => !received.has(id));
				return [
					...receiver.violations,
					...(missed.length > 0
						? [`${missed.length} events were not sent to the webhook`]
						: []),
					...checkReader("the poller", poller, ids),
					...checkReader("the stream", stream, ids),
					...checkReader("the client", client, ids),
					...(await checkChanges(database, ledger)),
				];
			} finally {
				await database.end();
			}
		},
		counts: () => ({
			events: stream.read.length,
			webhookRequests: [...receiver.received.values()].reduce(
				(sum, count) => sum + count,
				0,
			),
		}),
		async stop() {
			await Promise.all([poller.stop(), stream.stop(), client.stop()]);
			receiver.close();
		},
	};
}

async function createWebhook(
	desk: Desk,
	receiver: WebhookReceiver,
): Promise<void> {
	const { secret } = await desk.webhooks.create({
		url: receiver.url,
		types: [
			...(["ticket.*", "message.*", "draft.*"] as const),
			...(["contact.*", "article.*", "gap.*"] as const),
		],
	});
	receiver.verifyWith(secret);
}

/** The ids of all events in their order, when no outbox has another one. */
async function readLog(
	client: pg.Client,
	workspaceId: string,
): Promise<string[]> {
	const uncollected = async () => {
		const { rows } = await client.query<{ count: number }>(
			"select ((select count(*) from tickets.outbox) + (select count(*) from knowledge.outbox))::int as count",
		);
		return rows[0]!.count;
	};
	while ((await uncollected()) > 0) await sleep(RETRY_MS);
	const { rows } = await client.query<{ id: string; sequence: string }>(
		"select id, sequence from events.events where workspace_id = $1 order by sequence",
		[workspaceId],
	);
	return rows.map(({ id }) => id);
}

/** A reader has read 1, 2, 3 … without a gap, and the events of the log. */
function checkReader(
	name: string,
	{ read }: EventReader,
	ids: readonly string[],
): string[] {
	const wrong = read.findIndex(
		({ id, sequence }, n) => sequence !== n + 1 || id !== ids[n],
	);
	if (wrong >= 0) {
		return [
			`${name} read ${JSON.stringify(read[wrong])} as event ${wrong + 1}`,
		];
	}
	return read.length === ids.length
		? []
		: [`${name} read ${read.length} of ${ids.length} events`];
}

/** Each committed change has one event, and each event a committed change. */
async function checkChanges(
	client: pg.Client,
	{ entries }: Ledger,
): Promise<string[]> {
	const violations: string[] = [];
	for (const [type, resources] of [
		["ticket.created", "select id from tickets.tickets"],
		["message.created", "select id from tickets.messages"],
		[
			"draft.approved",
			"select id from tickets.drafts where status = 'approved'",
		],
		["article.created", "select id from knowledge.articles"],
	] as const) {
		const { rows } = await client.query<{ id: string; count: number }>(
			`select coalesce(r.id, e.resource_id) as id, count(e.id)::int as count
			   from (${resources}) r
			   full join (select id, resource_id from events.events where type = $1) e on e.resource_id = r.id
			  group by r.id, e.resource_id
			 having count(e.id) <> 1 or r.id is null`,
			[type],
		);
		violations.push(
			...rows.map(({ id, count }) => `${id} has ${count} events ${type}`),
		);
	}
	const { rows: changes } = await client.query<{ mark: string }>(
		`select object::json->>'subject' as mark
		   from events.events
		  where type = 'ticket.updated' and previous::json->>'subject' is not null`,
	);
	const counts = Map.groupBy(changes, ({ mark }) => mark);
	for (const { kind, mark, outcome } of entries) {
		if (kind !== "patch") continue;
		const count = counts.get(mark)?.length ?? 0;
		if (outcome === "ok" ? count !== 1 : count > 1) {
			violations.push(`${mark} has ${count} events ticket.updated`);
		}
	}
	return violations;
}
