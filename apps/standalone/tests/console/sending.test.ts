import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
	browserIsMissing,
	type ConsoleTest,
	createTicket,
	pressSend,
	START_MS,
	startConsole,
} from "./console.ts";

let desk: ConsoleTest;
beforeAll(async () => {
	if (browserIsMissing) return;
	desk = await startConsole();
	await desk.workspace.api.post("/v1/knowledge/articles", {
		title: "How do I reset my password?",
		body: "Choose Forgot password on the sign-in page. The link in the mail is valid for one hour.",
	});
}, START_MS);
afterAll(() => desk?.stop());
afterEach(() => desk?.expectClean());

const reply = (page: Page) => page.getByRole("textbox", { name: "Reply" });
const open = (page: Page, subject: string) =>
	page
		.locator("[data-ticket]", { hasText: subject })
		.getByRole("button")
		.click();
const messagesOf = async (id: string): Promise<string[]> => {
	const { body } = await desk.workspace.api.get(`/v1/tickets/${id}/messages`);
	return body.data.map(({ body_text }: { body_text: string }) => body_text);
};

/** Requests that send a message wait until they are let go. */
async function holdMessages(page: Page): Promise<() => void> {
	const held = Promise.withResolvers<void>();
	await page.route("**/messages", async (route) => {
		if (route.request().method() === "POST") await held.promise;
		await route.continue();
	});
	return held.resolve;
}

