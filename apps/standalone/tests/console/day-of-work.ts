import type { CDPSession, Page } from "playwright-core";
import { type ConsoleTest, createTicket } from "./console.ts";

const CONTACTS = 30;

/** What the page holds after a garbage collection. */
export interface Held {
	readonly heapMb: number;
	readonly nodes: number;
	readonly listeners: number;
}

export async function readHeld(session: CDPSession): Promise<Held> {
	await session.send("HeapProfiler.collectGarbage");
	const { usedSize } = await session.send("Runtime.getHeapUsage");
	const counters = await session.send("Memory.getDOMCounters");
	return {
		heapMb: usedSize / 2 ** 20,
		nodes: counters.nodes,
		listeners: counters.jsEventListeners,
	};
}

/** What an agent does again and again, on a page that is never loaded again: a ticket comes, is answered and resolved. */
export async function work(
	desk: ConsoleTest,
	page: Page,
	lap: number,
): Promise<void> {
	const subject = `Case ${String(lap).padStart(5, "0")}`;
	await createTicket(desk, { subject, name: `Mia Berg ${lap % CONTACTS}` });
	await page.getByRole("button", { name: /^Show \d+ new/ }).click();
	await page.locator("[data-ticket]", { hasText: subject }).click();
	await page.getByRole("heading", { name: subject, exact: true }).waitFor();
	await page.keyboard.press("r");
	const reply = page.getByRole("textbox", { name: "Reply" });
	await reply.pressSequentially("Thank you, it is on its way.");
	await page.keyboard.press("Control+Enter");
	await page.getByRole("article", { name: "Reply by Ann" }).waitFor();
	await page.keyboard.press("Escape");
	await page.keyboard.press("e");
	await page
		.getByRole("heading", { name: subject, exact: true })
		.waitFor({ state: "detached" });
	for (const key of ["j", "j", "k", "Escape"]) await page.keyboard.press(key);
	await page.getByText("No conversation is open").waitFor();
	await search(page, subject);
	await look(page);
}

async function search(page: Page, words: string): Promise<void> {
	await page.keyboard.press("/");
	await page.keyboard.type(words);
	await page.waitForURL(/[?&]q=/);
	await page.getByRole("button", { name: "Sort and filter" }).click();
	await page.getByRole("menuitemcheckbox", { name: "Normal" }).click();
	await page.getByRole("button", { name: "Remove the filter Normal" }).click();
}

/** At every other view. */
async function look(page: Page): Promise<void> {
	const visit = (place: string) =>
		page.getByRole("link", { name: place, exact: true }).click();
	await visit("Contacts");
	await page.locator("section ul a").first().click();
	await visit("Knowledge base");
	await page.locator("section ul a").first().click();
	await page.getByLabel("Title").waitFor();
	await visit("Gaps");
	await visit("Figures");
	await visit("Settings");
	for (const section of ["Agents", "Webhooks", "API keys"])
		await visit(section);
	await page.getByRole("button", { name: "New key" }).waitFor();
	await page.getByRole("link", { name: /^All/ }).click();
	await page.locator("[data-ticket]").first().waitFor();
}
