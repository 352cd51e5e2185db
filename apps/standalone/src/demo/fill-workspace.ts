import { readDemoArticles } from "./articles.ts";
import type { Demo } from "./demo.ts";
import { DEMO_SEARCHES, demoTickets } from "./tickets.ts";

/**
 * Publishes the demo's articles and sends its tickets and searches through the API. Every request has its own
 * idempotency key, so the next start completes a killed one without duplicates.
 */
export async function fillDemoWorkspace(demo: Demo): Promise<void> {
	for (const { slug, ...article } of readDemoArticles())
		await post(demo, "/v1/knowledge/articles", `demo-article-${slug}`, article);
	for (const { slug, ...ticket } of demoTickets(demo))
		await post(demo, "/v1/tickets", `demo-ticket-${slug}`, ticket);
	for (const query of DEMO_SEARCHES)
		await post(demo, "/v1/knowledge/search", "demo-search", { query });
}

async function post(demo: Demo, path: string, key: string, body: unknown) {
	const response = await fetch(demo.base_url + path, {
		method: "POST",
		headers: {
			Authorization: `Bearer ${demo.keys.enterprise}`,
			"Content-Type": "application/json",
			"Idempotency-Key": key,
		},
		body: JSON.stringify(body),
	});
	if (!response.ok) {
		throw new Error(
			`The demo's ${key} failed with ${response.status}: ${await response.text()}`,
		);
	}
	await response.body?.cancel();
}
