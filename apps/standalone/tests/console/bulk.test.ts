import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
	browserIsMissing,
	type ConsoleTest,
	createTicket,
	START_MS,
	startConsole,
} from "./console.ts";

const JOB_MAX = 500;
const ROW_PX = 68;

let desk: ConsoleTest;
beforeAll(async () => {
	if (!browserIsMissing) desk = await startConsole();
}, START_MS);
afterAll(() => desk?.stop());
afterEach(() => desk?.expectClean());

const row = (page: Page, subject: string) =>
	page.locator("[data-ticket]", { hasText: subject });
const statusOf = async (id: string) =>
	(await desk.workspace.api.get(`/v1/tickets/${id}`)).body.status;

describe.skipIf(browserIsMissing)("a change of many conversations", () => {
	it("closes many at once, and undoes it", async () => {
		const ids = await Promise.all(
			[1, 2, 3].map((n) => createTicket(desk, { subject: `Storm ${n}` })),
		);
		const page = await desk.open("/inbox/all?q=storm");
		for (const n of [1, 2, 3])
			await page.getByRole("checkbox", { name: `Storm ${n}` }).check();
		await page.getByRole("button", { name: "Resolve" }).click();
		await page.getByText("3 conversations changed.").waitFor();
		expect(await Promise.all(ids.map(statusOf))).toEqual(
			Array(3).fill("resolved"),
		);
		await page.getByRole("button", { name: "Undo" }).click();
		await expect
			.poll(() => Promise.all(ids.map(statusOf)))
			.toEqual(Array(3).fill("open"));
		await page.context().close();
	});

	it("assigns many by keys, and undoes it", async () => {
		const ids: string[] = [];
		for (const n of [1, 2, 3, 4])
			ids.push(await createTicket(desk, { subject: `Range ${n}` }));
		const bob = desk.workspace.agents[1]!.id;
		await desk.workspace.api.patch(`/v1/tickets/${ids[3]}`, {
			assignee_id: bob,
		});
		const assignees = () =>
			Promise.all(
				ids.map(async (id) => {
					const { body } = await desk.workspace.api.get(`/v1/tickets/${id}`);
					return body.assignee?.name;
				}),
			);
		const page = await desk.open(
			`/inbox/all/${ids[0]}?q=range&sort=created_at:desc`,
		);
		await page.getByRole("heading", { name: "Range 1" }).waitFor();
		const box = (n: number) =>
			page.getByRole("checkbox", { name: `Range ${n}` });
		await box(4).click();
		await box(2).click({ modifiers: ["Shift"] });
		await page.getByText("3 selected").waitFor();
		// The keys are for those that are selected, not for the one that is open.
		await page.keyboard.press("a");
		await page.getByRole("menuitem", { name: "Ann" }).click();
		await page.getByText("3 conversations changed.").waitFor();
		expect(await assignees()).toEqual([undefined, "Ann", "Ann", "Ann"]);
		await page.getByRole("menu").waitFor({ state: "detached" });
		await page.keyboard.press("z");
		await expect
			.poll(assignees)
			.toEqual([undefined, undefined, undefined, "Bob"]);
		await box(3).click();
		await page.keyboard.press("e");
		await expect.poll(() => statusOf(ids[2]!)).toBe("resolved");
		expect(await statusOf(ids[0]!)).toBe("open");
		await page.context().close();
	});

	it("leaves what belongs to the list in it, and says what could not be changed", async () => {
		const ids: string[] = [];
		for (const n of [1, 2, 3])
			ids.push(await createTicket(desk, { subject: `Flood ${n}` }));
		const page = await desk.open("/inbox/all?q=flood&sort=created_at:asc");
		const select = async () => {
			for (const n of [1, 2, 3])
				await page.getByRole("checkbox", { name: `Flood ${n}` }).check();
		};
		await select();
		await page.getByRole("button", { name: "Resolve" }).click();
		await page.getByText("3 conversations changed.").waitFor();
		await row(page, "Flood 1").getByText("Resolved").waitFor();
		// Those that have left a list are passed over.
		for (const id of ids) {
			await page.keyboard.press("j");
			await page.waitForURL(`**/${id}*`);
		}
		await page.route("**/v1/events/stream*", () => {});
		await page.reload();
		await row(page, "Flood 1").waitFor();
		await desk.workspace.api.delete(`/v1/tickets/${ids[0]}`);
		await select();
		await page.getByRole("button", { name: "Assign" }).first().click();
		await page.getByRole("menuitem", { name: "Ann" }).click();
		await page.getByText("2 conversations changed.").waitFor();
		await page.getByText("1 could not be changed.").waitFor();
		await page.context().close();
		desk.expectClean(/status of 404/);
	});

	it("takes more than the desk changes in one job", {
		timeout: 120_000,
	}, async () => {
		const { workspace, product } = desk;
		await product.insertTickets(workspace.id, JOB_MAX + 1);
		const page = await desk.open("/inbox/all?sort=created_at:desc");
		const boxes = page.getByRole("checkbox");
		await boxes.first().check();
		// Further pages come with the scrolling.
		const scroll = `(() => {
			const list = document.querySelector("ul[aria-label=Conversations]");
			list.parentElement.scrollTo(0, list.clientHeight);
			return list.clientHeight;
		})()`;
		await expect
			.poll(() => page.evaluate<number>(scroll), { timeout: 60_000 })
			.toBeGreaterThan(JOB_MAX * ROW_PX);
		await boxes.last().click({ modifiers: ["Shift"] });
		await page
			.getByRole("toolbar")
			.getByRole("button", { name: "Resolve" })
			.click();
		await page
			.getByText(/^5\d\d conversations changed\.$/)
			.waitFor({ timeout: 60_000 });
		const { body } = await workspace.api.get("/v1/tickets", { status: "open" });
		expect(body.data).toEqual([]);
		await page.context().close();
	});
});
