import { setTimeout as sleep } from "node:timers/promises";
import { createDesk } from "@supportdesk/client";
import {
	type DemoArticle,
	readDemoArticles,
} from "@supportdesk/standalone/demo/articles.ts";

const POLL_MS = 200;

/** Publishes the demo's articles and waits until search finds them, so that new tickets get drafts. */
export async function publishHelpCentre(
	baseUrl: string,
	apiKey: string,
): Promise<void> {
	const { articles } = createDesk({ baseUrl, apiKey }).knowledge;
	const publish = async ({ title, body, tags }: DemoArticle) => {
		const { id } = await articles.create({ title, body, tags });
		while ((await articles.get(id)).indexed_at === null) await sleep(POLL_MS);
	};
	await Promise.all(readDemoArticles().map(publish));
}