describe.skipIf(browserIsMissing)("an answer that is sent", () => {
	it("is on its way, and then gone, also where its conversation was left and opened again", async () => {
		const id = await createTicket(desk, { subject: "Slow line" });
		await createTicket(desk, { subject: "Meanwhile" });
		const page = await desk.open(`/inbox/all/${id}`);
		const letGo = await holdMessages(page);
		await reply(page).fill("This takes long.");
		await page
			.getByLabel("Attach files")
			.first()
			.setInputFiles({
				name: "long.txt",
				mimeType: "text/plain",
				buffer: Buffer.from("long"),
			});
		await pressSend(page);
		await open(page, "Meanwhile");
		await page.getByRole("heading", { name: "Meanwhile" }).waitFor();
		await open(page, "Slow line");
		const sending = page.getByRole("button", { name: "Sending…" });
		await sending.waitFor();
		expect(await sending.isDisabled()).toBe(true);
		expect(await reply(page).inputValue()).toBe("This takes long.");
		await reply(page).press("End");
		await reply(page).pressSequentially(" And one thing more.");
		letGo();
		await page.getByText("Sent.").waitFor();
		await expect
			.poll(() => reply(page).inputValue())
			.toBe("And one thing more.");
		expect(
			await page.getByRole("button", { name: "Remove long.txt" }).count(),
		).toBe(0);
		await page.unrouteAll();
		await pressSend(page);
		await expect
			.poll(() => messagesOf(id))
			.toEqual(["Can you help?", "This takes long.", "And one thing more."]);
		await page.context().close();
	});

	it("may take a minute until its files have arrived", async () => {
		const id = await createTicket(desk, { subject: "Large file" });
		const page = await desk.open(`/inbox/all/${id}`);
		await page.clock.install();
		const letGo = await holdMessages(page);
		await reply(page).fill("Here it is.");
		await page
			.getByLabel("Attach files")
			.first()
			.setInputFiles({
				name: "large.txt",
				mimeType: "text/plain",
				buffer: Buffer.from("large"),
			});
		await pressSend(page);
		await page.getByRole("button", { name: "Sending…" }).waitFor();
		await page.clock.fastForward(60_000);
		letGo();
		await page.getByText("Sent.").waitFor();
		expect(await messagesOf(id)).toContain("Here it is.");
		await page.context().close();
	});

	it("is gone in the agent's other tab, in which it was begun", async () => {
		const id = await createTicket(desk, { subject: "In two tabs" });
		const first = await desk.open(`/inbox/all/${id}`);
		await reply(first).pressSequentially("Half a sentence");
		const second = await first.context().newPage();
		await second.goto(first.url());
		await expect.poll(() => reply(second).inputValue()).toBe("Half a sentence");
		await reply(second).press("End");
		await reply(second).pressSequentially(", and the other half.");
		await pressSend(second);
		await first.getByText("Half a sentence, and the other half.").waitFor();
		await expect.poll(() => reply(first).inputValue()).toBe("");
		await first.reload();
		await reply(first).pressSequentially("Another one.");
		await pressSend(first);
		await expect
			.poll(() => messagesOf(id))
			.toEqual([
				"Can you help?",
				"Half a sentence, and the other half.",
				"Another one.",
			]);
		await first.context().close();
	});

	it("was an edited draft, and is the agent's own after another agent has answered", async () => {
		const id = await createTicket(desk, {
			subject: "Reset my password",
			body: "How do I reset my password?",
		});
		const page = await desk.open(`/inbox/all/${id}`);
		const draft = page.getByRole("region", { name: "Draft reply" });
		await draft.getByRole("button", { name: "Edit" }).click();
		await reply(page).press("Control+End");
		await reply(page).pressSequentially(" Call us if it does not come.");
		await desk.workspace.api.post(`/v1/conversations/${id}/messages`, {
			type: "outbound",
			body: "I will look into it.",
			author_id: desk.workspace.agents[1]!.id,
		});
		await page.getByRole("button", { name: "I have read it" }).click();
		await page.getByRole("button", { name: "Send", exact: true }).click();
		await page.getByText("Not sent, your text is still here").waitFor();
		expect(await page.getByText("Edited draft").count()).toBe(0);
		await page.getByRole("button", { name: "Send", exact: true }).click();
		await page.getByText("Sent.").waitFor();
		expect((await messagesOf(id)).at(-1)).toMatch(/Call us if it does not/);
		await page.context().close();
		desk.expectClean(/status of (404|409)/);
	});

	it("is a draft, after a message that the page had not yet", async () => {
		const id = await createTicket(desk, {
			subject: "Password reset link",
			body: "How do I reset my password?",
		});
		const page = await desk.open(`/inbox/all/${id}`);
		const draft = page.getByRole("region", { name: "Draft reply" });
		await draft.waitFor();
		await page.route("**/v1/events/stream*", () => {});
		await page.reload();
		await draft.waitFor();
		await desk.workspace.api.post(`/v1/conversations/${id}/messages`, {
			type: "note",
			body: "They are in a hurry.",
			author_id: desk.workspace.agents[1]!.id,
		});
		const send = draft.getByRole("button", { name: "Send draft" });
		await send.click();
		await page.getByText("Nothing was sent.").waitFor();
		await page.getByText("They are in a hurry.").waitFor();
		await send.click();
		await page.getByText("Draft sent.").waitFor();
		expect(await messagesOf(id)).toHaveLength(3);
		await page.context().close();
		desk.expectClean(/status of 409/);
	});

	it("is sent although its macro's changes are refused, and says so", async () => {
		const { api } = desk.workspace;
		const tags = (from: number) =>
			Array.from({ length: 20 }, (_, n) => `tag ${from + n}`);
		await api.post("/v1/macros", {
			name: "One tag too many",
			body: "It is done.",
			changes: { tags: tags(0) },
		});
		const id = await createTicket(desk, { subject: "Full of tags" });
		const page = await desk.open(`/inbox/all/${id}`);
		await page.getByRole("button", { name: "Macros" }).click();
		await page.getByRole("menuitem", { name: "One tag too many" }).click();
		await expect.poll(() => reply(page).inputValue()).toBe("It is done.");
		for (const from of [100, 120])
			await api.post(`/v1/tickets/${id}/tags`, { tags: tags(from) });
		await pressSend(page);
		await page.getByText("Sent, without the macro’s changes.").waitFor();
		expect(await reply(page).inputValue()).toBe("");
		expect(await messagesOf(id)).toEqual(["Can you help?", "It is done."]);
		await page.context().close();
		desk.expectClean(/status of 422/);
	});
});
