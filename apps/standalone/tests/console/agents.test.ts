import { SCOPES } from "@supportdesk/keys/scopes.ts";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createBrowser } from "../browser.ts";
import { createClient } from "../client.ts";
import {
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

let desk: ConsoleTest;
beforeAll(async () => {
	if (browserIsMissing) return;
	desk = await startConsole();
}, START_MS);
afterAll(() => desk?.stop());
afterEach(() => desk?.expectClean());

const rowOf = (page: Page, name: string) =>
	page.getByRole("main").getByRole("listitem").filter({ hasText: name });

async function choose(page: Page, name: string, item: string): Promise<void> {
	await page.getByRole("button", { name: `Actions for ${name}` }).click();
	await page.getByRole("menu").getByText(item, { exact: true }).click();
}

const accountOf = async (id: string) =>
	(await desk.workspace.api.get(`/v1/accounts/${id}`)).body;

describe.skipIf(browserIsMissing)("admins", () => {
	it("create an agent, who accepts the mailed invitation and is signed in", async () => {
		const page = await desk.open("/settings/agents");
		await page.getByRole("button", { name: "New agent" }).click();
		await page.getByLabel("Name").fill("Nora Lund");
		await page.getByLabel("Email address").fill("nora@support.example");
		await page.getByLabel("Role").selectOption("Admin");
		await expectAccessible(page);
		await page.getByRole("button", { name: "Create" }).click();
		const row = rowOf(page, "Nora Lund");
		await row.getByText("Invited").waitFor();
		await row.getByText("Admin").waitFor();

		const nora = await desk.open("/sign-in", { isSignedOut: true });
		await nora.goto(await mailedUrl(desk, "nora@support.example"));
		await nora.getByLabel("New password").fill(PASSWORD);
		await nora.getByRole("button", { name: "Save and sign in" }).click();
		await nora.waitForURL("**/inbox/**");
		await nora.goto(`${desk.product.url}/settings/audit`);
		await nora.getByText("Ann invited Nora Lund").waitFor();
		await nora.getByText("Nora Lund changed their password").waitFor();
		await nora.context().close();

		await page.reload();
		await row.getByText("signed in").waitFor();
		expect(await row.getByText("Invited").count()).toBe(0);
		await page.context().close();
	});

	it("invite an agent who exists, and rename it", async () => {
		const { email } = desk.workspace.agents[2]!;
		const page = await desk.open("/settings/agents");
		const row = rowOf(page, email);
		await row.getByText("No account").waitFor();
		const language = page.getByLabel("Language of the invitation");
		const subjects = () =>
			desk.product
				.mailsTo(email)
				.map(({ text }) => /^Subject: (.*)$/m.exec(text)?.[1]?.trim());
		await row.getByRole("button", { name: "Invite" }).click();
		expect(await language.inputValue()).toBe("en");
		await page.getByRole("button", { name: "Send the invitation" }).click();
		await page.getByText(`Invitation sent to ${email}.`).waitFor();
		expect(await mailedUrl(desk, email)).toContain("/accept-invitation#");
		// Cleo reads German.
		await row.getByRole("button", { name: "Invite again" }).click();
		await language.selectOption("Deutsch");
		await page.getByRole("button", { name: "Send the invitation" }).click();
		await expect
			.poll(async () => subjects())
			.toEqual([
				"Your account for Support Desk",
				expect.stringContaining("Ihr_Konto"),
			]);
		await choose(page, "Cleo", "Edit");
		await page.getByLabel("Name").fill("Cleo Marsh");
		await page.getByRole("button", { name: "Save" }).click();
		await row.getByText("Cleo Marsh").waitFor();
		await page.context().close();
	});

	it("change a role, take away a second factor, deactivate and reactivate", async () => {
		const account = await createAccount(desk, "Otto");
		await turnOnSecondFactor(desk, account);
		const { email, name, id } = account;
		const page = await desk.open("/settings/agents");
		const row = rowOf(page, email);
		await row.getByText("Second factor").waitFor();
		await choose(page, name, "Admin");
		await page.getByText("Otto is now: Admin.").waitFor();
		expect((await accountOf(id)).role).toBe("admin");
		await choose(page, name, "Take away the second factor");
		await expectAccessible(page);
		await page
			.getByRole("dialog")
			.getByRole("button", { name: "Take" })
			.click();
		await page.getByText("The second factor of Otto is off.").waitFor();
		const browser = createBrowser(desk.product.url);
		const signIn = async () =>
			(await browser.post("/auth/sign-in", { email, password: PASSWORD }))
				.status;
		expect(await signIn()).toBe(200);
		await choose(page, name, "Deactivate");
		await row.getByText("Deactivated").waitFor();
		expect(await signIn()).toBe(401);
		await page.getByRole("button", { name: "Undo" }).click();
		await page.getByText("Otto is active again.").waitFor();
		expect(await signIn()).toBe(200);
		await page.context().close();
	});

	it("see every agent, though they are more than a page of the API", async () => {
		const { api } = desk.workspace;
		await Promise.all(
			Array.from({ length: 100 }, (_, n) =>
				api.post("/v1/agents", {
					name: `Temp ${n}`,
					email: `temp.${n}@support.example`,
				}),
			),
		);
		const page = await desk.open("/settings/agents");
		for (const name of ["Ann", "Temp 0", "Temp 99"])
			await rowOf(page, name).first().waitFor();
		await page.context().close();
	});

	it("are back at the button that opened a dialog when it closes", async () => {
		const page = await desk.open("/settings/agents");
		const focused = () =>
			page.evaluate(
				"document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent",
			);
		const closeDialog = async () => {
			await page.getByRole("dialog").waitFor();
			await page.keyboard.press("Escape");
			await page.getByRole("dialog").waitFor({ state: "detached" });
		};
		await page.getByRole("button", { name: "New agent" }).press("Enter");
		await closeDialog();
		await expect.poll(focused).toBe("New agent");
		await choose(page, "Bob", "Edit");
		await closeDialog();
		await expect.poll(focused).toBe("Actions for Bob");
		await page.context().close();
	});

	it("do not change their own role", async () => {
		const page = await desk.open("/settings/agents");
		await rowOf(page, "You").getByRole("button").click();
		expect(await page.getByRole("menuitem").allTextContents()).toEqual([
			"Edit",
		]);
		await page.context().close();
	});

	it("are shown the settings no more when they are agents again", async () => {
		const { id, email } = await createAccount(desk, "Rita", "admin");
		const page = await desk.open("/settings/macros", { isSignedOut: true });
		await enterPassword(page, email);
		await page.getByRole("button", { name: "New macro" }).waitFor();
		await desk.workspace.api.patch(`/v1/accounts/${id}`, { role: "agent" });
		await expect
			.poll(() =>
				page.evaluate(
					"fetch('/v1/me').then((me) => me.json()).then(({ session }) => session.role)",
				),
			)
			.toBe("agent");
		await page.getByRole("button", { name: "New macro" }).click();
		await page.getByLabel("Name").fill("Not allowed");
		await page.getByLabel("Text").fill("…");
		await page.getByRole("button", { name: "Save" }).click();
		await page.getByText("You may not open this page").waitFor();
		await page.context().close();
		desk.expectClean(/status of 403/);
	});

	it("read page by page what happened, of all or of one agent, in German too", async () => {
		const { id, email } = await createAccount(desk, "Paula");
		const { body: key } = await desk.workspace.api.post("/v1/keys", {
			name: "Deploy bot",
			scopes: [...SCOPES],
		});
		const bot = createClient(desk.product.url, key.secret);
		for (let n = 0; n < 60; n++)
			await bot.patch(`/v1/accounts/${id}`, {
				role: n % 2 ? "agent" : "admin",
			});
		// What a key has done is its own after its end, too.
		await desk.workspace.api.post(`/v1/keys/${key.id}/revoke`);
		const browser = createBrowser(desk.product.url);
		await browser.post("/auth/sign-in", { email, password: "guessed" });
		await expect
			.poll(async () => {
				const query = { agent_id: id, limit: "1" };
				const { body } = await desk.workspace.api.get(
					"/v1/audit-events",
					query,
				);
				return body.data[0].type;
			})
			.toBe("sign_in_failed");
		const page = await desk.open("/settings/audit", { language: "de-DE" });
		await page.getByLabel("Agent").selectOption("Paula");
		const rows = page
			.getByRole("region", { name: "Protokoll" })
			.getByRole("listitem");
		const sentence = (text: string) => rows.filter({ hasText: text }).first();
		await sentence("Eine Anmeldung als Paula wurde abgewiesen").waitFor();
		await sentence("Der API-Schlüssel Deploy bot hat die Rolle").waitFor();
		expect(await rows.count()).toBe(50);
		await page.getByRole("button", { name: "Mehr anzeigen" }).click();
		const { body: me } = await desk.workspace.api.get("/v1/me");
		const { masked } = me.key;
		await sentence(
			`Der API-Schlüssel ${masked} hat Paula eingeladen`,
		).waitFor();
		expect(await rows.count()).toBeGreaterThan(62);
		await page.context().close();
	});
});
