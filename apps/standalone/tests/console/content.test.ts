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
});
