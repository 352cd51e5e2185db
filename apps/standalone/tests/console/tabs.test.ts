import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
	browserIsMissing,
	type ConsoleTest,
	createTicket,
	START_MS,
	startConsole,
} from "./console.ts";

// More than the desk permits streams to a session, and a browser connections to a server.
const TABS = 8;
const HIDE =
	"Object.defineProperty(document, 'hidden', { get: () => true, configurable: true })";

let desk: ConsoleTest;
beforeAll(async () => {
	if (browserIsMissing) return;
	desk = await startConsole();
}, START_MS);
afterAll(() => desk?.stop());
afterEach(() => desk?.expectClean());

const isStream = (request: { url(): string }) =>
	request.url().includes("/v1/events/stream");
const change = (page: Page, script: string) =>
	page.evaluate(
		`${script}; document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`,
	);

async function hide(page: Page): Promise<void> {
	const ended = page.waitForEvent("requestfailed", isStream);
	await change(page, HIDE);
	await ended;
}

describe.skipIf(browserIsMissing)("tabs of one browser", () => {
	it("are opened in any number, and current when they are shown", {
		timeout: 90_000,
	}, async () => {
		await createTicket(desk, { subject: "Here from the start" });
		const first = await desk.open("/inbox/all");
		const context = first.context();
		await first.locator("[data-ticket]").first().waitFor();
		await hide(first);
		const tabs: Page[] = [];
		const streams: string[] = [];
		for (let n = 0; n < TABS; n++) {
			const tab = await context.newPage();
			tab.on("request", (each) => isStream(each) && streams.push(each.url()));
			await tab.addInitScript(HIDE);
			await tab.goto(`${desk.product.url}/inbox/all`);
			await tab.locator("[data-ticket]").first().waitFor();
			tabs.push(tab);
		}
		expect(streams).toEqual([]);
		await createTicket(desk, { subject: "While all are hidden" });
		for (const tab of [first, tabs.at(-1)!]) {
			await change(tab, "delete document.hidden");
			await tab.getByText("Show 1 new conversation").waitFor();
		}
		await hide(first);
		await createTicket(desk, { subject: "While the first is hidden" });
		await tabs.at(-1)!.getByText("Show 2 new conversations").waitFor();
		await change(first, "delete document.hidden");
		await first.getByText("Show 2 new conversations").waitFor();
		for (const tab of [first, ...tabs])
			expect(await tab.getByText("You are offline").count()).toBe(0);
		await context.close();
	});
});
