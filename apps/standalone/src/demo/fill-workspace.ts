import { createDesk } from "@supportdesk/client";
import { readDemoArticles } from "./articles.ts";
import type { Demo } from "./demo.ts";
import { pastTickets } from "./past-tickets.ts";
import { DEMO_SEARCHES, demoTickets } from "./tickets.ts";

/**
 * Publishes the demo's articles and sends its tickets and searches through the API. Every request has its own
 * idempotency key, so the next start completes a killed one without duplicates.
 */
export async function fillDemoWorkspace(demo: Demo): Promise<void> {
	const { base_url: baseUrl, keys } = demo;
	const desk = createDesk({ baseUrl, apiKey: keys.enterprise });
	const send = async (
		idempotencyKey: string,
		request: (options: { idempotencyKey: string }) => Promise<unknown>,
	) => {
		try {
			await request({ idempotencyKey });
		} catch (cause) {
			throw new Error(`The demo's ${idempotencyKey} failed: ${cause}`, {
				cause,
			});
		}
	};
	for (const { slug, ...article } of readDemoArticles())
		await send(`demo-article-${slug}`, (options) =>
			desk.knowledge.articles.create(article, options),
		);
	for (const { slug, ...ticket } of demoTickets(demo))
		await send(`demo-ticket-${slug}`, (options) =>
			desk.tickets.create(ticket, options),
		);
	for (const query of DEMO_SEARCHES)
		await send("demo-search", (options) =>
			desk.knowledge.search({ query }, options),
		);
}

/** Imports the tickets of the demo's last weeks. A repeated import adds none that is there. */
export async function importPastTickets(demo: Demo, now: Date): Promise<void> {
	const { base_url: baseUrl, keys } = demo;
	const desk = createDesk({ baseUrl, apiKey: keys.enterprise });
	// The oldest first: a list leads with what was imported last.
	const tickets = pastTickets(demo, now).toReversed();
	await desk.tickets.import({ tickets });
}
