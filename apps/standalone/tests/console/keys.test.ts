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
	if (!browserIsMissing) desk = await startConsole();
}, START_MS);
afterAll(() => desk?.stop());
afterEach(() => desk?.expectClean());

const row = (page: Page, subject: string) =>
	page.locator("[data-ticket]", { hasText: subject });
const statusOf = async (id: string) =>
	(await desk.workspace.api.get(`/v1/tickets/${id}`)).body.status;

describe.skipIf(browserIsMissing)("the inbox, by keys", () => {
	it("is worked through by keyboard", async () => {
		const api = desk.workspace.api;
		const first = await createTicket(desk, { subject: "Keyboard one" });
		const second = await createTicket(desk, { subject: "Keyboard two" });
		const page = await desk.open("/inbox/all?q=keyboard");
		await row(page, "Keyboard one").waitFor();
		await page.keyboard.press("j");
		await page.waitForURL(`**/${second}*`);
		await page.keyboard.press("j");
		await page.waitForURL(`**/${first}*`);
		await page.keyboard.press("k");
		await page.waitForURL(`**/${second}*`);
		await page.getByRole("heading", { name: "Keyboard two" }).waitFor();

		await page.keyboard.press("a");
		await page.getByRole("menuitemcheckbox", { name: "Bob" }).click();
		await expect
			.poll(async () => {
				const { body } = await api.get(`/v1/tickets/${second}`);
				return body.assignee?.name;
			})
			.toBe("Bob");
		// While it closes, keys are still the menu's.
		await page.getByRole("menu").waitFor({ state: "detached" });
		await page.keyboard.press("n");
		await page.keyboard.type("Seen before.");
		await pressSend(page);
		await page.getByRole("article", { name: "Note by Ann" }).waitFor();
		await page.keyboard.press("Escape");

		await page.keyboard.press("e");
		await page.waitForURL(`**/${first}*`);
		await expect.poll(() => statusOf(second)).toBe("resolved");
		// The focus is at what has come in the place of the button that was pressed.
		await expect
			.poll(() => page.evaluate("document.activeElement.ariaLabel"))
			.toBe("Keyboard one");
		// The key undoes also when the sentence with its button is gone.
		await page.getByRole("button", { name: "Close" }).last().click();
		await expect
			.poll(() => page.getByRole("button", { name: "Undo" }).count())
			.toBeLessThan(2);
		await page.keyboard.press("z");
		await page.getByText("Undone: Resolved.").waitFor();
		await expect.poll(() => statusOf(second)).toBe("open");

		await page.keyboard.press("?");
		await page.getByRole("dialog").getByText("Next conversation").waitFor();
		await expectAccessible(page);
		await page.context().close();
	});

	it("takes keys that come faster than it draws", async () => {
		const ids: string[] = [];
		for (const name of ["Fast one", "Fast two", "Fast three"])
			ids.unshift(await createTicket(desk, { subject: name }));
		const page = await desk.open("/inbox/all?q=fast");
		await row(page, "Fast one").waitFor();
		await page.getByText("Choose one, or press j").waitFor();
		const press = (...keys: string[]) =>
			page.evaluate(`(async () => {
				for (const key of ${JSON.stringify(keys)}) {
					document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
					await new Promise((resolve) => setTimeout(resolve));
				}
			})()`);
		await press("j", "j", "j");
		await page.waitForURL(`**/${ids[2]}*`);
		await page.getByRole("heading", { name: "Fast one" }).waitFor();
		await press("k", "k");
		await page.waitForURL(`**/${ids[0]}*`);
		await page.getByRole("heading", { name: "Fast three" }).waitFor();
		// What follows `n` is the note's text, and resolves nothing.
		await press("n");
		const focused = "document.activeElement.getAttribute('aria-label')";
		expect(await page.evaluate(focused)).toBe("Note");
		await page.context().close();
	});

	it("leaves the focus where a key led that came while a menu closed", async () => {
		const subject = "Quick after a menu";
		const id = await createTicket(desk, { subject });
		const page = await desk.open(`/inbox/all/${id}`);
		await page.getByRole("heading", { name: subject }).waitFor();
		await page.keyboard.press("a");
		const bob = page.getByRole("menuitemcheckbox", { name: "Bob" });
		await bob.waitFor();
		// In the very moment in which the menu is gone.
		await page.evaluate(`new MutationObserver((_, observer) => {
			if (document.querySelector("[role=menu]")) return;
			observer.disconnect();
			document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "n", bubbles: true }));
		}).observe(document.body, { childList: true, subtree: true })`);
		await bob.click();
		await page.getByRole("button", { name: "Undo" }).waitFor();
		await page.evaluate("new Promise((resolve) => setTimeout(resolve, 100))");
		const focused = "document.activeElement.getAttribute('aria-label')";
		expect(await page.evaluate(focused)).toBe("Note");
		await page.context().close();
	});

	it("closes one conversation with a key that is held down", async () => {
		const ids: string[] = [];
		for (const n of [1, 2, 3])
			ids.unshift(await createTicket(desk, { subject: `Held ${n}` }));
		const page = await desk.open(`/inbox/all/${ids[0]}?q=held`);
		await page.getByRole("heading", { name: "Held 3" }).waitFor();
		await row(page, "Held 1").waitFor();
		for (let n = 0; n < 5; n++) await page.keyboard.down("e");
		await page.keyboard.up("e");
		await page.getByRole("heading", { name: "Held 2" }).waitFor();
		await expect.poll(() => statusOf(ids[0]!)).toBe("resolved");
		// The next key is another one.
		await page.keyboard.press("e");
		await page.getByRole("heading", { name: "Held 1" }).waitFor();
		await expect
			.poll(() => Promise.all(ids.map(statusOf)))
			.toEqual(["resolved", "resolved", "open"]);
		await page.context().close();
	});

	it("is at the row of a conversation that was closed, which Enter opens again", async () => {
		const id = await createTicket(desk, { subject: "Back to it" });
		await createTicket(desk, { subject: "Beside it" });
		const page = await desk.open(`/inbox/all/${id}`);
		await page.getByRole("heading", { name: "Back to it" }).waitFor();
		await page.keyboard.press("r");
		await page.keyboard.press("Escape");
		await page.keyboard.press("Escape");
		await page.getByText("No conversation is open").waitFor();
		const focused =
			"document.activeElement.closest('[data-ticket]')?.dataset.ticket";
		expect(await page.evaluate(focused)).toBe(id);
		await page.keyboard.press("Enter");
		await page.waitForURL(`**/${id}`);
		await page.getByRole("heading", { name: "Back to it" }).waitFor();
		await page.context().close();
	});
});
