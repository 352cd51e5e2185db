import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
	browserIsMissing,
	type ConsoleTest,
	createTicket,
	expectAccessible,
	pressSend,
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
		// What was typed goes along.
		const reply = page.getByRole("textbox", { name: "Reply" });
		await expect.poll(() => reply.inputValue()).toBe("Half an answer");
		await page.goBack();
		await page.getByRole("heading", { name: "Asked twice" }).waitFor();
		await reply.pressSequentially("Nothing else");
		expect(await reply.inputValue()).toBe("Nothing else");
		await page.context().close();
	});

	it("merges a ticket into another one, and separates them again", async () => {
		const source = await createTicket(desk, {
			subject: "Same thing again",
			body: "As I wrote yesterday.",
		});
		const target = await createTicket(desk, { subject: "The original matter" });
		const page = await desk.open(`/inbox/all/${target}`);
		const reply = page.getByRole("textbox", { name: "Reply" });
		await reply.fill("Begun there.");
		await page
			.locator("[data-ticket]", { hasText: "Same thing again" })
			.getByRole("button")
			.click();
		await page.getByRole("heading", { name: "Same thing again" }).waitFor();
		await reply.fill("Begun here.");
		await page
			.getByLabel("Attach files")
			.first()
			.setInputFiles({
				name: "plan.txt",
				mimeType: "text/plain",
				buffer: Buffer.from("plan"),
			});
		await page.getByRole("button", { name: "More actions" }).click();
		await page.getByRole("menuitem", { name: "Merge into" }).click();
		await page.getByLabel("Find the ticket").fill("original");
		await page
			.getByRole("dialog")
			.getByRole("button", { name: "The original matter" })
			.click();
		await page.getByRole("heading", { name: "The original matter" }).waitFor();
		await page.getByText("As I wrote yesterday.").waitFor();
		await expect
			.poll(() => reply.inputValue())
			.toBe("Begun there.\n\nBegun here.");
		await page.getByRole("button", { name: "Remove plan.txt" }).waitFor();
		await page.getByRole("button", { name: "Undo" }).click();
		await expect
			.poll(async () => {
				const { body } = await desk.workspace.api.get(`/v1/tickets/${source}`);
				return body.merged_into;
			})
			.toBeUndefined();
		await expect.poll(() => reply.inputValue()).toBe("Begun there.");
		expect(
			await page.getByRole("button", { name: "Remove plan.txt" }).count(),
		).toBe(0);
		await page
			.locator("[data-ticket]", { hasText: "Same thing again" })
			.getByRole("button")
			.click();
		await page.getByRole("button", { name: "Remove plan.txt" }).waitFor();
		expect(await reply.inputValue()).toBe("Begun here.");
		await page.context().close();
	});

	it("takes no answer along that is on its way", async () => {
		const source = await createTicket(desk, { subject: "Answered just now" });
		await createTicket(desk, { subject: "Where it belongs" });
		const page = await desk.open(`/inbox/all/${source}`);
		const sent = Promise.withResolvers<void>();
		const held = Promise.withResolvers<void>();
		await page.route("**/messages", async (route) => {
			const response = await route.fetch();
			sent.resolve();
			await held.promise;
			await route.fulfill({ response });
		});
		const reply = page.getByRole("textbox", { name: "Reply" });
		await reply.fill("Sent once.");
		await pressSend(page);
		await sent.promise;
		await page.getByRole("button", { name: "More actions" }).click();
		await page.getByRole("menuitem", { name: "Merge into" }).click();
		await page.getByLabel("Find the ticket").fill("belongs");
		await page
			.getByRole("dialog")
			.getByRole("button", { name: "Where it belongs" })
			.click();
		await page.getByRole("heading", { name: "Where it belongs" }).waitFor();
		held.resolve();
		await page.getByText("Sent.").waitFor();
		expect(await reply.inputValue()).toBe("");
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
