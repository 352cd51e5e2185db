import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createBrowser } from "../browser.ts";
import {
	codeOf,
	createAccount,
	enterPassword,
	mailedUrl,
	PASSWORD,
	turnOnSecondFactor,
} from "./accounts.ts";
import {
	browserIsMissing,
	type ConsoleTest,
	expectAccessible,
	START_MS,
	startConsole,
} from "./console.ts";

// What the browser itself reports of a refused call.
const REFUSED = /status of 4\d\d/;

let desk: ConsoleTest;
beforeAll(async () => {
	if (browserIsMissing) return;
	desk = await startConsole();
}, START_MS);
afterAll(() => desk?.stop());
afterEach(() => desk?.expectClean(REFUSED));

const button = (page: Page, name: string) =>
	page.getByRole("button", { name, exact: true });
const isSignedIn = (page: Page) => page.waitForURL("**/inbox/**");

describe.skipIf(browserIsMissing)("signing in", () => {
	it("begins with the mail of an invitation, which works once", async () => {
		const { api, agents } = desk.workspace;
		const { id, email } = agents[1]!;
		await api.post(`/v1/agents/${id}/invite`, { role: "agent" });
		const url = await mailedUrl(desk, email);
		const page = await desk.open("/sign-in", { isSignedOut: true });
		await page.goto(url);
		await page.getByRole("heading", { name: "Welcome" }).waitFor();
		const field = page.getByLabel("New password");
		await field.fill("aaaaaaaaaaaa");
		await button(page, "Save and sign in").click();
		await page.getByText("easy to guess").waitFor();
		expect(await field.getAttribute("aria-invalid")).toBe("true");
		await expectAccessible(page);
		await field.fill(PASSWORD);
		await button(page, "Save and sign in").click();
		await isSignedIn(page);
		await page.goto("about:blank");
		await page.goto(url);
		await page.getByLabel("New password").fill(PASSWORD);
		await button(page, "Save and sign in").click();
		await page.getByText("invite you again").waitFor();
		await page.context().close();
	});

	it("says what is wrong, and in how many seconds to try again", async () => {
		const { email } = await createAccount(desk, "Dana");
		const page = await desk.open("/contacts", { isSignedOut: true });
		await enterPassword(page, email, "not the password");
		await page.getByText("The address or the password").waitFor();
		const browser = createBrowser(desk.product.url);
		for (let attempt = 0; attempt < 10; attempt++)
			await browser.post("/auth/sign-in", { email, password: "guessed" });
		await enterPassword(page, email);
		await page.getByText(/Too many attempts\. Try again in/).waitFor();
		await page.context().close();
	});

	it("asks for the second factor, or for a recovery code, and opens the page that was wanted", async () => {
		const account = await createAccount(desk, "Emil");
		const { secret, codes } = await turnOnSecondFactor(desk, account);
		const page = await desk.open("/contacts", { isSignedOut: true });
		await enterPassword(page, account.email);
		await page.getByLabel("Code", { exact: true }).fill("000000");
		await button(page, "Sign in").click();
		await page.getByText("This code is wrong").waitFor();
		await expectAccessible(page);
		await page.getByLabel("Code", { exact: true }).fill(codeOf(secret, 1));
		await button(page, "Sign in").click();
		await page.getByRole("heading", { name: "Contacts" }).waitFor();

		await page.context().clearCookies();
		await page.goto(`${desk.product.url}/gaps`);
		await enterPassword(page, account.email);
		await button(page, "Use a recovery code").click();
		await page.getByLabel("Recovery code").fill(codes[0]!);
		await button(page, "Sign in").click();
		await page.getByRole("heading", { name: "Gaps" }).waitFor();
		await page.context().close();
	});

	it("gives a new password by mail, with the second factor", async () => {
		const account = await createAccount(desk, "Frida");
		const { codes } = await turnOnSecondFactor(desk, account);
		const before = desk.product.mailsTo(account.email).length;
		const page = await desk.open("/", { isSignedOut: true });
		await page.getByLabel("Email address").fill(account.email);
		await button(page, "Forgot your password?").click();
		await button(page, "Send the link").click();
		await page.getByRole("heading", { name: "Look into your mail" }).waitFor();
		await expect
			.poll(() => desk.product.mailsTo(account.email).length)
			.toBe(before + 1);
		await page.goto(await mailedUrl(desk, account.email));
		await page.getByLabel("New password").fill("another long password");
		await button(page, "Save and sign in").click();
		await button(page, "Use a recovery code").click();
		await page.getByLabel("Recovery code").fill(codes[1]!);
		await button(page, "Sign in").click();
		await isSignedIn(page);

		await page.context().clearCookies();
		await page.goto(`${desk.product.url}/sign-in`);
		await enterPassword(page, account.email, "another long password");
		await page.getByLabel("Code", { exact: true }).waitFor();
		await page.context().close();
	});

	it("leads on from a link that does not work", async () => {
		const page = await desk.open("/sign-in#link=wrong", { isSignedOut: true });
		await page.getByRole("heading", { name: "does not work" }).waitFor();
		await button(page, "Sign in with a password").click();
		await page.getByLabel("Email address").waitFor();
		await page.goto(`${desk.product.url}/reset-password`);
		await button(page, "Send another link").click();
		await button(page, "Send the link").waitFor();
		await page.context().close();
	});

	it.each([
		{ colors: "light", width: 1280, language: "en-GB" },
		{ colors: "dark", width: 390, language: "de-DE" },
	] as const)(
		"is accessible in $colors, at $width pixels, in $language",
		async ({ colors, width, language }) => {
			const options = { colors, width, language, isSignedOut: true } as const;
			const page = await desk.open("/sign-in", options);
			for (const path of [
				"/sign-in",
				"/accept-invitation#link=some",
				"/reset-password#link=some",
				"/reset-password",
			]) {
				await page.goto("about:blank");
				await page.goto(desk.product.url + path);
				await page.getByRole("heading").first().waitFor();
				await expectAccessible(page);
				const overflow = await page.evaluate(
					"document.documentElement.scrollWidth - document.documentElement.clientWidth",
				);
				expect([path, overflow]).toEqual([path, 0]);
			}
			if (language === "de-DE")
				await button(page, "Neuen Link senden").waitFor();
			await page.context().close();
		},
	);
});
