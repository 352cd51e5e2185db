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

let desk: ConsoleTest;
beforeAll(async () => {
	if (browserIsMissing) return;
	desk = await startConsole({ WEBHOOK_ALLOW: "127.0.0.0/8" });
}, START_MS);
afterAll(() => desk?.stop());
afterEach(() => desk?.expectClean());

describe.skipIf(browserIsMissing)("the settings", () => {
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
		const ticket = await createTicket(desk, { subject: "For a group" });
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

	it("change what a macro does to a ticket, and keep the rest of it", async () => {
		const { api, agents } = desk.workspace;
		const [first, second] = agents;
		const { body: made } = await api.post("/v1/macros", {
			name: "Escalate",
			body: "We look into it.",
			changes: { status: "pending", priority: "high", assignee_id: first!.id },
		});
		const page = await desk.open("/settings/macros");
		const dialog = page.getByRole("dialog");
		const edit = () =>
			page.getByRole("button", { name: "Edit Escalate" }).click();
		const save = async () => {
			await dialog.getByRole("button", { name: "Save" }).click();
			await dialog.waitFor({ state: "detached" });
			return (await api.get(`/v1/macros/${made.id}`)).body.changes;
		};
		await edit();
		await expectAccessible(page);
		expect(await save()).toEqual(made.changes);
		await edit();
		await dialog.getByLabel("Priority").selectOption("Urgent");
		await dialog.getByLabel("Assignee").selectOption({ value: second!.id });
		expect(await save()).toEqual({
			status: "pending",
			priority: "urgent",
			assignee_id: second!.id,
		});
		await edit();
		await dialog.getByLabel("Priority").selectOption("Stays as it is");
		await dialog.getByLabel("Assignee").selectOption("Unassigned");
		expect(await save()).toEqual({ status: "pending", assignee_id: null });
		await edit();
		await dialog.getByLabel("Assignee").selectOption("Stays as it is");
		expect(await save()).toEqual({ status: "pending" });
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
});
