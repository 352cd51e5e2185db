import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createAppProcess } from "@supportdesk/cluster/app-process.ts";
import type { Workspace } from "@supportdesk/cluster/provision.ts";
import { freePort } from "@supportdesk/testkit/free-port.ts";
import pg from "pg";
import type { Draft } from "./help-centre.ts";
import { encoderSettings } from "./product.ts";

const AT_A_TIME = 8;
const POLL_MS = 500;

/**
 * Publishes articles through the API of a separate process that runs its jobs, and waits until the search engine has
 * indexed all of them.
 *
 * @param onProgress called for every published article, and again for every indexed one.
 */
export async function publishArticles(
	{
		databaseUrl,
		folder,
		workspace,
		models,
	}: {
		databaseUrl: string;
		folder: string;
		workspace: Workspace;
		models?: string;
	},
	articles: readonly Draft[],
	onProgress: (count: number) => void = () => {},
): Promise<void> {
	const client = new pg.Client(databaseUrl);
	await client.connect();
	const port = await freePort();
	const app = createAppProcess({
		name: "publisher",
		app: "standalone",
		port,
		logFile: join(folder, "publisher.log"),
		env: {
			PORT: String(port),
			DATABASE_URL: databaseUrl,
			SUPPORTDESK_DATA: join(folder, "publisher"),
			...encoderSettings(models),
		},
	});
	await app.start();
	try {
		const left = articles.values();
		const publish = async () => {
			for (const article of left) {
				await post(`http://127.0.0.1:${port}`, workspace.key, article);
				onProgress(1);
			}
		};
		await Promise.all(Array.from({ length: AT_A_TIME }, publish));
		await untilIndexed(client, workspace, onProgress);
	} finally {
		await app.stop();
		await client.end();
	}
}

/** Retries while the service is overloaded, with one idempotency key, so that no article is written twice. */
async function post(url: string, key: string, article: Draft): Promise<void> {
	const idempotencyKey = randomUUID();
	for (;;) {
		const response = await fetch(`${url}/v1/knowledge/articles`, {
			method: "POST",
			headers: {
				Authorization: `Bearer ${key}`,
				"Content-Type": "application/json",
				"Idempotency-Key": idempotencyKey,
			},
			body: JSON.stringify({ ...article, status: "published" }),
		});
		const answer = await response.text();
		if (response.status === 201) return;
		if (response.status !== 503)
			throw new Error(
				`an article got the response ${response.status}: ${answer}`,
			);
		await sleep(POLL_MS);
	}
}

async function untilIndexed(
	client: pg.Client,
	workspace: Workspace,
	onProgress: (count: number) => void,
): Promise<void> {
	let seen = 0;
	for (;;) {
		const { rows } = await client.query<{ indexed: number; waiting: number }>(
			`select count(indexed_at)::int as indexed, (count(*) - count(indexed_at))::int as waiting
			   from knowledge.articles where workspace_id = $1`,
			[workspace.id],
		);
		const { indexed, waiting } = rows[0]!;
		onProgress(indexed - seen);
		seen = indexed;
		if (waiting === 0) return;
		await sleep(POLL_MS);
	}
}
