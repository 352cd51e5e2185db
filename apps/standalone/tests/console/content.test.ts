import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
	browserIsMissing,
	type ConsoleTest,
	createTicket,
	START_MS,
	startConsole,
} from "./console.ts";

let desk: ConsoleTest;
beforeAll(async () => {
	if (!browserIsMissing) desk = await startConsole();
}, START_MS);
afterAll(() => desk?.stop());
afterEach(() => desk?.expectClean());

const LONG_WORD = "x".repeat(120);

describe.skipIf(browserIsMissing)("what customers write", () => {
	it.each([1280, 390])(
		"stays within its message in a window of %i pixels",
		async (width) => {
			const id = await createTicket(desk, {
				subject: "Wide things",
				body: `<table><tr>${"<td>cell</td>".repeat(40)}</tr></table><pre>${"pre ".repeat(100)}</pre>`,
			});
			await desk.workspace.api.post(`/v1/tickets/${id}/messages`, {
				type: "outbound",
				body: "Attached.",
				attachments: [
					{
						filename: `${LONG_WORD}.txt`,
						content_type: "text/plain",
						data: "NDI=",
					},
				],
			});
			const page = await desk.open(`/inbox/all/${id}`, { width });
			await page.getByRole("link", { name: LONG_WORD }).waitFor();
			expect(
				await page.evaluate(`["section[tabindex]", "table", "pre", "a[download]"]
					.map((each) => document.querySelector(each))
					.filter((each) => each.matches("section")
						? each.scrollWidth > each.clientWidth
						: each.getBoundingClientRect().right >
							each.closest("li article").getBoundingClientRect().right)
					.map((each) => each.localName)`),
			).toEqual([]);
			const icon = page.locator("a[download] svg");
			expect((await icon.boundingBox())?.width).toBe(16);
			await page.context().close();
		},
	);

	it("is a table of many columns, whose words stay whole", async () => {
		const id = await createTicket(desk, {
			subject: "A sheet",
			body: `<table><tr>${"<td>Column name</td>".repeat(16)}</tr></table>`,
		});
		const page = await desk.open(`/inbox/all/${id}`, { width: 390 });
		await page.getByText("Column name").first().waitFor();
		const [word, cell, scrolled] = await page.evaluate<number[]>(`(() => {
			const cell = document.querySelector("article td");
			const text = document.createRange();
			text.setStart(cell.firstChild, 0);
			text.setEnd(cell.firstChild, "Column".length);
			const table = cell.closest("table");
			return [text.getClientRects().length, cell.clientHeight, table.scrollWidth - table.clientWidth];
		})()`);
		expect(word).toBe(1);
		expect(cell).toBeLessThan(80);
		expect(scrolled).toBeGreaterThan(500);
		await page.context().close();
	});

	it("has most of the room at a zoom of 200 %", async () => {
		const id = await createTicket(desk, { subject: "Near the eyes" });
		const page = await desk.open(`/inbox/all/${id}`, {
			width: 640,
			height: 400,
		});
		await page.getByRole("textbox", { name: "Reply" }).waitFor();
		const messages = page.getByRole("region", { name: "Messages" });
		expect((await messages.boundingBox())?.height).toBeGreaterThan(160);
		await page.context().close();
	});

	it("is read from the right where its letters are", async () => {
		const subject = "דחוף!";
		const id = await createTicket(desk, { subject, body: "שלום!" });
		await desk.workspace.api.post(`/v1/tickets/${id}/messages`, {
			type: "outbound",
			body: '<p>תודה!</p><ol start="3"><li>Step</li></ol>',
		});
		const page = await desk.open(`/inbox/all/${id}`);
		await page.getByText("תודה!").waitFor();
		for (const text of [subject, "שלום!", "תודה!"])
			expect(await marksLeftOfLetters(page, text)).toEqual([true]);
		await page.getByRole("textbox", { name: "Reply" }).fill(subject);
		expect(
			await page.evaluate(
				"getComputedStyle(document.querySelector('textarea')).direction",
			),
		).toBe("rtl");
		// A list that goes on behind something else keeps its numbers.
		expect(await page.evaluate("document.querySelector('ol ol').start")).toBe(
			3,
		);
		await page.context().close();
	});
});

/** Whether the last character of a text is drawn left of its first one, at every place that shows it. */
function marksLeftOfLetters(page: Page, text: string): Promise<unknown> {
	return page.evaluate(`(() => {
		const texts = document.createTreeWalker(document.getElementById("root"), NodeFilter.SHOW_TEXT);
		const leftOf = (node, at) => {
			const range = document.createRange();
			range.setStart(node, at);
			range.setEnd(node, at + 1);
			return range.getBoundingClientRect().left;
		};
		const found = new Set();
		while (texts.nextNode())
			if (texts.currentNode.data === ${JSON.stringify(text)})
				found.add(leftOf(texts.currentNode, ${text.length - 1}) < leftOf(texts.currentNode, 0));
		return [...found];
	})()`);
}
