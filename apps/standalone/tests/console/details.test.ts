import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
	browserIsMissing,
	type ConsoleTest,
	createTicket,
	expectAccessible,
	limitPages,
	START_MS,
	startConsole,
} from "./console.ts";

const ATTRIBUTES = [
	{ key: "tier", type: "enum", values: ["free", "paid"], label: "Tier" },
	{ key: "licences", type: "number" },
	{ key: "is_partner", type: "boolean", label: "Partner" },
	{ key: "ends_on", type: "date", label: "Ends on" },
	{ key: "order", type: "string", label: "Order" },
];

let desk: ConsoleTest;
beforeAll(async () => {
	if (browserIsMissing) return;
	desk = await startConsole();
	for (const attribute of ATTRIBUTES)
		await desk.workspace.api.post("/v1/attributes", attribute);
}, START_MS);
afterAll(() => desk?.stop());
afterEach(() => desk?.expectClean(/status of 4(00|22)/));

const ticket = async (id: string) =>
	(await desk.workspace.api.get(`/v1/tickets/${id}`)).body;
const open = (id: string, language?: string) =>
	desk.open(`/inbox/all/${id}`, { width: 1600, language });
const control = (page: Page, name: string) =>
	page.getByLabel(name, { exact: true });

describe.skipIf(browserIsMissing)("the details of a conversation", () => {
	it("show a ticket's whole history", async () => {
		const { api } = desk.workspace;
		const id = await createTicket(desk, { subject: "Of a long history" });
		await api.patch(`/v1/tickets/${id}`, { status: "pending" });
		const page = await open(id);
		await limitPages(page, 1);
		const details = page.getByRole("complementary", { name: "Details" });
		await details.getByRole("button", { name: "History" }).click();
		const events = details.getByRole("listitem");
		for (const shown of [1, 2]) {
			await expect.poll(() => events.count()).toBe(shown);
			await details.getByRole("button", { name: "Show more" }).click();
		}
		await expect.poll(() => events.count()).toBe(3);
		await page.context().close();
	});

	it("correct what the desk has read out of a ticket, and take it back", async () => {
		const id = await createTicket(desk, { subject: "Corrected signals" });
		const page = await open(id);
		const intentOf = async () => (await ticket(id)).ai.intent;
		const before = await intentOf();
		await page.getByRole("button", { name: "Correct the intent" }).click();
		await page.getByRole("menuitemcheckbox", { name: "Promotions" }).click();
		await expect.poll(intentOf).toBe("promotions");
		await page.getByRole("button", { name: "Undo" }).click();
		await expect.poll(intentOf).toBe(before);
		await page.getByRole("button", { name: "Correct the mood" }).click();
		await page.getByRole("menuitemcheckbox", { name: "Positive" }).click();
		await page.locator("dd", { hasText: "Positive" }).waitFor();
		await expectAccessible(page);
		await page.context().close();
	});

	it("close above the conversation by Escape, which stays, and where they were opened is the focus", async () => {
		const id = await createTicket(desk, { subject: "In a small window" });
		const page = await desk.open(`/inbox/all/${id}`, { width: 1280 });
		const opener = page.getByRole("button", { name: "Details" });
		await opener.click();
		const details = page.getByRole("complementary", { name: "Details" });
		await details.waitFor();
		const focused = () => page.evaluate("document.activeElement.ariaLabel");
		await expect.poll(focused).toBe("Details");
		await page.keyboard.press("Tab");
		await page.keyboard.press("Escape");
		await details.waitFor({ state: "hidden" });
		await expect.poll(focused).toBe("Details");
		await page.getByRole("heading", { name: "In a small window" }).waitFor();
		expect(page.url()).toContain(id);
		await page.keyboard.press("Escape");
		await page.waitForURL("**/inbox/all");
		await page.context().close();
	});

	it("leave a tag that is refused in its field", async () => {
		const tags = Array.from({ length: 50 }, (_, n) => `tag ${n}`);
		const id = await createTicket(desk, { subject: "Many tags", tags });
		const page = await open(id);
		const field = page.getByRole("textbox", { name: "Add a tag" });
		await field.fill("one more");
		await field.press("Enter");
		await page.getByText("at most 50 tags").waitFor();
		expect(await field.inputValue()).toBe("one more");
		await page.getByRole("button", { name: "Remove the tag tag 7" }).click();
		await expect.poll(async () => (await ticket(id)).tags.length).toBe(49);
		await field.press("Enter");
		await expect
			.poll(async () => (await ticket(id)).tags)
			.toContain("one more");
		expect(await field.inputValue()).toBe("");
		await page.context().close();
	});

	it("set, change and remove the values of attributes", async () => {
		const id = await createTicket(desk, {
			subject: "Attributes",
			custom_attributes: { tier: "free", order: "A-1" },
		});
		const valuesOf = async () => (await ticket(id)).custom_attributes;
		const page = await open(id);
		await control(page, "Tier").selectOption("paid");
		await control(page, "Partner").selectOption("No");
		await control(page, "licences").fill("2.5");
		await control(page, "licences").press("Enter");
		await control(page, "Ends on").fill("2026-12-24");
		await control(page, "Ends on").press("Enter");
		await control(page, "Order").fill("");
		await control(page, "Order").press("Tab");
		await expect.poll(valuesOf).toEqual({
			tier: "paid",
			is_partner: false,
			licences: 2.5,
			ends_on: "2026-12-24",
		});
		await expectAccessible(page);
		await page.getByRole("button", { name: "Undo" }).last().click();
		await expect.poll(valuesOf).toMatchObject({ order: "A-1" });
		await expect.poll(() => control(page, "Order").inputValue()).toBe("A-1");
		await control(page, "Order").fill("not this");
		await control(page, "Order").press("Escape");
		await control(page, "Tier").selectOption("–");
		await expect.poll(valuesOf).toEqual({
			is_partner: false,
			licences: 2.5,
			ends_on: "2026-12-24",
			order: "A-1",
		});
		await page.context().close();
	});

	it("keep a value that is only looked at", async () => {
		const custom_attributes = { order: " A-1 ", licences: 1 };
		const id = await createTicket(desk, { subject: "Seen", custom_attributes });
		const page = await open(id);
		await control(page, "Order").focus();
		await control(page, "licences").focus();
		await control(page, "licences").press("Tab");
		await control(page, "Tier").selectOption("paid");
		await expect
			.poll(async () => (await ticket(id)).custom_attributes)
			.toEqual({ ...custom_attributes, tier: "paid" });
		await page.context().close();
	});

	it("set values of a contact's attributes", async () => {
		const id = await createTicket(desk, { subject: "Of a contact" });
		const { contact } = await ticket(id);
		const page = await desk.open(`/contacts/${contact.id}`);
		await control(page, "Order").fill("B-2");
		await control(page, "Order").press("Enter");
		await expect
			.poll(async () => {
				const path = `/v1/contacts/${contact.id}`;
				const { body } = await desk.workspace.api.get(path);
				return body.custom_attributes;
			})
			.toEqual({ order: "B-2" });
		await control(page, "Order").fill("B".repeat(2_001));
		await control(page, "Order").press("Enter");
		await page.getByText("at most 2000").waitFor();
		expect(await control(page, "Order").inputValue()).toBe("B-2");
		await expectAccessible(page);
		await page.context().close();
	});

	it("show the value that was there when another one is refused, and say why in German", async () => {
		const id = await createTicket(desk, {
			subject: "A refused value",
			custom_attributes: { tier: "free" },
		});
		const page = await open(id, "de-DE");
		await control(page, "Tier").waitFor();
		await desk.workspace.api.delete("/v1/attributes/tier");
		await control(page, "Tier").selectOption("paid");
		await page
			.getByText("Dieses Attribut ist nicht angelegt.", { exact: false })
			.waitFor();
		await expect.poll(() => control(page, "Tier").inputValue()).toBe("free");
		await page.context().close();
	});

	it("keep a message that came while a change was refused", async () => {
		const id = await createTicket(desk, {
			subject: "A refused change",
			custom_attributes: { order: "A-1" },
		});
		const page = await open(id);
		await control(page, "Order").waitFor();
		const came = Promise.withResolvers<void>();
		await page.route(`**/v1/tickets/${id}`, async (route) => {
			await came.promise;
			await route.continue();
		});
		await control(page, "Order").fill("x".repeat(2_001));
		await control(page, "Order").press("Enter");
		await desk.workspace.api.post(`/v1/tickets/${id}/messages`, {
			type: "note",
			body: "It is order A-2.",
		});
		const message = page.getByText("It is order A-2.");
		await message.waitFor();
		came.resolve();
		await page.getByText("at most 2000").waitFor();
		expect(await message.isVisible()).toBe(true);
		expect(await control(page, "Order").inputValue()).toBe("A-1");
		await page.context().close();
	});
});
