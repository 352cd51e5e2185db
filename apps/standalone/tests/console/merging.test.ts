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

describe.skipIf(browserIsMissing)("a ticket that is merged", () => {
	it("leads from a ticket that another agent has merged to where its messages are", async () => {
		const { api } = desk.workspace;
		const source = await createTicket(desk, {
			subject: "Asked twice",
			body: "The second time.",
		});
		const target = await createTicket(desk, { subject: "Asked once" });
		const page = await desk.open(`/inbox/all/${source}`);
		await page.getByRole("textbox", { name: "Reply" }).fill("Half an answer");
		await api.post(`/v1/tickets/${source}/merge`, { into: target });
		const notice = page.getByText("This ticket was merged into another one.");
		await notice.waitFor();
		expect(
			await page.getByRole("textbox", { name: "Reply" }).inputValue(),
		).toBe("Half an answer");
		await expectAccessible(page);
		await page.getByRole("link", { name: "Open that ticket" }).click();
		await page.getByRole("heading", { name: "Asked once" }).waitFor();
		await page.getByText("The second time.").waitFor();
		expect(await notice.count()).toBe(0);
		await page.context().close();
	});

	it("merges a ticket into another one, and separates them again", async () => {
		const source = await createTicket(desk, {
			subject: "Same thing again",
			body: "As I wrote yesterday.",
		});
		await createTicket(desk, { subject: "The original matter" });
		const page = await desk.open(`/inbox/all/${source}`);
		await page.getByRole("button", { name: "More actions" }).click();
		await page.getByRole("menuitem", { name: "Merge into" }).click();
		await page.getByLabel("Find the ticket").fill("original");
		await page
			.getByRole("dialog")
			.getByRole("button", { name: "The original matter" })
			.click();
		await page.getByRole("heading", { name: "The original matter" }).waitFor();
		await page.getByText("As I wrote yesterday.").waitFor();
		await page.getByRole("button", { name: "Undo" }).click();
		await expect
			.poll(async () => {
				const { body } = await desk.workspace.api.get(`/v1/tickets/${source}`);
				return body.merged_into;
			})
			.toBeUndefined();
		await page.context().close();
	});

	it("offers a ticket that has come since the last merge was thought of", async () => {
		const id = await createTicket(desk, { subject: "Twice the same" });
		const page = await desk.open(`/inbox/all/${id}`);
		const dialog = page.getByRole("dialog");
		const find = async () => {
			await page.getByRole("button", { name: "More actions" }).click();
			await page.getByRole("menuitem", { name: "Merge into" }).click();
		};
		await find();
		await dialog.getByRole("button").nth(1).waitFor();
		await dialog.getByRole("button", { name: "Close" }).click();
		await createTicket(desk, { subject: "The same once more" });
		await find();
		await dialog.getByRole("button", { name: "The same once more" }).waitFor();
		await page.context().close();
	});
});
