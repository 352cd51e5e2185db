import { SCOPES } from "@supportdesk/keys/scopes.ts";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createClient } from "../client.ts";
import { createMailbox } from "../mail.ts";
import {
	browserIsMissing,
	type ConsoleTest,
	createTicket,
	expectAccessible,
	pressSend,
	START_MS,
	startConsole,
} from "./console.ts";

const MINE = "Given to Ann";
const UNASSIGNED = "Nobody has it";
const ANSWERED = "Answered already";

let desk: ConsoleTest;
let mine: string;
beforeAll(async () => {
	if (browserIsMissing) return;
	desk = await startConsole();
	const { api, agents } = desk.workspace;
	const give = (id: string, agent: number) =>
		api.patch(`/v1/tickets/${id}`, { assignee_id: agents[agent]!.id });
	mine = await createTicket(desk, { subject: MINE });
	await give(mine, 0);
	await createTicket(desk, { subject: UNASSIGNED });
	const answered = await createTicket(desk, { subject: ANSWERED });
	await give(answered, 1);
	await api.post(`/v1/tickets/${answered}/messages`, {
		type: "outbound",
		body: "It is done.",
	});
}, START_MS);
afterAll(() => desk?.stop());
afterEach(() => desk?.expectClean());

const place = (page: Page, name: string) =>
	page.getByRole("link", { name: new RegExp(`^${name}`) });

