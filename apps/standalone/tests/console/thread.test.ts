import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
	browserIsMissing,
	type ConsoleTest,
	createTicket,
	START_MS,
	startConsole,
} from "./console.ts";

let desk: ConsoleTest;
beforeAll(async () => {
	if (!browserIsMissing) desk = await startConsole();
}, START_MS);
afterAll(() => desk?.stop());
afterEach(() => desk?.expectClean());

describe.skipIf(browserIsMissing)("the messages of a conversation", () => {
	it("keeps the place of who reads earlier messages when another one comes", async () => {
		const { api } = desk.workspace;
		const id = await createTicket(desk, { subject: "A long story" });
		const write = (body: string) =>
			api.post(`/v1/tickets/${id}/messages`, { type: "note", body });
		for (let i = 1; i < 110; i++) await write(`Note ${i} of many`);
		const page = await desk.open(`/inbox/all/${id}`);
		await page.getByRole("button", { name: /earlier messages/ }).click();
		const read = page.getByText("Note 20 of many", { exact: true });
		await read.scrollIntoViewIfNeeded();
		const place = await read.boundingBox();
		await page.evaluate(`(() => {
			const list = document.querySelector("ol");
			window.fewest = list.children.length;
			new MutationObserver(() => {
				window.fewest = Math.min(window.fewest, list.children.length);
			}).observe(list, { childList: true });
		})()`);
		await write("The latest one");
		await page.getByText("The latest one").waitFor({ state: "attached" });
		await expect.poll(() => page.locator("ol > li").count()).toBe(111);
		expect(await page.evaluate("window.fewest")).toBe(110);
		expect(await read.boundingBox()).toEqual(place);
		await page.context().close();
	});

	it("begins at the latest message, whatever lists and files earlier ones have", async () => {
		const { api } = desk.workspace;
		const id = await createTicket(desk, {
			subject: "A list of things",
			body: "<p>Two things:</p><ul><li>One</li><li>Two</li></ul>",
		});
		const long = "A line of a long note.\n".repeat(40);
		for (let n = 0; n < 10; n++)
			await api.post(`/v1/tickets/${id}/messages`, {
				type: "note",
				body: long,
			});
		const page = await desk.open(`/inbox/all/${id}`);
		await page.getByText("A line of a long note").last().waitFor();
		const place = `(() => {
			const messages = document.querySelector("section[tabindex]");
			const latest = messages.querySelector(":scope > div > ol > li:last-child");
			return latest.getBoundingClientRect().top - messages.getBoundingClientRect().top;
		})()`;
		expect(Math.round(await page.evaluate<number>(place))).toBe(24);
		await page.context().close();
	});

	it("leaves what is read where it is when the messages before it are shown", async () => {
		const { api } = desk.workspace;
		const id = await createTicket(desk, { subject: "Read backwards" });
		for (let n = 1; n < 80; n++)
			await api.post(`/v1/tickets/${id}/messages`, {
				type: "note",
				body: `Note ${n} of many`,
			});
		const page = await desk.open(`/inbox/all/${id}`);
		const first = page.locator("ol > li").first();
		await first.scrollIntoViewIfNeeded();
		const read = page.getByText(
			(await first.locator("article > div").textContent())!,
		);
		const earlier = page.getByRole("button", { name: /earlier messages/ });
		await earlier.scrollIntoViewIfNeeded();
		const place = await read.boundingBox();
		await earlier.press("Enter");
		await earlier.waitFor({ state: "detached" });
		expect(await page.locator("ol > li").count()).toBe(80);
		expect(await read.boundingBox()).toEqual(place);
		expect(await page.evaluate("document.activeElement.ariaLabel")).toBe(
			"Messages",
		);
		await page.context().close();
	});
});
