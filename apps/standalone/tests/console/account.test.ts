import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import decodeQR from "qr/decode.js";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createBrowser } from "../browser.ts";
import {
	codeOf,
	createAccount,
	enterPassword,
	mailedUrl,
	PASSWORD,
	type TestAccount,
} from "./accounts.ts";
import {
	browserIsMissing,
	type ConsoleTest,
	expectAccessible,
	START_MS,
	startConsole,
} from "./console.ts";

// What the browser itself reports of a refused call.
const REFUSED = /status of 401/;

let desk: ConsoleTest;
beforeAll(async () => {
	if (browserIsMissing) return;
	desk = await startConsole();
}, START_MS);
afterAll(() => desk?.stop());
afterEach(() => desk?.expectClean(REFUSED));

const button = (page: Page, name: string) =>
	page.getByRole("button", { name, exact: true });
/** Of the dialog, where the page behind it has a button of the same name. */
const submit = (page: Page, name: string) =>
	page.getByRole("dialog").getByRole("button", { name, exact: true });

async function openAccount({ email }: TestAccount): Promise<Page> {
	const page = await desk.open("/settings/account", { isSignedOut: true });
	await enterPassword(page, email);
	await page.getByRole("heading", { name: "Your account" }).waitFor();
	return page;
}

async function confirmPassword(page: Page): Promise<void> {
	await page.getByLabel("Current password").fill(PASSWORD);
	await submit(page, "Continue").click();
}

/** What the QR code on the page says, read from its pixels. */
async function scan(page: Page): Promise<string> {
	await page.getByRole("img", { name: "QR code" }).waitFor();
	const image = (await page.evaluate(`(async () => {
		const svg = document.querySelector("[role=dialog] svg[role=img]");
		const size = svg.viewBox.baseVal.width * 4;
		const picture = new Image(size, size);
		picture.src = "data:image/svg+xml," + encodeURIComponent(new XMLSerializer().serializeToString(svg));
		await picture.decode();
		const context = new OffscreenCanvas(size, size).getContext("2d");
		context.fillStyle = "white";
		context.fillRect(0, 0, size, size);
		context.drawImage(picture, 0, 0, size, size);
		return { size, data: [...context.getImageData(0, 0, size, size).data] };
	})()`)) as { size: number; data: number[] };
	const { size, data } = image;
	return decodeQR({ width: size, height: size, data: Uint8Array.from(data) });
}

describe.skipIf(browserIsMissing)("an agent's own account", () => {
	it("gets a second factor by a QR code, with recovery codes to keep", async () => {
		const account = await createAccount(desk, "Gero");
		const page = await openAccount(account);
		await button(page, "Turn on").click();
		await confirmPassword(page);
		const url = new URL(await scan(page));
		await expectAccessible(page);
		expect(decodeURIComponent(url.pathname)).toContain(account.email);
		const secret = url.searchParams.get("secret")!;
		expect(await page.getByText(secret.slice(0, 4)).count()).toBe(1);
		await page.getByLabel("The six digits").fill("000000");
		await submit(page, "Turn on").click();
		await page.getByText("This code is wrong").waitFor();
		await page.getByLabel("The six digits").fill(codeOf(secret));
		await submit(page, "Turn on").click();

		await page.getByRole("heading", { name: "Your recovery codes" }).waitFor();
		const codes = await page
			.getByRole("dialog")
			.getByRole("listitem")
			.allTextContents();
		expect(codes).toHaveLength(10);
		await page.mouse.click(5, 5);
		await expectAccessible(page);
		const downloading = page.waitForEvent("download");
		await button(page, "Download").click();
		const file = await (await downloading).path();
		expect(readFileSync(file, "utf8")).toContain(codes.join("\n"));
		await page
			.context()
			.grantPermissions(["clipboard-read", "clipboard-write"]);
		await button(page, "Copy").click();
		expect(await page.evaluate("navigator.clipboard.readText()")).toBe(
			codes.join("\n"),
		);
		await button(page, "I have kept them").click();
		await page.getByText("On", { exact: true }).waitFor();
		await page.context().close();
	});

	it("gets new recovery codes, and loses its second factor, by its password alone", async () => {
		const account = await createAccount(desk, "Hanna");
		const page = await openAccount(account);
		await button(page, "Turn on").click();
		await confirmPassword(page);
		const secret = new URL(await scan(page)).searchParams.get("secret")!;
		await page.getByLabel("The six digits").fill(codeOf(secret));
		await submit(page, "Turn on").click();
		const list = page.getByRole("dialog").getByRole("listitem");
		await list.first().waitFor();
		const first = await list.allTextContents();
		await button(page, "I have kept them").click();
		await button(page, "New recovery codes").click();
		await confirmPassword(page);
		await list.first().waitFor();
		expect(await list.allTextContents()).not.toContain(first[0]);
		await button(page, "I have kept them").click();

		await button(page, "Turn off").click();
		await page.getByLabel("Current password").fill("not the password");
		const turnOff = submit(page, "Turn off");
		await turnOff.click();
		await page.getByText("The current password is not right.").waitFor();
		await page.getByLabel("Current password").fill(PASSWORD);
		await turnOff.click();
		await page.getByText("The second factor is off.").waitFor();
		await button(page, "Turn on").waitFor();
		await page.context().close();
	});

	it("lists sessions, ends one, and the others with a new password", async () => {
		const account = await createAccount(desk, "Ivo");
		const { email } = account;
		const other = createBrowser(desk.product.url);
		await other.post("/auth/sign-in", { email, password: PASSWORD });
		const page = await openAccount(account);
		const sessions = page
			.getByRole("region", { name: "Sessions" })
			.getByRole("listitem");
		// The first began with the link of the invitation.
		await expect.poll(() => sessions.count()).toBe(3);
		const own = sessions.filter({ hasText: "This browser" });
		expect(await own.textContent()).toMatch(
			/^Chrome on Linux.*127\.0\.0\.1 · with a password · used/,
		);
		await sessions
			.filter({ hasText: "by a link" })
			.getByRole("button", { name: /^Sign out/ })
			.click();
		await expect.poll(() => sessions.count()).toBe(2);

		const before = desk.product.mailsTo(email).length;
		await button(page, "Send a link").click();
		await expect
			.poll(() => desk.product.mailsTo(email).length)
			.toBe(before + 1);
		expect(await mailedUrl(desk, email)).toContain("/reset-password#");

		expect((await other.get("/v1/me")).status).toBe(200);
		await button(page, "Change").click();
		await page.getByLabel("Current password").fill(PASSWORD);
		await page.getByLabel("New password").fill("another long password");
		await expectAccessible(page);
		await button(page, "Save").click();
		await page.getByText("Password changed.").waitFor();
		await expect.poll(() => sessions.count()).toBe(1);
		await expect.poll(async () => (await other.get("/v1/me")).status).toBe(401);

		await button(page, "Sign out everywhere").click();
		await page.getByRole("heading", { name: "Sign in" }).waitFor();
		await page.context().close();
	});
});
