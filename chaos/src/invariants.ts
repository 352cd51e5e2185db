import { createClient } from "@redis/client";
import type { Cluster } from "@supportdesk/cluster/cluster.ts";
import type { Workspace } from "@supportdesk/cluster/provision.ts";
import type { SmtpSink } from "@supportdesk/testkit/smtp-sink.ts";
import pg from "pg";
import { eventually } from "./eventually.ts";
import type { Entry, Ledger } from "./ledger.ts";

// A lease outlives its request by at most five seconds; a killed worker's job is released after half a minute, and a
// failed one waits for its next attempt.
const SLOTS_FREE_WITHIN_MS = 40_000;
const JOBS_DONE_WITHIN_MS = 180_000;
const WORKERS = 4; // MAILS_AT_A_TIME
const QUEUES = ["tickets_jobs", "tickets_mail_jobs", "knowledge_jobs"];

/** Returns the violated invariants after the faults; empty when all hold. */
export async function findViolations(
	cluster: Cluster,
	workspace: Workspace,
	ledger: Ledger,
	mails: SmtpSink,
	kills: Readonly<Record<string, number>>,
): Promise<string[]> {
	const client = new pg.Client(cluster.databaseUrl);
	await client.connect();
	try {
		return [
			...ledger.violations,
			...(await checkRows(client, ledger)),
			...(await checkJobs(client)),
			...(await checkMails(client, mails, repeatsMax(cluster, kills))),
			...(await checkSlots(cluster, workspace)),
		];
	} finally {
		await client.end();
	}
}

/** Every acknowledged write exists, and none exists twice. */
async function checkRows(client: pg.Client, ledger: Ledger): Promise<string[]> {
	const tickets = await countBy(
		client,
		"select split_part(email_key, '@', 1) as mark, count(t.id)::int as count from tickets.contacts c join tickets.tickets t on t.workspace_id = c.workspace_id and t.contact_id = c.id group by 1",
	);
	const messages = await countBy(
		client,
		"select body as mark, count(*)::int as count from tickets.messages where type = 'outbound' group by 1",
	);
	const approved = await countBy(
		client,
		"select ticket_id as mark, count(*)::int as count from tickets.messages where ai_generated group by 1",
	);
	const drafts = await countBy(
		client,
		"select ticket_id as mark, count(*)::int as count from tickets.drafts where status = 'approved' group by 1",
	);
	const { rows } = await client.query<{ id: string; subject: string }>(
		"select id, subject from tickets.tickets",
	);
	const subjects = new Map(rows.map(({ id, subject }) => [id, subject]));
	const violations: string[] = [];
	const expectCount = (entry: Entry, found: number) => {
		const wrong = entry.outcome === "ok" ? found !== 1 : found > 1;
		if (wrong) violations.push(`${entry.mark} exists ${found} times`);
	};
	for (const entry of ledger.entries) {
		if (entry.kind === "create" || entry.kind === "mail") {
			expectCount(entry, tickets.get(entry.mark.toLowerCase()) ?? 0);
		} else if (entry.kind === "reply") {
			expectCount(entry, messages.get(entry.mark) ?? 0);
		} else if (entry.kind === "patch" && entry.outcome === "ok") {
			const subject = subjects.get(entry.ticketId!);
			if (subject !== entry.mark) {
				violations.push(`${entry.mark} was lost: the subject is ${subject}`);
			}
		} else if (entry.kind === "approve" && entry.outcome === "ok") {
			if (!approved.has(entry.ticketId!)) {
				violations.push(`${entry.mark} sent no message`);
			}
		}
	}
	for (const [ticketId, count] of approved) {
		if (drafts.get(ticketId) !== count) {
			violations.push(`${ticketId}: ${count} messages of its approved drafts`);
		}
	}
	return violations;
}

/**
 * Every job is done, and none is dead. A job that failed during a fault may wait many minutes for its next attempt:
 * this runs it now.
 */
