import { launchChromiumIn } from "@supportdesk/testkit/chromium.ts";
import { makeTempFolder } from "@supportdesk/testkit/temp-folder.ts";
import type { BrowserContext, Page } from "playwright-core";
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

const TEXT = "Dear Mia, this took me an hour";
const FILE = {
	name: "receipt.txt",
	mimeType: "text/plain",
	buffer: Buffer.from("42 euros"),
};

const reply = (page: Page) => page.getByRole("textbox", { name: "Reply" });
const send = (page: Page) =>
	page.getByRole("button", { name: "Send", exact: true }).click();
const messagesOf = async (id: string) =>
	(await desk.workspace.api.get(`/v1/tickets/${id}/messages`)).body.data;
const chosen = (page: Page) =>
	page.getByRole("button", { name: "Remove receipt.txt" });

/** Types and chooses a file, and waits until the browser has stored both. */
async function compose(page: Page, text = TEXT): Promise<void> {
	await reply(page).fill(text);
	await page.getByLabel("Attach files").first().setInputFiles(FILE);
	await chosen(page).waitFor();
	await expect.poll(async () => (await stored(page)).length).toBe(2);
}

async function expectComposed(page: Page, text = TEXT): Promise<void> {
	await expect.poll(() => reply(page).inputValue()).toBe(text);
	await chosen(page).waitFor();
}

