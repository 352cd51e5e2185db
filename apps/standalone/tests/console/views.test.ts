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

const VIEWS = [
	"/inbox/all",
	"/contacts",
	"/knowledge",
	"/knowledge/new",
	"/gaps",
	"/figures",
	"/settings/mailboxes",
	"/settings/agents",
	"/settings/groups",
	"/settings/attributes",
	"/settings/macros",
	"/settings/webhooks",
	"/settings/keys",
	"/settings/account",
	"/settings/audit",
];

let desk: ConsoleTest;
let ticket: string;
beforeAll(async () => {
	if (browserIsMissing) return;
	desk = await startConsole();
	ticket = await createTicket(desk, {
		subject: "A very long subject that does not fit beside anything on a phone",
		tags: ["one", "two"],
		custom_attributes: { plan: "pro", trial: true },
	});
}, START_MS);
afterAll(() => desk?.stop());
afterEach(() => desk?.expectClean());

describe.skipIf(browserIsMissing)("the views of the console", () => {
	it("say what could not be loaded, and load it again", {
		timeout: 60_000,
	}, async () => {
		const page = await desk.open("/figures");
		await page.getByRole("heading", { name: "Figures" }).waitFor();
		const failed = page.getByText("This could not be loaded");
		for (const [place, path] of [
			["All", "/v1/conversations?*"],
			["Contacts", "/v1/contacts?*"],
			["Knowledge base", "/v1/knowledge/articles?*"],
			["Gaps", "/v1/knowledge/gaps?*"],
		] as const) {
			const refuse = { status: 403, json: { error: { code: "x" } } };
			await page.route(`**${path}`, (route) => route.fulfill(refuse));
			await page
				.getByRole("navigation")
				.getByRole("link", { name: new RegExp(`^${place}`) })
				.click();
			await failed.waitFor();
			await page.unrouteAll();
			await page.getByRole("button", { name: "Try again" }).click();
			await expect.poll(() => failed.count()).toBe(0);
		}
		await page.context().close();
		desk.expectClean(/status of 403/);
	});

	it("that cannot be fetched without a connection leave the rest, and come with it", {
		timeout: 60_000,
	}, async () => {
		const page = await desk.open(`/inbox/all/${ticket}`);
		const reply = page.getByRole("textbox", { name: "Reply" });
		await reply.fill("Written in a tunnel");
		await page.context().setOffline(true);
		await page.getByText("You are offline").waitFor();
		await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
		await page.getByText("This could not be loaded").waitFor();
		expect(await reply.inputValue()).toBe("Written in a tunnel");
		await page.getByRole("link", { name: "Figures" }).click();
		await page.getByRole("button", { name: "Try again" }).click();
		await page.getByRole("link", { name: /^All/ }).waitFor();
		await page.context().setOffline(false);
		await page.getByRole("heading", { name: "Figures" }).waitFor();
		await page.goto(`${desk.product.url}/inbox/all/${ticket}`);
		await expect.poll(() => reply.inputValue()).toBe("Written in a tunnel");
		await reply.fill("");
		await page.context().close();
		desk.expectClean(/ERR_|preload|dynamically imported/);
	});

	it("that an update has replaced can be loaded again", async () => {
		const page = await desk.open("/contacts");
		await page.getByRole("heading", { name: "Contacts" }).waitFor();
		await page.route("**/assets/gaps*", (route) =>
			route.fulfill({ status: 404, json: {} }),
		);
		await page.getByRole("link", { name: "Gaps" }).click();
		const again = page.getByRole("button", { name: "Try again" });
		await again.waitFor();
		await page.unrouteAll();
		await again.click();
		await page.getByRole("heading", { name: "Gaps" }).waitFor();
		await page.context().close();
		desk.expectClean(/status of 404|preload|dynamically imported/);
	});

	it("speak German", async () => {
		const page = await desk.open(`/inbox/all/${ticket}`, {
			language: "de-DE",
			width: 1600,
		});
		await page.getByRole("button", { name: "Lösen" }).waitFor();
		await page.getByRole("button", { name: "Anliegen berichtigen" }).click();
		await page.getByRole("menuitemcheckbox", { name: "Rechnung" }).click();
		await page.locator("dd", { hasText: "Rechnung" }).waitFor();
		await page.getByRole("link", { name: "Wissensdatenbank" }).click();
		await page.getByRole("link", { name: "Neuer Artikel" }).waitFor();
		expect(await page.evaluate("document.documentElement.lang")).toBe("de");
		await page.context().close();
	});

	it.each([{ colors: "light" }, { colors: "dark" }] as const)(
		"are accessible in $colors",
		{ timeout: 60_000 },
		async ({ colors }) => {
			const page = await desk.open(`/inbox/all/${ticket}`, { colors });
			await page.getByRole("complementary", { name: "Details" }).count();
			await expectAccessible(page);
			for (const path of VIEWS) {
				await page.goto(desk.product.url + path);
				await page.getByRole("heading").first().waitFor();
				await expectAccessible(page);
			}
			await page.context().close();
		},
	);

	it("fit a phone, in German too", { timeout: 120_000 }, async () => {
		const { api } = desk.workspace;
		const article = { title: "Of a phone", body: "It fits." };
		const { body: made } = await api.post("/v1/knowledge/articles", article);
		const { body: known } = await api.get(`/v1/tickets/${ticket}`);
		const contact = `/contacts/${known.contact.id}`;
		const page = await desk.open(`/inbox/all/${ticket}`, {
			width: 390,
			height: 844,
			language: "de-DE",
		});
		await page.getByRole("textbox", { name: "Antwort" }).waitFor();
		// Their names are not shown, and are there for who hears them.
		for (const name of ["Nicht zugewiesen", "Lösen"])
			await page.getByRole("button", { name, exact: true }).waitFor();
		const paths = [`/inbox/all/${ticket}`, `/knowledge/${made.id}`, contact];
		for (const path of [...VIEWS, ...paths]) {
			await page.goto(desk.product.url + path);
			await page.getByRole("heading").first().waitFor();
			await expect.poll(() => buttonsOutside(page)).toEqual([]);
			const overflow = await page.evaluate(
				"document.documentElement.scrollWidth - document.documentElement.clientWidth",
			);
			expect([path, overflow]).toEqual([path, 0]);
			await expectAccessible(page);
		}
		const menu = page.getByRole("button", { name: "Menü" });
		await menu.click();
		await page.getByRole("link", { name: "Lücken" }).focus();
		await page.keyboard.press("Escape");
		await page.getByRole("navigation").waitFor({ state: "hidden" });
		await expect
			.poll(() => page.evaluate("document.activeElement.ariaLabel"))
			.toBe("Menü");
		await menu.click();
		await page.getByRole("link", { name: "Lücken" }).click();
		await page.getByRole("heading", { name: "Lücken" }).waitFor();
		await page.context().close();
	});
});

/** Buttons that lie beside the screen, where no finger gets. */
function buttonsOutside(page: Page): Promise<unknown> {
	return page.evaluate(`[...document.querySelectorAll("button")]
		.filter((each) => each.getBoundingClientRect().right > innerWidth)
		.map((each) => each.textContent)`);
}
