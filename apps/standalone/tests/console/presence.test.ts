import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
	browserIsMissing,
	type ConsoleTest,
	createTicket,
	expectAccessible,
	START_MS,
	startConsole,
} from "./console.ts";

// The desk forgets whom it has not heard for longer; a test of the gateway has the exact time.
const FORGOTTEN_MS = 25_000;

let laterMs = 0;
let desk: ConsoleTest;
beforeAll(async () => {
	if (browserIsMissing) return;
	desk = await startConsole({}, () => Date.now() + laterMs);
}, START_MS);
afterAll(() => desk?.stop());
afterEach(() => desk?.expectClean());

const inRow = (page: Page, subject: string, label: string) =>
	page.locator("[data-ticket]", { hasText: subject }).getByText(label);
const here = (page: Page) =>
	page.getByRole("list", { name: "Also here" }).getByRole("listitem");
const reply = (page: Page) => page.getByRole("textbox", { name: "Reply" });

describe.skipIf(browserIsMissing)("two agents on one conversation", () => {
	it("see that the other is there and types, and when the other leaves", async () => {
		const id = await createTicket(desk, { subject: "Two of us" });
		const ann = await desk.open(`/inbox/all/${id}`);
		const bob = await desk.open(`/inbox/all/${id}`, { agent: 1 });
		await here(ann).getByText("Bob is here").waitFor({ state: "attached" });
		await here(bob).getByText("Ann is here").waitFor({ state: "attached" });
		expect(await here(ann).count()).toBe(1);

		await reply(bob).pressSequentially("I am on it");
		await here(ann).getByText("Bob is typing").waitFor();
		await expectAccessible(ann);
		// Typing ends some seconds after the last key.
		await bob.evaluate(
			"{ const now = performance.now.bind(performance); performance.now = () => now() + 5_000; }",
		);
		await here(ann).getByText("Bob is here").waitFor({ state: "attached" });

		const secondPage = await ann.context().newPage();
		await secondPage.goto(ann.url());
		await here(secondPage)
			.getByText("Bob is here")
			.waitFor({ state: "attached" });
		await secondPage.close({ runBeforeUnload: true });
		await here(bob).getByText("Ann is here").waitFor({ state: "attached" });

		await bob.goto(`${desk.product.url}/gaps`);
		await expect.poll(() => here(ann).count()).toBe(0);
		await ann.context().close();
		await bob.context().close();
	});

	it("see it in the list, before they open it", async () => {
		const subject = "Seen from the list";
		const id = await createTicket(desk, { subject });
		const ann = await desk.open("/inbox/all");
		const requests: string[] = [];
		ann.on("request", (request) => requests.push(request.url()));
		await ann.locator("[data-ticket]").first().waitFor();
		const bob = await desk.open(`/inbox/all/${id}`, { agent: 1 });
		await inRow(ann, subject, "Bob is here").waitFor({ state: "attached" });
		await reply(bob).pressSequentially("I am on it");
		await inRow(ann, subject, "Bob is typing").waitFor({ state: "attached" });
		await expectAccessible(ann);
		expect(await inRow(bob, subject, "Bob").count()).toBe(0);
		await bob.goto(`${desk.product.url}/gaps`);
		await expect.poll(() => inRow(ann, subject, "Bob is").count()).toBe(0);
		expect(requests.filter((url) => url.includes("/presence"))).toEqual([]);
		await ann.context().close();
		await bob.context().close();
	});

	it("see that the other's browser has died", async () => {
		const id = await createTicket(desk, { subject: "Out of battery" });
		const ann = await desk.open(`/inbox/all/${id}`);
		const bob = await desk.open(`/inbox/all/${id}`, { agent: 1 });
		await here(ann).getByText("Bob is here").waitFor({ state: "attached" });
		await bob.context().setOffline(true);
		await bob.evaluate("new Promise(requestAnimationFrame)");
		expect(await here(ann).count()).toBe(1);
		laterMs += FORGOTTEN_MS;
		await expect.poll(() => here(ann).count()).toBe(0);
		await ann.context().close();
		await bob.context().close();
		desk.expectClean(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/);
	});
});
