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

	it("closes many at once, and undoes it", async () => {
		const ids = await Promise.all(
			[1, 2, 3].map((n) => createTicket(desk, { subject: `Storm ${n}` })),
		);
		const page = await desk.open("/inbox/all?q=storm");
		for (const n of [1, 2, 3])
			await page.getByRole("checkbox", { name: `Storm ${n}` }).check();
		await page.getByRole("button", { name: "Resolve" }).click();
		await page.getByText("3 conversations changed.").waitFor();
		expect(await Promise.all(ids.map(statusOf))).toEqual(
			Array(3).fill("resolved"),
		);
		await page.getByRole("button", { name: "Undo" }).click();
		await expect
			.poll(() => Promise.all(ids.map(statusOf)))
			.toEqual(Array(3).fill("open"));
		await page.context().close();
	});

	it("assigns many by keys, and undoes it", async () => {
		const ids: string[] = [];
		for (const n of [1, 2, 3, 4])
			ids.push(await createTicket(desk, { subject: `Range ${n}` }));
		const bob = desk.workspace.agents[1]!.id;
		await desk.workspace.api.patch(`/v1/tickets/${ids[3]}`, {
			assignee_id: bob,
		});
		const assignees = () =>
			Promise.all(
				ids.map(async (id) => {
					const { body } = await desk.workspace.api.get(`/v1/tickets/${id}`);
					return body.assignee?.name;
				}),
			);
		const page = await desk.open(
			`/inbox/all/${ids[0]}?q=range&sort=created_at:desc`,
		);
		await page.getByRole("heading", { name: "Range 1" }).waitFor();
		const box = (n: number) =>
			page.getByRole("checkbox", { name: `Range ${n}` });
		await box(4).click();
		await box(2).click({ modifiers: ["Shift"] });
		await page.getByText("3 selected").waitFor();
		// The keys are for those that are selected, not for the one that is open.
		await page.keyboard.press("a");
		await page.getByRole("menuitem", { name: "Ann" }).click();
		await page.getByText("3 conversations changed.").waitFor();
		expect(await assignees()).toEqual([undefined, "Ann", "Ann", "Ann"]);
		await page.getByRole("menu").waitFor({ state: "detached" });
		await page.keyboard.press("z");
		await expect
			.poll(assignees)
			.toEqual([undefined, undefined, undefined, "Bob"]);
		await box(3).click();
		await page.keyboard.press("e");
		await expect.poll(() => statusOf(ids[2]!)).toBe("resolved");
		expect(await statusOf(ids[0]!)).toBe("open");
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

	it("keeps the place of who reads earlier messages when another one comes", async () => {
		const { api } = desk.workspace;
		const id = await createTicket(desk, { subject: "A long story" });
		const write = (body: string) =>
			api.post(`/v1/tickets/${id}/messages`, { type: "note", body });
		for (let i = 1; i < 110; i++) await write(`Note ${i} of many`);
		const page = await desk.open(`/inbox/all/${id}`);
		await page.getByRole("button", { name: /earlier messages/ }).click();
		const read = page.getByText("Note 20 of many", { exact: true });
		await read.scrollIntoViewIfNeeded();
		const place = await read.boundingBox();
		await page.evaluate(`(() => {
			const list = document.querySelector("ol");
			window.fewest = list.children.length;
			new MutationObserver(() => {
				window.fewest = Math.min(window.fewest, list.children.length);
			}).observe(list, { childList: true });
		})()`);
		await write("The latest one");
		await page.getByText("The latest one").waitFor({ state: "attached" });
		await expect.poll(() => page.locator("ol > li").count()).toBe(111);
		expect(await page.evaluate("window.fewest")).toBe(110);
		expect(await read.boundingBox()).toEqual(place);
		await page.context().close();
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
});
