import type { Page } from "playwright-core";
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
const messagesOf = async (id: string) =>
	(await desk.workspace.api.get(`/v1/tickets/${id}/messages`)).body.data;

describe.skipIf(browserIsMissing)("an answer", () => {
	it("is made of a macro and an attachment", async () => {
		await desk.workspace.api.post("/v1/macros", {
			name: "Refund is on its way",
			body: "Hello {{contact.name}}, the money is on its way.",
			changes: { status: "pending", tags: ["refunded"] },
		});
		const id = await createTicket(desk, { subject: "Refund, please" });
		const page = await desk.open(`/inbox/all/${id}`);
		await page.getByRole("heading", { name: "Refund, please" }).waitFor();
		await page.keyboard.press("m");
		await page.getByRole("menuitem", { name: "Refund is on its way" }).click();
		await expect
			.poll(() => reply(page).inputValue())
			.toBe("Hello Mia Berg, the money is on its way.");
		await page
			.getByLabel("Attach files")
			.first()
			.setInputFiles({
				name: "receipt.txt",
				mimeType: "text/plain",
				buffer: Buffer.from("42 euros"),
			});
		await page.getByText("receipt.txt").waitFor();
		await page.getByRole("button", { name: "Send", exact: true }).click();
		await page.getByRole("article", { name: "Reply by Ann" }).waitFor();
		await page.getByRole("link", { name: "receipt.txt" }).waitFor();
		const sent = (await messagesOf(id)).at(-1);
		expect(sent.attachments[0].filename).toBe("receipt.txt");
		await expect
			.poll(async () => {
				const { body } = await desk.workspace.api.get(`/v1/tickets/${id}`);
				return [body.status, ...body.tags];
			})
			.toEqual(["pending", "refunded"]);
		expect(await reply(page).inputValue()).toBe("");
		await page.context().close();
	});

	it("leaves a macro's changes out, and takes a picture that is pasted", async () => {
		await desk.workspace.api.post("/v1/macros", {
			name: "Done with it",
			body: "All done.",
			changes: { status: "resolved" },
		});
		const id = await createTicket(desk, { subject: "Not done at all" });
		const page = await desk.open(`/inbox/all/${id}`);
		await page.getByRole("heading", { name: "Not done at all" }).waitFor();
		const changes = page.getByText("Sending also makes the macro’s changes");
		const insert = async () => {
			await page.getByRole("button", { name: "Macros" }).click();
			await page.getByRole("menuitem", { name: "Done with it" }).click();
			await changes.waitFor();
		};
		await insert();
		await reply(page).fill("");
		await expect.poll(() => changes.count()).toBe(0);
		await insert();
		await page
			.getByRole("button", { name: "Leave the macro’s changes out" })
			.click();
		await reply(page).evaluate(`(() => {
			const clipboardData = new DataTransfer();
			clipboardData.items.add(new File(["png"], "shot.png", { type: "image/png" }));
			const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
			document.querySelector("textarea").dispatchEvent(event);
		})()`);
		await page.getByRole("button", { name: "Remove shot.png" }).waitFor();
		await page.getByRole("button", { name: "Send", exact: true }).click();
		await page.getByText("Sent.").waitFor();
		expect((await messagesOf(id)).at(-1).attachments[0].filename).toBe(
			"shot.png",
		);
		const { body } = await desk.workspace.api.get(`/v1/tickets/${id}`);
		expect(body.status).toBe("open");
		await page.context().close();
	});

	it("takes text that is dragged into it, and files", async () => {
		const id = await createTicket(desk, {
			subject: "Drag and drop",
			body: "Word-to-drag",
		});
		const page = await desk.open(`/inbox/all/${id}`);
		const word = page.getByText("Word-to-drag", { exact: true });
		await word.selectText();
		await word.dragTo(reply(page), { sourcePosition: { x: 10, y: 8 } });
		await expect.poll(() => reply(page).inputValue()).toBe("Word-to-drag");
		await page.evaluate(`(() => {
			const dataTransfer = new DataTransfer();
			dataTransfer.items.add(new File(["png"], "shot.png", { type: "image/png" }));
			const event = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true });
			document.querySelector("textarea").dispatchEvent(event);
		})()`);
		await page.getByRole("button", { name: "Remove shot.png" }).waitFor();
		await page.context().close();
	});

	it("keeps the changes of its macro while a note is added first", async () => {
		const { api } = desk.workspace;
		await api.post("/v1/macros", {
			name: "Solved it",
			body: "It is solved.",
			changes: { status: "resolved" },
		});
		const id = await createTicket(desk, { subject: "Note before the end" });
		const page = await desk.open(`/inbox/all/${id}`);
		await page.getByRole("heading", { name: "Note before the end" }).waitFor();
		const changes = page.getByText("Sending also makes the macro’s changes");
		await page.getByRole("button", { name: "Macros" }).click();
		await page.getByRole("menuitem", { name: "Solved it" }).click();
		await changes.waitFor();
		await page.getByRole("button", { name: /^Note/ }).click();
		expect(await changes.count()).toBe(0);
		await page.getByRole("textbox", { name: "Note" }).fill("Checked by me");
		await page.getByRole("button", { name: "Add note" }).click();
		await page.getByRole("article", { name: "Note by Ann" }).waitFor();
		const statusOf = async () =>
			(await api.get(`/v1/tickets/${id}`)).body.status;
		expect(await statusOf()).toBe("open");
		await page.getByRole("button", { name: /^Reply/ }).click();
		await changes.waitFor();
		await page.getByRole("button", { name: "Send", exact: true }).click();
		await expect.poll(statusOf).toBe("resolved");
		expect((await messagesOf(id)).at(-1).body_text).toBe("It is solved.");
		await page.context().close();
	});

	it("keeps what was typed when a draft is edited, and what was changed in the draft", async () => {
		const id = await createTicket(desk, {
			subject: "Half an answer",
			body: "How do I reset my password?",
		});
		await draftOf(id);
		const page = await desk.open(`/inbox/all/${id}`);
		const draft = page.getByRole("region", { name: "Draft reply" });
		await reply(page).fill("Hello Mia,");
		await draft.getByRole("button", { name: "Edit" }).click();
		const expected = /^Hello Mia,\n\n[\s\S]*Forgot password/;
		await expect.poll(() => reply(page).inputValue()).toMatch(expected);
		await reply(page).press("Control+End");
		await page.keyboard.type(" Ann");
		await draft.getByRole("button", { name: "Edit" }).click();
		expect(await reply(page).inputValue()).toMatch(/^Hello Mia,[\s\S]* Ann$/);
		await page.context().close();
	});

	it.each([1440, 1280, 390])(
		"can be sent at once after another one, in a window of %i pixels",
		async (width) => {
			const id = await createTicket(desk, { subject: "One after the other" });
			const page = await desk.open(`/inbox/all/${id}`, { width });
			for (const body of ["First", "Second"]) {
				await reply(page).fill(body);
				// What is said of the first one does not cover the button.
				await page
					.getByRole("button", { name: "Send", exact: true })
					.click({ timeout: 5_000 });
				await page
					.getByRole("article", { name: "Reply by Ann" })
					.filter({ hasText: body })
					.waitFor();
			}
			await page.context().close();
		},
	);

	it("is an edited draft still when a note was added first", async () => {
		const id = await createTicket(desk, {
			subject: "Password again",
			body: "How do I reset my password?",
		});
		await draftOf(id);
		const page = await desk.open(`/inbox/all/${id}`);
		const draft = page.getByRole("region", { name: "Draft reply" });
		await draft.getByRole("button", { name: "Edit" }).click();
		await page.getByText("Edited draft").waitFor();
		await page.getByRole("button", { name: /^Note/ }).click();
		await page.getByRole("textbox", { name: "Note" }).fill("Checked by me");
		await page.getByRole("button", { name: "Add note" }).click();
		await page.getByRole("article", { name: "Note by Ann" }).waitFor();
		await page.getByRole("button", { name: /^Reply/ }).click();
		await page.getByRole("button", { name: "Send", exact: true }).click();
		await page.getByRole("article", { name: "Reply by Ann" }).waitFor();
		const { body } = await desk.workspace.api.get(
			`/v1/conversations/${id}/ai-draft`,
		);
		expect(body.status).toBe("approved");
		await page.context().close();
	});

	it("is a draft that was read with its evidence, and edited", async () => {
		const id = await createTicket(desk, {
			subject: "How do I reset my password?",
			body: "How do I reset my password?",
		});
		await draftOf(id);
		const page = await desk.open(`/inbox/all/${id}`);
		const draft = page.getByRole("region", { name: "Draft reply" });
		await draft.getByText("Forgot password").first().waitFor();
		await draft.getByRole("button", { name: /^Source 1/ }).click();
		await page
			.getByRole("dialog", { name: "How do I reset my password?" })
			.locator("mark")
			.waitFor();
		await expectAccessible(page);
		await page.keyboard.press("Escape");
		await draft.getByRole("button", { name: "Edit" }).click();
		await reply(page).focus();
		await page.keyboard.press("Control+End");
		await page.keyboard.type(" Ann");
		await page.keyboard.press("Control+Enter");
		await page.getByRole("article", { name: "Reply by Ann" }).waitFor();
		const sent = (await messagesOf(id)).at(-1);
		expect(sent.body_text).toMatch(/Forgot password[\s\S]* Ann$/);
		const { body } = await desk.workspace.api.get(
			`/v1/conversations/${id}/ai-draft`,
		);
		expect(body.status).toBe("approved");
		await expect.poll(() => draft.count()).toBe(0);
		await page.context().close();
	});

	it("is a draft as it is, or not this draft", async () => {
		const sentId = await createTicket(desk, {
			subject: "Password reset link",
			body: "How do I reset my password? I have forgotten it.",
		});
		const id = await createTicket(desk, {
			subject: "Reset my password",
			body: "How do I reset my password?",
		});
		await draftOf(sentId);
		await draftOf(id);
		const page = await desk.open(`/inbox/all/${sentId}`);
		await page.getByRole("button", { name: "Send draft" }).click();
		await page.getByRole("article", { name: "Reply by Ann" }).waitFor();
		expect((await messagesOf(sentId)).at(-1).ai_generated).toBe(true);
		await page.goto(`${desk.product.url}/inbox/all/${id}`);
		await page.getByRole("button", { name: "Discard" }).click();
		await page.getByText("Draft discarded.").waitFor();
		await expect
			.poll(() => page.getByRole("region", { name: "Draft reply" }).count())
			.toBe(0);
		await page.context().close();
	});

	it("waits when the customer writes in the meantime, and loses no word", async () => {
		const id = await createTicket(desk, { subject: "Where is my order?" });
		const page = await desk.open(`/inbox/all/${id}`);
		await reply(page).fill("It left our house on Monday.");
		const { body: mailbox } = await desk.workspace.api.post("/v1/mailboxes", {
			address: "help@shop.example",
		});
		await mail(mailbox.id, id, "It has just arrived, thank you!");
		const guard = page.getByRole("alert");
		await guard.getByText("It has just arrived").waitFor();
		await page.keyboard.press("Control+Enter");
		expect(await messagesOf(id)).toHaveLength(2);
		expect(await reply(page).inputValue()).toBe("It left our house on Monday.");
		await guard.getByRole("button", { name: "I have read it" }).click();
		await reply(page).fill("Good to hear!");
		await page.keyboard.press("Control+Enter");
		await page.getByText("Sent.").waitFor();
		expect((await messagesOf(id)).at(-1).body_text).toBe("Good to hear!");
		await page.context().close();
	});

	it("is not lost offline, and is sent when the connection is back", async () => {
		const id = await createTicket(desk, { subject: "In the tunnel" });
		const page = await desk.open(`/inbox/all/${id}`);
		await reply(page).fill("Written in a tunnel");
		await page.context().setOffline(true);
		await page.getByText("You are offline").waitFor();
		await page.context().setOffline(false);
		await expect
			.poll(() => page.getByText("You are offline").count(), {
				timeout: 20_000,
			})
			.toBe(0);
		await page.getByRole("button", { name: "Send", exact: true }).click();
		await page.getByText("Sent.").waitFor();
		const replies = (await messagesOf(id)).filter(
			({ type }: { type: string }) => type === "outbound",
		);
		expect(replies).toHaveLength(1);
		await page.context().close();
		desk.expectClean(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/);
	});

	it("that is sent offline waits, is given back whole, and is sent once later", {
		timeout: 60_000,
	}, async () => {
		const id = await createTicket(desk, { subject: "In a long tunnel" });
		const page = await desk.open(`/inbox/all/${id}`);
		await reply(page).fill("Sent in a long tunnel");
		await page.context().setOffline(true);
		await pressSend(page);
		await page.getByRole("button", { name: "Sending…" }).waitFor();
		await page
			.getByText("Not sent, your text is still here")
			.waitFor({ timeout: 30_000 });
		expect(await reply(page).inputValue()).toBe("Sent in a long tunnel");
		await page.context().setOffline(false);
		await page.getByRole("button", { name: "Send", exact: true }).click();
		await page.getByText("Sent.", { exact: true }).waitFor();
		expect(await messagesOf(id)).toHaveLength(2);
		await page.context().close();
		desk.expectClean(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/);
	});

	it("is not written past what another agent has just answered", async () => {
		const id = await createTicket(desk, { subject: "Two of us" });
		const ann = await desk.open(`/inbox/all/${id}`);
		const bob = await desk.open(`/inbox/all/${id}`, { agent: 1 });
		await reply(ann).fill("My answer");
		await reply(bob).fill("I was faster");
		await pressSend(bob);
		const guard = ann.getByRole("alert");
		await guard.getByText("Bob wrote while you were typing").waitFor();
		await ann.getByRole("article", { name: "Reply by Bob" }).waitFor();
		await ann.keyboard.press("Control+Enter");
		expect(await messagesOf(id)).toHaveLength(2);
		expect(await reply(ann).inputValue()).toBe("My answer");
		await ann.context().close();
		await bob.context().close();
	});

	it("folds what a mail repeats of earlier ones", async () => {
		const { body: mailbox } = await desk.workspace.api.post("/v1/mailboxes", {
			address: "post@shop.example",
		});
		const raw = [
			"From: Leo <leo@customer.example>",
			"To: post@shop.example",
			"Subject: Fold me",
			"Message-ID: <fold@customer.example>",
			"",
			"The new part.",
			"",
			"On Monday, Ann wrote:",
			"> The old part.",
		].join("\r\n");
		await upload(mailbox.id, raw);
		const page = await desk.open("/inbox/all?q=%22fold+me%22");
		await page.locator("[data-ticket]", { hasText: "Fold me" }).click();
		await page.getByText("The new part.").waitFor();
		expect(await page.getByText("The old part.").count()).toBe(0);
		await page.getByRole("button", { name: "Show quoted text" }).click();
		await page.getByText("The old part.").waitFor();
		await page.context().close();
	});
});

async function draftOf(id: string): Promise<void> {
	await expect
		.poll(
			async () => {
				const { body } = await desk.workspace.api.get(`/v1/tickets/${id}`);
				return body.ai.draft_ready;
			},
			{ timeout: 20_000 },
		)
		.toBe(true);
}

function mail(mailboxId: string, ticketId: string, body: string) {
	const raw = [
		"From: Mia Berg <mia.berg@customer.example>",
		"To: help@shop.example",
		`Subject: Re: Where is my order? [${ticketId}]`,
		"Message-ID: <arrived@customer.example>",
		"",
		body,
	].join("\r\n");
	return upload(mailboxId, raw);
}

async function upload(mailboxId: string, raw: string): Promise<void> {
	const { product, workspace } = desk;
	const response = await fetch(
		`${product.url}/v1/mailboxes/${mailboxId}/mails`,
		{
			method: "POST",
			headers: {
				Authorization: `Bearer ${workspace.key}`,
				"Content-Type": "message/rfc822",
			},
			body: raw,
		},
	);
	expect(response.status).toBe(201);
}
