import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createAppProcess } from "@supportdesk/cluster/app-process.ts";
import { freePort } from "@supportdesk/cluster/free-port.ts";
import type { Workspace } from "@supportdesk/cluster/provision.ts";
import type pg from "pg";
import { generator } from "../search/generator.ts";

const AT_A_TIME = 8;
const WORDS = 300;
const POLL_MS = 500;
const SUBJECTS = ["parcel", "invoice", "password", "refund", "delivery"];
const SYLLABLES = ["ka", "lo", "mi", "ren", "su", "tor", "va", "pel", "dun"];

/**
 * Publishes articles through the API of a process of its own that runs its jobs, and waits until the search engine has
 * taken all of them.
 *
 * @param onProgress told of every article published, and again of every one indexed.
 */
export async function publishArticles(
	client: pg.Client,
	{
		databaseUrl,
		folder,
		workspace,
		count,
	}: {
		databaseUrl: string;
		folder: string;
		workspace: Workspace;
		count: number;
	},
	onProgress: (count: number) => void,
): Promise<void> {
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
			SUPPORTDESK_MODELS_FETCH: "false",
		},
	});
	await app.start();
	try {
		const random = generator(1);
		let left = count;
		const publish = async () => {
			while (left > 0) {
				left -= 1;
				await post(`http://127.0.0.1:${port}`, workspace.key, article(random));
				onProgress(1);
			}
		};
		await Promise.all(Array.from({ length: AT_A_TIME }, publish));
		await untilIndexed(client, workspace, onProgress);
	} finally {
		await app.stop();
	}
}

async function post(url: string, key: string, body: unknown): Promise<void> {
	const response = await fetch(`${url}/v1/knowledge/articles`, {
		method: "POST",
		headers: {
			Authorization: `Bearer ${key}`,
			"Content-Type": "application/json",
		},
		body: JSON.stringify(body),
	});
	const answer = await response.text();
	if (response.status !== 201) {
		throw new Error(`an article was answered ${response.status}: ${answer}`);
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

/** A text of the length of a help centre's article, of words that are spread as words are: few often, many rarely. */
function article(random: () => number) {
	const subject = SUBJECTS[Math.floor(random() * SUBJECTS.length)];
	const words = Array.from({ length: WORDS }, () => word(random));
	const sentences = words.map((each, i) =>
		i % 12 === 11 ? `${each} ${subject}. ` : `${each} `,
	);
	return {
		title: `How to find your ${subject} ${word(random)} ${word(random)}`,
		body: sentences.join(""),
		status: "published",
	};
}

function word(random: () => number): string {
	const rank = Math.floor(20_000 ** random());
	const syllables = [];
	for (let n = rank; n > 0; n = Math.floor(n / SYLLABLES.length)) {
		syllables.push(SYLLABLES[n % SYLLABLES.length]);
	}
	return syllables.join("");
}
