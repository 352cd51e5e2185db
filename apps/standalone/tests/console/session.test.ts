import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createAccount, enterPassword, type TestAccount } from "./accounts.ts";
import {
	browserIsMissing,
	type ConsoleTest,
	createTicket,
	expectAccessible,
	START_MS,
	startConsole,
} from "./console.ts";

// What the browser itself reports of calls that fail, as some do here.
const FAILED = /status of (401|403|503)|ERR_INTERNET_DISCONNECTED/;

let desk: ConsoleTest;
let ella: TestAccount;
let finn: TestAccount;
beforeAll(async () => {
	if (browserIsMissing) return;
	desk = await startConsole();
	ella = await createAccount(desk, "Ella");
	finn = await createAccount(desk, "Finn");
}, START_MS);
afterAll(() => desk?.stop());
afterEach(() => desk?.expectClean(FAILED));

async function openAs({ email, name }: TestAccount, path: string) {
	const page = await desk.open(path, { isSignedOut: true });
	await enterPassword(page, email);
	await menuOf(page, name).waitFor();
	return page;
}

const menuOf = (page: Page, name: string) =>
	page.getByRole("navigation").getByRole("button", { name, exact: true });

async function signOut(page: Page, name: string): Promise<void> {
	await menuOf(page, name).click();
	await page.getByRole("menuitem", { name: "Sign out", exact: true }).click();
}

const signInForm = (page: Page) =>
	page.getByRole("heading", { name: "Sign in" });
const statusOf = async (id: string) =>
	(await desk.workspace.api.get(`/v1/tickets/${id}`)).body.status;

/** The page is looked at again after another one, as when its tab is chosen. */
const show = (page: Page) =>
	page.evaluate("dispatchEvent(new Event('visibilitychange'))");

describe.skipIf(browserIsMissing)("a session", () => {
	it("that ends while something is typed says so, and the text is there after the sign-in", async () => {
		const id = await createTicket(desk, { subject: "Cut off" });
		const page = await openAs(ella, `/inbox/all/${id}`);
		const reply = page.getByRole("textbox", { name: "Reply" });
		await reply.pressSequentially("Half of an answer");
		const other = await page.context().newPage();
		await other.goto(`${desk.product.url}/contacts`);
		await signOut(other, "Ella");
		await signInForm(other).waitFor();
		expect(await other.getByText("Your session has ended").count()).toBe(0);
		await page.getByText("Your session has ended").waitFor();
		await expectAccessible(page);
		await enterPassword(page, ella.email);
		await expect.poll(() => reply.inputValue()).toBe("Half of an answer");
		// The other tab is signed in as well when it is shown.
		await show(other);
		await other.getByRole("heading", { name: "Contacts" }).waitFor();
		await page.context().close();
	});

	it("takes along what could be undone in it", async () => {
		const id = await createTicket(desk, { subject: "Not for others to undo" });
		const page = await openAs(ella, `/inbox/all/${id}`);
		await page.getByRole("button", { name: "Resolve", exact: true }).click();
		await page.getByText("Resolved.").waitFor();
		await signOut(page, "Ella");
		await signInForm(page).waitFor();
		expect(await page.getByText("Resolved.").count()).toBe(0);
		await enterPassword(page, finn.email);
		await menuOf(page, "Finn").waitFor();
		await page.keyboard.press("z");
		await page.keyboard.press("?");
		await page.getByRole("dialog").waitFor();
		expect(await page.getByText("Undone").count()).toBe(0);
		expect(await statusOf(id)).toBe("resolved");
		await page.context().close();
	});

	it("of another agent in another tab is seen when the page is shown", async () => {
		const page = await openAs(ella, "/inbox/mine");
		const other = await page.context().newPage();
		// A link signs in, whoever is signed in already.
		const { workspace, product } = desk;
		await other.goto(await product.createSignInLink(workspace.id, finn.id));
		await menuOf(other, "Finn").waitFor();
		await show(page);
		await menuOf(page, "Finn").waitFor();
		await page.context().close();
	});

	it("goes on without a connection, and says that it could not be ended", async () => {
		const page = await openAs(ella, "/inbox/all");
		await page.context().setOffline(true);
		await signOut(page, "Ella");
		await page.getByText("Support Desk cannot be reached").waitFor();
		await page.context().setOffline(false);
		await signOut(page, "Ella");
		await signInForm(page).waitFor();
		await page.context().close();
	});

	it("is not taken for ended while the desk is unavailable", async () => {
		const page = await openAs(ella, "/contacts");
		const unavailable = {
			status: 503,
			headers: { "retry-after": "1" },
			json: {
				error: { code: "service_unavailable", message: "Not available." },
			},
		};
		await page.route("**/auth/*", (route) => route.fulfill(unavailable));
		await page.reload();
		await page.getByText("This could not be loaded").waitFor();
		expect(await signInForm(page).count()).toBe(0);
		await page.unrouteAll();
		await page.getByRole("button", { name: "Try again" }).click();
		await page.getByRole("heading", { name: "Contacts" }).waitFor();
		await signOut(page, "Ella");
		await signInForm(page).waitFor();
		await page.route("**/auth/*", (route) => route.fulfill(unavailable));
		await enterPassword(page, ella.email);
		await page.getByText("Not available.").waitFor();
		expect(await page.getByText("Too many attempts").count()).toBe(0);
		await page.context().close();
	});
});
