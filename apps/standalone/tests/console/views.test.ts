import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
	browserIsMissing,
	type ConsoleTest,
	createTicket,
	expectAccessible,
	limitPages,
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
	desk = await startConsole({ WEBHOOK_ALLOW: "127.0.0.0/8" });
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

	it("make a key that works, and revoke it", async () => {
		const page = await desk.open("/settings/keys");
		await page.getByRole("button", { name: "New key" }).click();
		await page.getByLabel("Name").fill("Nightly report");
		await page.getByRole("button", { name: "Create" }).click();
		const secret = await page
			.getByRole("textbox", { name: "API key" })
			.inputValue();
		const ask = () =>
			fetch(`${desk.product.url}/v1/tickets`, {
				headers: { Authorization: `Bearer ${secret}` },
			});
		expect((await ask()).status).toBe(200);
		await expectAccessible(page);
		await page.getByRole("button", { name: "I have kept it" }).click();
		// One dialog has taken the place of the other.
		await expect
			.poll(() => page.evaluate("document.activeElement.textContent"))
			.toBe("New key");
		await page
			.getByRole("listitem")
			.filter({ hasText: "Nightly report" })
			.getByRole("button", { name: "Revoke" })
			.click();
		const dialog = page.getByRole("dialog", { name: "Revoke Nightly report?" });
		expect((await ask()).status).toBe(200);
		await dialog.getByRole("button", { name: "Revoke" }).click();
		await page
			.getByRole("listitem")
			.filter({ hasText: "Nightly report" })
			.getByText("Revoked")
			.waitFor();
		await expect
			.poll(async () => (await ask()).status, { timeout: 10_000 })
			.toBe(401);
		await page.context().close();
	});

	it("make a webhook, see its delivery fail, and retry it", async () => {
		let status = 500;
		const endpoint = createServer((_req, res) => res.writeHead(status).end());
		endpoint.listen(0, "127.0.0.1");
		await once(endpoint, "listening");
		const { port } = endpoint.address() as AddressInfo;
		const page = await desk.open("/settings/webhooks");
		await page.getByRole("button", { name: "New webhook" }).click();
		await page.getByLabel("Address").fill(`http://127.0.0.1:${port}/hook`);
		await page.getByRole("button", { name: "Create" }).click();
		expect(
			await page.getByRole("textbox", { name: "Signing secret" }).inputValue(),
		).toMatch(/^whsec_/);
		await page.getByRole("button", { name: "I have kept it" }).click();
		await page.getByRole("button", { name: "Deliveries" }).click();
		await page.getByRole("button", { name: "Send a test" }).click();
		await page.getByText("Attempt 1: 500").waitFor({ timeout: 20_000 });
		await expectAccessible(page);
		status = 200;
		await page.getByRole("button", { name: "Retry" }).click();
		await page.getByText("Delivered").waitFor({ timeout: 20_000 });
		await page.context().close();
		endpoint.close();
	});

	it("make and change a macro, a group, an attribute and a mailbox", async () => {
		const page = await desk.open("/settings/macros");
		await page.getByRole("button", { name: "New macro" }).click();
		await page.getByLabel("Name").fill("Thanks");
		await page.getByLabel("Text").fill("Thank you, {{contact.name}}.");
		await page.getByRole("button", { name: "Save" }).click();
		await page.getByText("Thank you, {{contact.name}}.").waitFor();
		await page.getByRole("button", { name: "Delete Thanks" }).click();
		await page.getByRole("button", { name: "Cancel" }).click();
		await page.getByRole("button", { name: "Delete Thanks" }).click();
		await page.getByRole("button", { name: "Delete", exact: true }).click();
		await page.getByText("Nothing here yet").waitFor();

		await page.getByRole("link", { name: "Groups" }).click();
		await page.getByRole("button", { name: "New group" }).click();
		await page.getByLabel("Name").fill("Night shift");
		await page.getByRole("checkbox", { name: "Cleo" }).check();
		await page.getByRole("button", { name: "Save" }).click();
		await page.getByText("Night shift").waitFor();
		const group = page.getByRole("listitem").filter({ hasText: "Night shift" });
		await group.getByRole("button", { name: "Deactivate" }).click();
		await group.getByText("Deactivated").waitFor();
		// No ticket is given to it.
		const other = await desk.open(`/inbox/all/${ticket}`, { width: 1600 });
		const choice = other.getByRole("combobox", { name: "Group" });
		await expect.poll(() => choice.textContent()).toMatch(/No group.+/);
		expect(await choice.textContent()).not.toContain("Night shift");
		await other.context().close();
		await group.getByRole("button", { name: "Reactivate" }).click();
		await group.getByRole("button", { name: "Deactivate" }).waitFor();

		await page.getByRole("link", { name: "Attributes" }).click();
		await page.getByRole("button", { name: "New attribute" }).click();
		await page.getByRole("textbox", { name: "Key" }).fill("shoe_size");
		await page.getByLabel("Label").fill("Shoe size");
		await page.getByRole("button", { name: "Save" }).click();
		await page.getByText("Shoe size").waitFor();
		await page.getByRole("button", { name: "Edit shoe_size" }).click();
		await page.getByLabel("Label").fill("");
		await page.getByRole("button", { name: "Save" }).click();
		await page.getByText("shoe_size").waitFor();

		await page.getByRole("link", { name: "Mailboxes" }).click();
		await page.getByRole("button", { name: "New mailbox" }).click();
		await page.getByLabel("Email address").fill("orders@shop.example");
		await page.getByRole("button", { name: "Save" }).click();
		await page.getByText("orders@shop.example").waitFor();
		const groupOf = async () => {
			const { body } = await desk.workspace.api.get("/v1/mailboxes");
			return body.data.find(
				({ address }: { address: string }) => address === "orders@shop.example",
			).group_id;
		};
		for (const [name, id] of [
			["Night shift", expect.stringMatching(/^grp_/)],
			["No group", null],
		] as const) {
			const dialog = page.getByRole("dialog");
			await page
				.getByRole("button", { name: "Edit orders@shop.example" })
				.click();
			await dialog.getByLabel("Group").selectOption(name);
			await dialog.getByRole("button", { name: "Save" }).click();
			await dialog.waitFor({ state: "detached" });
			expect(await groupOf()).toEqual(id);
		}
		await page.context().close();
	});

	it("list what is on further pages of the API", async () => {
		const { api } = desk.workspace;
		for (const name of ["First", "Second", "Third"]) {
			const changes = { tags: [name] };
			await api.post("/v1/macros", { name: `${name} macro`, changes });
			await api.post("/v1/groups", { name: `${name} group` });
			const address = `${name.toLowerCase()}@pages.example`;
			await api.post("/v1/mailboxes", { address, intake: "smtp" });
			const webhook = { url: `http://127.0.0.1:9/${name}`, types: ["gap.*"] };
			await api.post("/v1/webhooks", webhook);
		}
		const page = await desk.open("/settings/account");
		await limitPages(page, 1);
		for (const [path, entry] of [
			["macros", /^(First|Second|Third) macro$/],
			["groups", /^(First|Second|Third) group$/],
			["mailboxes", /@pages\.example$/],
			["webhooks", /127\.0\.0\.1:9/],
		] as const) {
			await page.goto(`${desk.product.url}/settings/${path}`);
			await expect.poll(() => page.getByText(entry).count()).toBe(3);
		}
		await page.context().close();
	});

	it("keep a group's agents and a mailbox's group that are not shown yet", async () => {
		const { api, agents } = desk.workspace;
		const agent_ids = agents.map(({ id }) => id).sort();
		const group = { name: "Early shift", agent_ids };
		const { body: made } = await api.post("/v1/groups", group);
		const address = "early@shop.example";
		const mailbox = { address, intake: "smtp", group_id: made.id };
		const { body: kept } = await api.post("/v1/mailboxes", mailbox);
		const page = await desk.open("/settings/account");
		const dialog = page.getByRole("dialog");
		const change = async (path: string, name: string) => {
			await page.goto(`${desk.product.url}/settings/${path}`);
			await page.getByRole("button", { name: `Edit ${name}` }).click();
			await dialog.waitFor();
		};
		const save = async () => {
			await dialog.getByRole("button", { name: "Save" }).click();
			await dialog.waitFor({ state: "detached" });
		};
		await page.route("**/v1/agents?*", () => {});
		await change("groups", "Early shift");
		await dialog.getByLabel("Name").fill("Late shift");
		await save();
		const { body: renamed } = await api.get(`/v1/groups/${made.id}`);
		expect(renamed.name).toBe("Late shift");
		expect(renamed.agent_ids.sort()).toEqual(agent_ids);

		const arrived = Promise.withResolvers<void>();
		await page.route("**/v1/groups?*", async (route) => {
			await arrived.promise;
			await route.continue();
		});
		await change("mailboxes", address);
		arrived.resolve();
		const choice = dialog.getByLabel("Group");
		await expect.poll(() => choice.textContent()).toContain("Late shift");
		await save();
		const { body: after } = await api.get(`/v1/mailboxes/${kept.id}`);
		expect(after.group_id).toBe(made.id);
		await page.context().close();
	});

	it("give an attribute with commas in its values another label", async () => {
		const { api } = desk.workspace;
		const values = ["Yes, gladly", "No"];
		const attribute = { key: "agrees", type: "enum", values };
		await api.post("/v1/attributes", attribute);
		const page = await desk.open("/settings/attributes");
		await page.getByRole("button", { name: "Edit agrees" }).click();
		await page.getByLabel("Label").fill("Do they agree?");
		await page.getByLabel("Values").fill("No, Yes, gladly, Perhaps");
		await page.getByRole("button", { name: "Save" }).click();
		await page.getByText("Do they agree?").waitFor();
		const { body } = await api.get("/v1/attributes/agrees");
		expect(body.values).toEqual(["No", "Yes, gladly", "Perhaps"]);
		await page.context().close();
	});

	it("find a contact, change its name, and erase it", async () => {
		await createTicket(desk, { subject: "Hello", name: "Rosa Winter" });
		const page = await desk.open("/contacts?q=rosa");
		await page.getByRole("link", { name: "Rosa Winter" }).click();
		await page.getByRole("link", { name: "Hello" }).waitFor();
		await page.getByRole("button", { name: "Edit" }).click();
		await page.getByLabel("Name").fill("Rosa Sommer");
		await page.getByRole("button", { name: "Save" }).click();
		await page.getByRole("heading", { name: "Rosa Sommer" }).waitFor();
		const address = page.getByRole("main").getByText("rosa.winter@");
		expect(await address.count()).toBeGreaterThan(0);
		await page.getByRole("button", { name: "Edit" }).click();
		await page.getByLabel("Email address").fill("");
		await page.getByRole("button", { name: "Save" }).click();
		await expect.poll(() => address.count()).toBe(0);
		await page.getByRole("button", { name: "Erase" }).click();
		await page
			.getByRole("dialog")
			.getByRole("button", { name: "Erase" })
			.click();
		await expect
			.poll(async () => {
				const { body } = await desk.workspace.api.get("/v1/contacts", {
					q: "rosa",
				});
				return body.data.length;
			})
			.toBe(0);
		await page.context().close();
	});

	it("keep a contact's conversations current, and list all of them", async () => {
		const { api } = desk.workspace;
		const name = "Otto Herbst";
		const first = await createTicket(desk, { subject: "First of Otto", name });
		const page = await desk.open("/contacts?q=otto");
		await page.getByRole("link", { name }).click();
		const rows = page.getByRole("link", { name: /of Otto/ });
		await page.getByRole("link", { name: /First of Otto.*Open/ }).waitFor();
		await api.patch(`/v1/tickets/${first}`, { status: "resolved" });
		await page.getByRole("link", { name: /First of Otto.*Resolved/ }).waitFor();
		await createTicket(desk, { subject: "Second of Otto", name });
		await expect.poll(() => rows.count()).toBe(2);
		await limitPages(page, 1);
		await page.reload();
		await expect.poll(() => rows.count()).toBe(1);
		await page
			.getByRole("main")
			.getByRole("button", { name: "Show more" })
			.last()
			.click();
		await expect.poll(() => rows.count()).toBe(2);
		await page.context().close();
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

	it("offer agents nothing that only admins do", async () => {
		const page = await desk.open("/settings", { agent: 1, role: "agent" });
		await page.getByRole("heading", { name: "Your account" }).waitFor();
		const places = page.getByRole("navigation", { name: "Settings" });
		expect(await places.getByRole("link").allTextContents()).toEqual([
			"Your account",
		]);
		for (const section of ["agents", "macros", "keys", "audit"]) {
			await page.goto(`${desk.product.url}/settings/${section}`);
			await page.getByText("You may not open this page").waitFor();
			expect(await page.getByRole("main").getByRole("button").count()).toBe(0);
		}
		await expectAccessible(page);
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
