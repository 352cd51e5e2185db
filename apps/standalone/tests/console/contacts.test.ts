import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
	browserIsMissing,
	type ConsoleTest,
	createTicket,
	limitPages,
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

describe.skipIf(browserIsMissing)("contacts", () => {
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

	it("keep what another agent changes while an address is changed or removed", async () => {
		const { api } = desk.workspace;
		const { body: contact } = await api.post("/v1/contacts", {
			email: "vera@customer.example",
			name: "Vera Lang",
		});
		const path = `/v1/contacts/${contact.id}`;
		const page = await desk.open(`/contacts/${contact.id}`);
		const edit = async (email: string, meanwhile: object, shown: string) => {
			await page.getByRole("button", { name: "Edit" }).click();
			await api.patch(path, meanwhile);
			await page.getByText(shown).first().waitFor();
			await page.getByLabel("Email address").fill(email);
			await page.getByRole("button", { name: "Save" }).click();
			await page.getByRole("dialog").waitFor({ state: "detached" });
			return (await api.get(path)).body;
		};
		const named = await edit(
			"vera@work.example",
			{ name: "Vera Kurz" },
			"Vera Kurz",
		);
		expect(named.name).toBe("Vera Kurz");
		expect(named.email).toBe("vera@work.example");
		const addresses = [...named.addresses, "vera@home.example"];
		const left = await edit("", { addresses }, "vera@home.example");
		expect(left.addresses).toEqual(addresses.slice(1));
		expect(left.name).toBe("Vera Kurz");
		expect(await edit(left.email, {}, "Vera Kurz")).toEqual(left);
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

	it("are named in the inbox as they are renamed and erased, and what comes after that is shown", async () => {
		const { api } = desk.workspace;
		const subject = "Of Nora";
		const id = await createTicket(desk, { subject, name: "Nora Falk" });
		const { body: ticket } = await api.get(`/v1/tickets/${id}`);
		const contact = `/v1/contacts/${ticket.contact.id}`;
		const page = await desk.open(`/inbox/all/${id}`, { width: 1600 });
		const pane = page.getByRole("article", { name: subject });
		const row = page.locator(`[data-ticket="${id}"]`);
		await pane.getByText("nora.falk@customer.example").first().waitFor();
		await api.patch(contact, { name: "Nora Wolf" });
		await row.getByText("Nora Wolf").waitFor();
		await pane.getByRole("article", { name: "from Nora Wolf" }).waitFor();
		await api.delete(contact);
		const main = page.getByRole("main");
		await expect.poll(() => main.getByText(/nora/i).count()).toBe(0);

		// Events about the ticket have no more than its id from now on.
		await api.patch(`/v1/tickets/${id}`, { priority: "urgent" });
		await row.getByText("Urgent").waitFor();
		await page.getByRole("button", { name: "History" }).click();
		await page.getByRole("listitem").getByText("Changed.").waitFor();
		const note = { type: "note", body: "Erased as asked." };
		await api.post(`/v1/conversations/${id}/messages`, note);
		await page.getByText("Erased as asked.").waitFor();
		await createTicket(desk, { subject: "Of another" });
		await page.getByText("Show 1 new conversation").waitFor();
		await page.context().close();
	});
});