describe.skipIf(browserIsMissing)("the views of the inbox", () => {
	it("show what is mine, unassigned, waiting, and all, with their counts", async () => {
		const page = await desk.open("/inbox");
		await page.waitForURL("**/inbox/mine");
		const rows = page.locator("[data-ticket]");
		const views = [
			["Mine", [MINE]],
			["Unassigned", [UNASSIGNED]],
			["Waiting", [MINE, UNASSIGNED]],
			["All", [MINE, UNASSIGNED, ANSWERED]],
		] as const;
		for (const [name, subjects] of views) {
			await place(page, name).click();
			await page.getByRole("heading", { name, exact: true }).waitFor();
			await expect.poll(() => rows.count()).toBe(subjects.length);
			for (const subject of subjects)
				await rows.filter({ hasText: subject }).waitFor();
			await expect
				.poll(() => place(page, name).textContent())
				.toBe(`${name}${subjects.length}`);
		}
		const bob = await desk.open("/inbox/mine", { agent: 1 });
		await bob.locator("[data-ticket]", { hasText: ANSWERED }).waitFor();
		await bob.context().close();
		await page.context().close();
	});

	it("count again what another agent has resolved", async () => {
		const id = await createTicket(desk, { subject: "Done in a moment" });
		const page = await desk.open("/inbox/all");
		const count = () => place(page, "Unassigned").textContent();
		await expect.poll(count).toBe("Unassigned2");
		await desk.workspace.api.patch(`/v1/tickets/${id}`, { status: "resolved" });
		await expect.poll(count).toBe("Unassigned1");
		await page.context().close();
	});

	it("show in their rows, and tell, what has just been written", async () => {
		const subject = "News in a row";
		const id = await createTicket(desk, { subject });
		const page = await desk.open(`/inbox/waiting/${id}`);
		const told = page.getByRole("status").filter({ hasText: "Reply by Bob" });
		await page.getByRole("heading", { name: subject }).waitFor();
		expect(await page.title()).toBe(`${subject} · Support Desk`);
		const left = page.locator("[data-ticket][class*=left]", {
			hasText: subject,
		});
		expect(await left.count()).toBe(0);
		const bob = await desk.open(`/inbox/all/${id}`, { agent: 1 });
		await bob.getByRole("textbox", { name: "Reply" }).fill("It is on its way.");
		await pressSend(bob);
		await bob.getByText("Sent.").waitFor();
		await told.waitFor({ state: "attached" });
		await left.waitFor();
		await page.keyboard.press("Escape");
		await expect.poll(() => page.title()).toBe("Waiting · Support Desk");
		await bob.context().close();
		await page.context().close();
	});

	it("show who waits again, in a row that was answered and as one that has come", async () => {
		const { api } = desk.workspace;
		const mailbox = await createMailbox(desk.product, desk.workspace);
		const from = "Mia <mia@customer.example>";
		const receive = (subject: string) => mailbox.receive({ from, subject });
		const shown = (await receive("Asks twice")).ticket_id;
		const answered = (await receive("Was answered before")).ticket_id;
		const answer = (id: string) =>
			api.post(`/v1/tickets/${id}/messages`, {
				type: "outbound",
				body: "It is on its way.",
			});
		await answer(answered);
		const page = await desk.open("/inbox/waiting");
		const row = page.locator("[data-ticket]", { hasText: "Asks twice" });
		const left = page.locator("[data-ticket][class*=left]", {
			hasText: "Asks twice",
		});
		await row.waitFor();
		await answer(shown);
		await left.waitFor();
		await receive(`Re: Asks twice [${shown}]`);
		await expect.poll(() => left.count()).toBe(0);

		await receive(`Re: Was answered before [${answered}]`);
		await page.getByRole("button", { name: "Show 1 new" }).click();
		await page
			.locator("[data-ticket]", { hasText: "Was answered before" })
			.waitFor();
		await page.context().close();
	});

	it("search for what the field says, also after another view was opened", async () => {
		const page = await desk.open("/inbox/all");
		const field = page.getByRole("searchbox");
		await field.fill("answered");
		await page.waitForURL("**q=answered*");
		await place(page, "Unassigned").click();
		await expect.poll(() => field.inputValue()).toBe("");
		await page.locator("[data-ticket]", { hasText: UNASSIGNED }).waitFor();
		await page.goBack();
		await expect.poll(() => field.inputValue()).toBe("answered");
		await page.locator("[data-ticket]", { hasText: ANSWERED }).waitFor();
		await page.context().close();
	});

	it("lead to a conversation whose history names who has changed it", async () => {
		const { api } = desk.workspace;
		const { body: key } = await api.post("/v1/keys", {
			name: "Night import",
			scopes: [...SCOPES],
		});
		await createClient(desk.product.url, key.secret).patch(
			`/v1/tickets/${mine}`,
			{ priority: "high" },
		);
		const page = await desk.open(`/inbox/mine/${mine}`, { width: 1600 });
		const line = (text: string) =>
			page.getByRole("listitem").filter({ hasText: text });
		await page.getByRole("button", { name: "History" }).click();
		await line("Priority: High").getByText("API · Night import").waitFor();
		await line("Assignee: Ann").waitFor();
		await page.keyboard.press("e");
		await line("Status: Resolved").getByText("Ann").waitFor();
		await page.keyboard.press("z");
		await line("Status: Open").getByText("Ann").waitFor();
		await expectAccessible(page);
		await page.context().close();

		// An agent may not read keys, and nothing is asked in vain.
		const cleo = await desk.open(`/inbox/all/${mine}`, {
			agent: 2,
			role: "agent",
			width: 1600,
		});
		await cleo.getByRole("button", { name: "History" }).click();
		await cleo
			.getByRole("listitem")
			.filter({ hasText: "Priority: High" })
			.waitFor();
		expect(await cleo.getByText("Night import").count()).toBe(0);
		await cleo.context().close();
	});

	it("are what the figures sum up", async () => {
		const page = await desk.open("/figures");
		const tile = (name: string) =>
			page.getByRole("listitem").filter({ hasText: name }).locator("strong");
		const { body } = await desk.workspace.api.get("/v1/figures");
		expect(body.created).toBeGreaterThan(2);
		await expect
			.poll(() => tile("Created").textContent())
			.toBe(String(body.created));
		await expect
			.poll(() => tile("Resolved").textContent())
			.toBe(String(body.resolved));
		expect(await tile("First reply").textContent()).toMatch(/\d/);
		expect(await tile("Drafts sent unchanged").textContent()).toBe("–");
		expect(await tile("Open gaps").textContent()).toMatch(/^\d+$/);
		await page.getByRole("button", { name: "7 days" }).click();
		await expect
			.poll(() => tile("Created").textContent())
			.toBe(String(body.created));
		await page.context().close();
	});
});
