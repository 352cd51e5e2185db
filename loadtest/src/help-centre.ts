import { setTimeout as sleep } from "node:timers/promises";
import {
	type DemoArticle,
	readDemoArticles,
} from "@supportdesk/standalone/demo/articles.ts";

const POLL_MS = 200;

/** Publishes the demo's articles and waits until search finds them, so that new tickets get drafts. */
export async function publishHelpCentre(
	url: string,
	key: string,
): Promise<void> {
	const call = async (path: string, body?: unknown) => {
		const response = await fetch(`${url}/v1/knowledge/articles${path}`, {
			method: body ? "POST" : "GET",
			headers: {
				Authorization: `Bearer ${key}`,
				"Content-Type": "application/json",
			},
			body: body ? JSON.stringify(body) : null,
		});
		if (!response.ok) throw new Error(await response.text());
		return (await response.json()) as { id: string; indexed_at: string | null };
	};
	const publish = async ({ title, body, tags }: DemoArticle) => {
		const { id } = await call("", { title, body, tags, status: "published" });
		while ((await call(`/${id}`)).indexed_at === null) await sleep(POLL_MS);
	};
	await Promise.all(readDemoArticles().map(publish));
}
