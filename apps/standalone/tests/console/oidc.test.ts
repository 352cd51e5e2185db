import {
	startOidcProvider,
	type TestProvider,
} from "@supportdesk/testkit/oidc-provider.ts";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
	browserIsMissing,
	type ConsoleTest,
	expectAccessible,
	START_MS,
	startConsole,
} from "./console.ts";

let provider: TestProvider;
let desk: ConsoleTest;
beforeAll(async () => {
	if (browserIsMissing) return;
	provider = await startOidcProvider();
	desk = await startConsole({
		...provider.env,
		OIDC_NAME: "Acme",
		OIDC_RETURN_AFTER_SIGN_OUT: "true",
	});
}, START_MS);
afterAll(async () => {
	await desk?.stop();
	await provider?.kill();
});

/** Opens the console in a profile that has never been there. */
const visit = (path: string, language?: string) =>
	desk.open(path, { isSignedOut: true, language });

/** What the provider's own pages cause: they load a font, and have no icon. */
const ofProvider = () => [
	new RegExp(`request to ${provider.issuer}/`),
	/fonts\.googleapis\.com|ERR_NAME_NOT_RESOLVED|status of 404/,
];

async function signInAtProvider(page: Page, sub: string): Promise<void> {
	await page.getByPlaceholder("Enter any login").fill(sub);
	await page.getByPlaceholder("and password").fill("any");
	await page.getByRole("button", { name: "Sign-in" }).click();
	await page.getByRole("button", { name: "Continue" }).click();
}

describe.skipIf(browserIsMissing)("signing in at the provider", () => {
	it("leads to the page that was opened, as the agent", async () => {
		const [agent] = desk.workspace.agents;
		await desk.product.createSignInLink(desk.workspace.id, agent!.id, "agent");
		await provider.setPerson("ann", {
			email: agent!.email,
			email_verified: true,
		});
		const page = await visit("/inbox/all");
		// A first visit logs no error, such as that of a refused request.
		desk.expectClean();
		await page.getByRole("button", { name: "Sign in with Acme" }).waitFor();
		await expectAccessible(page);
		await page.getByRole("button", { name: "Sign in with Acme" }).click();
		await signInAtProvider(page, "ann");
		await page.waitForURL(`${desk.product.url}/inbox/all`);
		await page.getByRole("link", { name: "Contacts" }).waitFor();
		const me = await page.evaluate<{ session: object; owner: object }>(
			"fetch('/v1/me').then((response) => response.json())",
		);
		expect(me.session).toMatchObject({ role: "agent" });
		expect(me.owner).toMatchObject({ id: agent!.id });
		await page.context().close();
		desk.expectClean(...ofProvider());
	});

	it("ends at the provider too when the agent signs out", async () => {
		const [agent] = desk.workspace.agents;
		const page = await visit("/inbox/all");
		await page.getByRole("button", { name: "Sign in with Acme" }).click();
		await signInAtProvider(page, "ann");
		await page.getByRole("button", { name: agent!.name }).click();
		await page.getByRole("menuitem", { name: "Sign out", exact: true }).click();
		// The provider asks nothing, and leads back.
		await page.waitForURL(`${desk.product.url}/sign-in`);
		await page.getByRole("button", { name: "Sign in with Acme" }).waitFor();
		// It asks who it is again.
		await page.goto(`${desk.product.url}/inbox/all`);
		await page.getByRole("button", { name: "Sign in with Acme" }).click();
		await page.getByPlaceholder("Enter any login").waitFor();
		await page.context().close();
		desk.expectClean(...ofProvider());
	});

	it("says why it did not succeed, and leaves the password", async () => {
		const page = await visit("/sign-in", "de");
		await page.getByRole("button", { name: "Mit Acme anmelden" }).click();
		await signInAtProvider(page, "stranger");
		await page.waitForURL(`${desk.product.url}/sign-in?error=*`);
		const alert = page.getByRole("alert");
		expect(await alert.textContent()).toContain("nicht bestätigt");
		await expectAccessible(page);
		await page.getByLabel("Passwort").waitFor();
		await page.context().close();
		desk.expectClean(...ofProvider());
	});

	it("ends for a person whom an admin unlinks", async () => {
		const page = await desk.open("/settings/agents", { agent: 1 });
		const row = page.getByRole("listitem").filter({ hasText: "ann@" });
		await row.getByText("Single sign-on").waitFor();
		await page.getByRole("button", { name: "Actions for Ann" }).click();
		const unlink = "Unlink from the sign-in provider";
		await page.getByRole("menuitem", { name: unlink }).click();
		await page
			.getByRole("dialog")
			.getByRole("button", { name: unlink })
			.click();
		await page.getByText("Ann is unlinked").waitFor();
		await expect.poll(() => row.getByText("Single sign-on").count()).toBe(0);
		await page.goto(`${desk.product.url}/settings/audit`);
		await page.getByText("Bob unlinked Ann from").waitFor();
		await page.context().close();
		desk.expectClean();
	});
});
