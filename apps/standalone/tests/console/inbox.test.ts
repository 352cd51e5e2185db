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

let desk: ConsoleTest;
beforeAll(async () => {
	if (!browserIsMissing) desk = await startConsole();
}, START_MS);
afterAll(() => desk?.stop());
afterEach(() => desk?.expectClean());

const row = (page: Page, subject: string) =>
	page.locator("[data-ticket]", { hasText: subject });

describe.skipIf(browserIsMissing)("the inbox", () => {
	it("asks who is there, and shows the page that was opened", async () => {
		const page = await desk.open("/inbox/all", { isFresh: true });
		await page.getByRole("button", { name: "Ann" }).click();
		await page.getByRole("menuitem", { name: "Sign out", exact: true }).click();
		await page.getByRole("heading", { name: "Sign in" }).waitFor();
		await expectAccessible(page);
		await desk.signIn(page);
		await page.getByRole("heading", { name: "Mine" }).waitFor();
		await page.context().close();
	});

	it("shows what comes in without moving what is there", async () => {
		const tag = "live";
		await createTicket(desk, { subject: "Calm water", tags: [tag] });
		const page = await desk.open(`/inbox/all?tag=${tag}`);
		await row(page, "Calm water").waitFor();
		const place = await row(page, "Calm water").boundingBox();
		await createTicket(desk, { subject: "Ripple", tags: [tag] });
		const news = page.getByRole("button", { name: "Show 1 new" });
		await news.waitFor();
		expect(await row(page, "Ripple").count()).toBe(0);
		expect(await row(page, "Calm water").boundingBox()).toEqual(place);
		await page.getByRole("checkbox", { name: "Calm water" }).check();
		await page.getByText("1 selected").waitFor();
		expect(await row(page, "Calm water").boundingBox()).toEqual(place);
		await page.keyboard.press("Escape");
		await news.click();
		await row(page, "Ripple").waitFor();
		await page.context().close();
	});

	it("shows what has come in every view, after it was shown in one", async () => {
		const tag = "everywhere";
		await createTicket(desk, { subject: "Was there", tags: [tag] });
		const page = await desk.open(`/inbox/unassigned?tag=${tag}`);
		await row(page, "Was there").waitFor();
		await page.getByRole("link", { name: /^All/ }).click();
		await row(page, "Was there").waitFor();
		await createTicket(desk, { subject: "Has come", tags: [tag] });
		await page.getByRole("button", { name: "Show 1 new" }).click();
		await row(page, "Has come").waitFor();
		await page.goBack();
		await page.waitForURL("**/unassigned?*");
		await row(page, "Has come").waitFor();
		await page.context().close();
	});

	it("shows what another agent has done to a ticket", async () => {
		const id = await createTicket(desk, { subject: "Shared work" });
		const page = await desk.open("/inbox/all?q=shared");
		await row(page, "Shared work").waitFor();
		await desk.workspace.api.patch(`/v1/tickets/${id}`, { priority: "urgent" });
		await row(page, "Shared work").getByText("Urgent").waitFor();
		await page.context().close();
	});

	it("says that another agent has deleted the ticket that is open, and restores it", async () => {
		const { api } = desk.workspace;
		const tag = "doomed";
		const id = await createTicket(desk, { subject: "Doomed", tags: [tag] });
		const page = await desk.open(`/inbox/all/${id}?tag=${tag}`);
		const reply = page.getByRole("textbox", { name: "Reply" });
		await reply.fill("Half of an answer");
		const place = await row(page, "Doomed").getAttribute("class");
		const come = await createTicket(desk, { subject: "Brief", tags: [tag] });
		const news = page.getByRole("button", { name: "Show 1 new" });
		await news.waitFor();
		for (const each of [id, come]) await api.delete(`/v1/tickets/${each}`);
		await page.getByText("This ticket was deleted").waitFor();
		await expect.poll(() => news.count()).toBe(0);
		const struck = () => row(page, "Doomed").getAttribute("class");
		expect(await struck()).not.toBe(place);
		await expectAccessible(page);
		await page.getByRole("button", { name: "Restore" }).click();
		await page.getByText("Restored.").waitFor();
		await expect
			.poll(() => page.getByText("This ticket was deleted").count())
			.toBe(0);
		await expect.poll(struck).toBe(place);
		expect(await reply.inputValue()).toBe("Half of an answer");
		await page.context().close();
		// The page requests the ticket again when the event of its deletion arrives.
		desk.expectClean(/status of 404/);
	});

	it("asks for a word where a search has none yet", async () => {
		await createTicket(desk, { subject: "Wrong colour" });
		const page = await desk.open("/inbox/all");
		const search = page.getByRole("searchbox", { name: "Search" });
		await search.fill('"');
		await page.getByText("Type a word to search for, too").waitFor();
		await search.pressSequentially('wrong colour"');
		await row(page, "Wrong colour").waitFor();
		await page.context().close();
		desk.expectClean(/status of 400/);
	});

	it("finds, filters and sorts", async () => {
		const lost = await createTicket(desk, {
			subject: "Lost parcel",
			priority: "high",
			tags: ["parcels"],
		});
		await createTicket(desk, { subject: "Broken parcel", priority: "low" });
		const page = await desk.open("/inbox/all");
		await page.getByRole("searchbox").waitFor();
		await page.keyboard.press("/");
		await expect
			.poll(() => page.evaluate("document.activeElement.type"))
			.toBe("search");
		await page.keyboard.type("parcel");
		await row(page, "Lost parcel").waitFor();
		await row(page, "Broken parcel").waitFor();
		await page.getByRole("button", { name: "Sort and filter" }).click();
		await page.getByRole("menuitemcheckbox", { name: "High" }).click();
		await expect.poll(() => row(page, "Broken parcel").count()).toBe(0);
		await page.getByRole("button", { name: "Remove the filter High" }).click();
		await row(page, "Broken parcel").waitFor();
		await desk.workspace.api.patch(`/v1/tickets/${lost}`, {
			assignee_id: desk.workspace.agents[1]!.id,
		});
		await page.getByRole("button", { name: "Sort and filter" }).click();
		await page.getByRole("menuitemcheckbox", { name: "Bob" }).click();
		await expect.poll(() => row(page, "Broken parcel").count()).toBe(0);
		await row(page, "Lost parcel").waitFor();
		await page.getByRole("button", { name: "Remove the filter Bob" }).click();
		await row(page, "Broken parcel").waitFor();
		await page.setViewportSize({ width: 1600, height: 800 });
		await row(page, "Lost parcel").click();
		await page.getByRole("link", { name: "parcels" }).click();
		await page
			.getByRole("button", { name: "Remove the filter parcels" })
			.waitFor();
		await expect.poll(() => row(page, "Broken parcel").count()).toBe(0);
		await page.context().close();
	});
});
