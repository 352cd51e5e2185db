import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
	browserIsMissing,
	type ConsoleTest,
	createTicket,
	limitPages,
	START_MS,
	startConsole,
} from "./console.ts";

let desk: ConsoleTest;
beforeAll(async () => {
	if (browserIsMissing) return;
	desk = await startConsole();
}, START_MS);
afterAll(() => desk?.stop());
afterEach(() => desk?.expectClean());

describe.skipIf(browserIsMissing)("contacts", () => {
	it("find a contact, change its name, and erase it", async () => {
		await createTicket(desk, { subject: "Hello", name: "Rosa Winter" });
		const page = await desk.open("/contacts?q=rosa");
		await page.getByRole("link", { name: "Rosa Winter" }).click();
		await page.getByRole("link", { name: "Hello" }).waitFor();
		await page.getByRole("button", { name: "Edit" }).click();
		await page.getByLabel("Name").fill("Rosa Sommer");
		await page.getByRole("button", { name: "Save" }).click();
		await page.getByRole("heading", { name: "Rosa Sommer" }).waitFor();
		const address = page.getByRole("main").getByText("rosa.winter@");
		expect(await address.count()).toBeGreaterThan(0);
		await page.getByRole("button", { name: "Edit" }).click();
		await page.getByLabel("Email address").fill("");
		await page.getByRole("button", { name: "Save" }).click();
		await expect.poll(() => address.count()).toBe(0);
		await page.getByRole("button", { name: "Erase" }).click();
		await page
			.getByRole("dialog")
			.getByRole("button", { name: "Erase" })
			.click();
		await expect
			.poll(async () => {
				const { body } = await desk.workspace.api.get("/v1/contacts", {
					q: "rosa",
				});
				return body.data.length;
			})
			.toBe(0);
		await page.context().close();
	});

	it("keep a contact's conversations current, and list all of them", async () => {
		const { api } = desk.workspace;
		const name = "Otto Herbst";
		const first = await createTicket(desk, { subject: "First of Otto", name });
		const page = await desk.open("/contacts?q=otto");
		await page.getByRole("link", { name }).click();
		const rows = page.getByRole("link", { name: /of Otto/ });
		await page.getByRole("link", { name: /First of Otto.*Open/ }).waitFor();
		await api.patch(`/v1/tickets/${first}`, { status: "resolved" });
		await page.getByRole("link", { name: /First of Otto.*Resolved/ }).waitFor();
		await createTicket(desk, { subject: "Second of Otto", name });
		await expect.poll(() => rows.count()).toBe(2);
		await limitPages(page, 1);
		await page.reload();
		await expect.poll(() => rows.count()).toBe(1);
		await page
			.getByRole("main")
			.getByRole("button", { name: "Show more" })
			.last()
			.click();
		await expect.poll(() => rows.count()).toBe(2);
		await page.context().close();
	});
});
