import { TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { createBrowser } from "../browser.ts";
import type { ConsoleTest } from "./console.ts";

export const PASSWORD = "correct horse battery staple";

/** What a test needs to sign an agent in. */
export interface TestAccount {
	readonly id: string;
	readonly name: string;
	readonly email: string;
}

/** The address in the newest mail to an agent. */
export async function mailedUrl(
	{ product }: ConsoleTest,
	email: string,
): Promise<string> {
	await product.nextMailTo(email);
	const { text } = product.mailsTo(email).at(-1)!;
	const plain = text.replaceAll("=\r\n", "").replaceAll("=3D", "=");
	return /http\S+#link=[\w-]{43}/.exec(plain)![0];
}

/** Creates an agent with an account and a password. */
export async function createAccount(
	desk: ConsoleTest,
	name: string,
	role: "admin" | "agent" = "agent",
): Promise<TestAccount> {
	const { api } = desk.workspace;
	const email = `${name.toLowerCase()}@support.example`;
	const { body } = await api.post("/v1/agents", { name, email });
	await api.post(`/v1/agents/${body.id}/invite`, { role });
	const [, link] = (await mailedUrl(desk, email)).split("#link=");
	const { status } = await createBrowser(desk.product.url).post("/auth/links", {
		link,
		password: PASSWORD,
	});
	expect(status).toBe(200);
	return { id: body.id, name, email };
}

/** Turns an agent's second factor on. Returns its secret and its recovery codes. */
export async function turnOnSecondFactor(
	desk: ConsoleTest,
	{ email }: TestAccount,
): Promise<{ readonly secret: string; readonly codes: readonly string[] }> {
	const browser = createBrowser(desk.product.url);
	await browser.post("/auth/sign-in", { email, password: PASSWORD });
	const { body: begun } = await browser.post("/auth/second-factor", {
		password: PASSWORD,
	});
	const { body } = await browser.post("/auth/second-factor/confirm", {
		code: codeOf(begun.secret),
	});
	return { secret: begun.secret, codes: body.recovery_codes };
}

const PERIOD_MS = 30_000;

/** What an authenticator app shows. A code is good once, and a period early: `later` is the one after. */
export function codeOf(secret: string, later: 0 | 1 = 0): string {
	const timestamp = Date.now() + later * PERIOD_MS;
	return new TOTP({ secret }).generate({ timestamp });
}

/** Fills in the form of the sign-in. */
export async function enterPassword(
	page: Page,
	email: string,
	password: string = PASSWORD,
): Promise<void> {
	await page.getByLabel("Email address").fill(email);
	await page.getByLabel("Password", { exact: true }).fill(password);
	await page.getByRole("button", { name: "Sign in", exact: true }).click();
}