export async function checkJobs(client: pg.Client): Promise<string[]> {
	for (const schema of QUEUES) {
		await client.query(
			`update ${schema}._private_jobs set run_at = now() where run_at > now() and locked_at is null`,
		);
	}
	const countJobs = async (which: string) => {
		const counts = QUEUES.map(
			(schema) =>
				`(select count(*) from ${schema}._private_jobs where ${which})::int`,
		);
		const { rows } = await client.query<{ count: number }>(
			`select ${counts.join(" + ")} as count`,
		);
		return rows[0]!.count;
	};
	const waiting = () => countJobs("attempts < max_attempts");
	const countDead = () => countJobs("attempts >= max_attempts");
	const done = await eventually(
		async () => (await waiting()) === 0,
		JOBS_DONE_WITHIN_MS,
	);
	// Of a killed worker: a job that another one has replaced is removed when the worker's jobs are given back.
	await eventually(async () => (await countDead()) === 0, JOBS_DONE_WITHIN_MS);
	const dead = await countDead();
	return [
		...(done ? [] : [`${await waiting()} jobs are stuck`]),
		...(dead === 0 ? [] : [`${dead} jobs are dead`]),
	];
}

/**
 * Every reply was mailed. A process that is killed between the mail server's acceptance and its own record of it sends
 * the mail again with the same Message-ID, which mail readers show once: never more mails than such a process was
 * sending.
 */
export async function checkMails(
	client: pg.Client,
	sink: SmtpSink,
	repeatsMax: number,
): Promise<string[]> {
	const { rows } = await client.query<{ id: string; status: string }>(
		"select id, status from tickets.messages where type = 'outbound'",
	);
	const received = countReceived(sink);
	const violations = rows
		.filter(({ id, status }) => status !== "sent" || !received.has(id))
		.map(
			({ id, status }) =>
				`${id} is ${status}, mailed ${received.get(id) ?? 0} times`,
		);
	const repeated = countRepeated(sink);
	if (repeated > repeatsMax) {
		violations.push(
			`${repeated} mails were repeated, at most ${repeatsMax} were in flight when a worker was killed`,
		);
	}
	return violations;
}

/** Mails beyond the first of each message. */
export const countRepeated = (sink: SmtpSink) =>
	sink.mails.length - countReceived(sink).size;

/** How often each message was mailed. */
function countReceived({ mails }: SmtpSink): Map<string, number> {
	const counts = new Map<string, number>();
	for (const { raw } of mails) {
		const [, id = ""] = /^message-id:\s*<([^@>]+)@/im.exec(raw) ?? [];
		counts.set(id, (counts.get(id) ?? 0) + 1);
	}
	return counts;
}

/** At worst each worker of a killed process has a mail in flight. The record of it waits for PostgreSQL. */
function repeatsMax(
	{ apps }: Cluster,
	kills: Readonly<Record<string, number>>,
): number {
	return apps
		.filter(({ app }) => app === "tickets")
		.reduce((sum, { name }) => sum + (kills[name] ?? 0) * WORKERS, 0);
}

async function checkSlots(
	cluster: Cluster,
	{ keyId }: Workspace,
): Promise<string[]> {
	const redis = createClient({ url: cluster.redis.url });
	await redis.connect();
	const name = `rl:v1:{${keyId}}:leases`;
	const inUse = async () => redis.zCount(name, Date.now(), "+inf");
	const free = await eventually(
		async () => (await inUse()) === 0,
		SLOTS_FREE_WITHIN_MS,
	);
	const violations = free ? [] : [`${await inUse()} slots are still taken`];
	redis.destroy();
	return violations;
}

async function countBy(
	client: pg.Client,
	text: string,
): Promise<Map<string, number>> {
	const { rows } = await client.query<{ mark: string; count: number }>(text);
	return new Map(rows.map(({ mark, count }) => [mark, count]));
}