describe.skipIf(browserIsMissing)("what is typed and chosen", () => {
	it("is kept through a reload and a sign-out, unreadable, and not after it is sent", async () => {
		const id = await createTicket(desk, { subject: "A long story" });
		const page = await desk.open(`/inbox/all/${id}`, { isFresh: true });
		await compose(page);
		expect((await stored(page)).join()).not.toMatch(
			/took me an hour|42 euros|receipt/,
		);
		await page.reload();
		await expectComposed(page);

		await page.getByRole("button", { name: "Ann" }).first().click();
		await page.getByRole("menuitem", { name: "Sign out", exact: true }).click();
		await page.getByRole("heading", { name: "Sign in" }).waitFor();
		await desk.signIn(page);
		await page.goto(`${desk.product.url}/inbox/all/${id}`);
		await expectComposed(page);

		await send(page);
		await page.getByText("Sent.").waitFor();
		const [, sent] = await messagesOf(id);
		expect(sent.attachments).toMatchObject([
			{ filename: "receipt.txt", content_type: "text/plain", size: 8 },
		]);
		await expect.poll(() => stored(page)).toEqual([]);
		await page.reload();
		await page.getByRole("article", { name: "Reply by Ann" }).waitFor();
		expect(await reply(page).inputValue()).toBe("");
		expect(await chosen(page).count()).toBe(0);
		await page.context().close();
	});

	it("is joined by what is typed before it is read, in the field that a key has chosen", async () => {
		const id = await createTicket(desk, { subject: "Typed at once" });
		const page = await desk.open(`/inbox/all/${id}`);
		await reply(page).fill(TEXT);
		await expect.poll(async () => (await stored(page)).length).toBe(1);
		// From the first moment in which there is a field.
		await page.addInitScript(`new MutationObserver(async (_, observer) => {
			if (!document.querySelector("textarea")) return;
			observer.disconnect();
			dispatchEvent(new KeyboardEvent("keydown", { key: "n" }));
			await new Promise((resolve) => setTimeout(resolve));
			document.execCommand("insertText", false, "Only for us");
		}).observe(document, { childList: true, subtree: true })`);
		await page.reload();
		const note = page.getByRole("textbox", { name: "Note" });
		await expect.poll(() => note.inputValue()).toBe("Only for us");
		await page.getByTitle("Text that is not sent").waitFor();
		await page.getByRole("button", { name: /^Reply/ }).click();
		await expect.poll(() => reply(page).inputValue()).toBe(TEXT);
		await reply(page).fill("");
		await page.getByRole("button", { name: /^Note/ }).click();
		await note.fill("");
		await expect.poll(() => stored(page)).toEqual([]);
		await page.context().close();
	});

	it("is not shown to another agent, and goes away when it is removed", async () => {
		const id = await createTicket(desk, { subject: "Not this file" });
		const page = await desk.open(`/inbox/all/${id}`, { isFresh: true });
		await compose(page);
		await page.context().clearCookies();
		await desk.signIn(page, 1);
		await page.goto(`${desk.product.url}/inbox/all/${id}`);
		await page.getByRole("heading", { name: "Not this file" }).waitFor();
		await reply(page).click();
		expect(await reply(page).inputValue()).toBe("");
		expect(await chosen(page).count()).toBe(0);

		await page.context().clearCookies();
		await desk.signIn(page);
		await page.goto(`${desk.product.url}/inbox/all/${id}`);
		await expectComposed(page);
		await chosen(page).click();
		await reply(page).fill("");
		await expect.poll(() => stored(page)).toEqual([]);
		await page.context().close();
	});

	it("is sent once, although a reload has interrupted the first attempt", async () => {
		const id = await createTicket(desk, { subject: "Interrupted" });
		const page = await desk.open(`/inbox/all/${id}`);
		await compose(page);
		// The desk gets it, and the page never learns of it.
		await page.route("**/messages", async (route) => {
			await route.fetch();
		});
		await page.keyboard.press("Escape");
		await send(page);
		await expect.poll(() => messagesOf(id)).toHaveLength(2);
		await page.reload();
		// Not before: the request would be continued, and the page would learn of it.
		await page.unrouteAll({ behavior: "ignoreErrors" });
		await expectComposed(page);
		await page.getByRole("article", { name: "Reply by Ann" }).waitFor();
		await send(page);
		await page.getByText("Sent.").waitFor();
		expect(await messagesOf(id)).toHaveLength(2);

		// The same words are another message then.
		await reply(page).fill(TEXT);
		await send(page);
		await expect.poll(() => messagesOf(id)).toHaveLength(3);
		await page.context().close();
	});

	it("stays when it is typed or chosen while a message is on its way", async () => {
		const id = await createTicket(desk, { subject: "Typed on" });
		const page = await desk.open(`/inbox/all/${id}`);
		await compose(page);
		const held = Promise.withResolvers<void>();
		await page.route("**/messages", async (route) => {
			await held.promise;
			await route.continue();
		});
		await reply(page).press("Control+Enter");
		await page.getByRole("button", { name: "Sending…" }).waitFor();
		await reply(page).press("Control+End");
		await page.keyboard.type("\n\nOne more thing");
		await page
			.getByLabel("Attach files")
			.first()
			.setInputFiles({ ...FILE, name: "later.txt" });
		await page.getByRole("button", { name: /^Note/ }).click();
		await page.getByRole("textbox", { name: "Note" }).fill("Only for us");
		held.resolve();
		await page.getByText("Sent.").waitFor();
		expect((await messagesOf(id)).at(-1).body_text).toBe(TEXT);
		expect(await chosen(page).count()).toBe(0);
		await page.getByRole("button", { name: "Remove later.txt" }).waitFor();
		expect(await page.getByRole("textbox", { name: "Note" }).inputValue()).toBe(
			"Only for us",
		);
		await page.getByRole("button", { name: /^Reply/ }).click();
		expect(await reply(page).inputValue()).toBe("One more thing");
		await page.context().close();
	});

	it("survives a crash of the page", async () => {
		const id = await createTicket(desk, { subject: "Crashed page" });
		const page = await desk.open(`/inbox/all/${id}`);
		await compose(page);
		const session = await page.context().newCDPSession(page);
		const crashed = page.waitForEvent("crash");
		session.send("Page.crash").catch(() => {}); // it has no response
		await crashed;
		const next = await page.context().newPage();
		await next.goto(`${desk.product.url}/inbox/all/${id}`);
		await expectComposed(next);
		await next.context().close();
	});

	it("survives a crash of the browser", async () => {
		const id = await createTicket(desk, { subject: "Crashed browser" });
		const folder = makeTempFolder("profile");
		const openConversation = async (context: BrowserContext) => {
			const page = await context.newPage();
			await desk.signIn(page);
			await page.goto(`${desk.product.url}/inbox/all/${id}`);
			return page;
		};
		const first = await launchChromiumIn(folder);
		const page = await openConversation(first);
		await compose(page);
		const closed = first.waitForEvent("close");
		const session = await first.browser()!.newBrowserCDPSession();
		session.send("Browser.crash").catch(() => {}); // it has no response
		await closed;

		const second = await launchChromiumIn(folder);
		await expectComposed(await openConversation(second));
		await second.close();
	});
});

/** Everything that the browser has stored of texts and files, as texts. */
function stored(page: Page): Promise<string[]> {
	return page.evaluate(`new Promise((resolve) => {
		const opening = indexedDB.open("supportdesk");
		opening.onsuccess = () => {
			const all = opening.result.transaction("texts").objectStore("texts").getAll();
			all.onsuccess = () => {
				opening.result.close();
				resolve(all.result.map(({ data }) => new TextDecoder().decode(data)));
			};
		};
	})`) as Promise<string[]>;
}
