import { setTimeout as sleep } from "node:timers/promises";
import { sendRequest } from "@supportdesk/cluster/send-request.ts";
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
		const method = body ? "POST" : "GET";
		const articles = `${url}/v1/knowledge/articles`;
		const response = await sendRequest(key, method, articles + path, body);
		if (!response.ok) throw new Error(await response.text());
		return (await response.json()) as { id: string; indexed_at: string | null };
	};
	const publish = async ({ title, body, tags }: DemoArticle) => {
		const { id } = await call("", { title, body, tags, status: "published" });
		while ((await call(`/${id}`)).indexed_at === null) await sleep(POLL_MS);
	};
	await Promise.all(readDemoArticles().map(publish));
}
