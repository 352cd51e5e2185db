import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Gateway, startGateway } from "./gateway.ts";

const CHROMIUM = "/usr/bin/chromium";
const missing = !existsSync(CHROMIUM);
if (missing) {
	console.warn(
		`\n*** SKIPPED: no ${CHROMIUM}: the documentation page is not opened in a browser. Run apt-get install chromium. ***\n`,
	);
}

let gateway: Gateway;
beforeAll(async () => {
	gateway = await startGateway();
});
afterAll(() => gateway.stop());

it.skipIf(missing)(
	"shows the API in a browser, offline, and sends a request from the page",
	{ timeout: 60_000 },
	async () => {
		const browser = await chromium.launch({
			executablePath: CHROMIUM,
			args: ["--no-sandbox"],
		});
		try {
			const page = await browser.newPage();
			const elsewhere: string[] = [];
			const errors: string[] = [];
			page.on("request", (request) => {
				const url = request.url();
				if (!url.startsWith(gateway.url) && !url.startsWith("data:")) {
					elsewhere.push(url);
				}
			});
			page.on("console", (message) => {
				if (message.type() === "error") errors.push(message.text());
			});
			page.on("pageerror", (error) => errors.push(error.message));
			await page.goto(`${gateway.url}/docs`);
			await page.getByText("Support Desk API").first().waitFor();

			await page.getByRole("button", { name: "Authorize" }).first().click();
			await page
				.locator("input[type=text], input[type=password]")
				.first()
				.fill(gateway.key);
			await page.locator(".modal-btn.authorize").click();
			await page.locator(".modal-btn.btn-done").click();

			await page
				.locator("#operations-Tickets-listTickets .opblock-summary-control")
				.click();
			await page
				.locator("#operations-Tickets-listTickets button.execute")
				.click();
			const status = page.locator(
				"#operations-Tickets-listTickets .live-responses-table .response-col_status",
			);
			await status.nth(1).waitFor();
			expect(await status.nth(1).textContent()).toContain("200");
			expect(gateway.services.calls.at(-1)!.name).toBe("listTickets");
			expect(elsewhere).toEqual([]);
			expect(errors).toEqual([]);
		} finally {
			await browser.close();
		}
	},
);
