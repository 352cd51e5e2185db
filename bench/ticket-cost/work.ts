import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Product } from "../http/product.ts";

const POLL_MS = 250;
// Jobs queue further jobs: only queues that stay empty are done.
const EMPTY_POLLS = 4;

/** Creates tickets at a steady rate, each with an idempotency key; returns their ids. */
export async function createTickets(
	{ url, customers }: Product,
	{
		count,
		aSecond,
		questions,
	}: {
		readonly count: number;
		readonly aSecond: number;
		readonly questions: readonly string[];
	},
): Promise<string[]> {
	const { headers, targets } = customers[0]!;
	const since = performance.now();
	const create = async (n: number) => {
		const body = questions[n % questions.length]!;
		const ticket = await send(`${url}${targets.ticketsPath}`, headers, {
			subject:
				body
					.split(/[\n.?!]/, 1)[0]!
					.slice(0, 100)
					.trim() || "Question",
			body,
			contact: { email: `customer${n % 10_000}@example.com` },
		});
		return String(ticket.id);
	};
	const created: Promise<string>[] = [];
	for (let n = 0; n < count; n += 1) {
		await sleep(Math.max(0, (n * 1_000) / aSecond - performance.now() + since));
		created.push(create(n));
	}
	return Promise.all(created);
}

/** Approves the drafts of those tickets that have one; returns the ids of these. */
export async function approveDrafts(
	{ url, customers }: Product,
	ticketIds: readonly string[],
): Promise<string[]> {
	const { headers } = customers[0]!;
	const approved: string[] = [];
	for (const id of ticketIds) {
		const ticket = await fetch(`${url}/v1/tickets/${id}`, { headers });
		const { ai } = (await ticket.json()) as { ai: { draft_ready: boolean } };
		if (!ai.draft_ready) continue;
		const draft = `${url}/v1/conversations/${id}/ai-draft`;
		await send(`${draft}/approve`, headers, {});
		approved.push(id);
	}
	return approved;
}

/** Waits until no service has a job that is due, and none appears for a second. */
export async function untilIdle({ databaseUrl }: Product): Promise<void> {
	const client = new pg.Client(databaseUrl);
	await client.connect();
	const { rows: queues } = await client.query<{ schema: string }>(
		"select schemaname as schema from pg_tables where tablename = '_private_jobs'",
	);
	const due = queues.map(
		({ schema }) =>
			`(select count(*) from ${schema}._private_jobs where run_at <= now() and attempts < max_attempts)`,
	);
	for (let empty = 0; empty < EMPTY_POLLS; ) {
		await sleep(POLL_MS);
		const { rows } = await client.query<{ due: number }>(
			`select (${due.join(" + ")})::int as due`,
		);
		empty = rows[0]!.due === 0 ? empty + 1 : 0;
	}
	await client.end();
}

async function send(
	url: string,
	headers: Readonly<Record<string, string>>,
	body: unknown,
): Promise<Record<string, unknown>> {
	const response = await fetch(url, {
		method: "POST",
		headers: {
			...headers,
			"Content-Type": "application/json",
			"Idempotency-Key": randomUUID(),
		},
		body: JSON.stringify(body),
	});
	const text = await response.text();
	if (!response.ok) throw new Error(`${response.status} from ${url}: ${text}`);
	return JSON.parse(text) as Record<string, unknown>;
}
