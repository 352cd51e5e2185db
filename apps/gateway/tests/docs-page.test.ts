import { AxeBuilder } from "@axe-core/playwright";
import {
	chromiumMissing,
	launchChromium,
} from "@supportdesk/testkit/chromium.ts";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Gateway, startGateway } from "./gateway.ts";

const missing = chromiumMissing();

const PHONE = { width: 390, height: 844 };
const PAGES = [
	"",
	"/guides/quickstart",
	"/guides/limits",
	"/reference",
	"/reference/headers",
	"/reference/errors",
	"/reference/createTicket",
	"/reference/searchArticles",
];

let gateway: Gateway;
beforeAll(async () => {
	gateway = await startGateway();
});
afterAll(() => gateway.stop());

describe.skipIf(missing !== undefined)("the documentation in a browser", () => {
	let browser: Browser;
	let elsewhere: string[];
	let errors: string[];
	beforeAll(async () => {
		browser = await launchChromium();
	});
	afterAll(() => browser.close());
	beforeEach(() => {
		elsewhere = [];
		errors = [];
	});

	async function open(path: string, viewport = { width: 1280, height: 800 }) {
		const context = await browser.newContext({ viewport });
		const page = await context.newPage();
		page.on("request", (request) => {
			const url = request.url();
			if (!url.startsWith(gateway.url) && !url.startsWith("data:"))
				elsewhere.push(url);
		});
		page.on("console", (message) => {
			if (message.type() === "error") errors.push(message.text());
		});
		page.on("pageerror", (error) => errors.push(error.message));
		await page.goto(`${gateway.url}/docs${path}`);
		return page;
	}

	const close = (page: Page) => page.context().close();

	it.each(PAGES)(
		"has no barrier and fits on a phone: %s",
		async (path) => {
			for (const scheme of ["light", "dark"] as const) {
				const page = await open(path, PHONE);
				await page.emulateMedia({ colorScheme: scheme });
				const scrollWidth = await page.evaluate(
					"document.documentElement.scrollWidth",
				);
				expect(scrollWidth).toBe(PHONE.width);
				const { violations } = await new AxeBuilder({ page }).analyze();
				expect(
					violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
				).toEqual([]);
				await close(page);
			}
			expect([elsewhere, errors]).toEqual([[], []]);
		},
		60_000,
	);

	it("describes an operation on one page that is not long", async () => {
		const page = await open("/reference/createTicket");
		const height = await page.evaluate("document.body.scrollHeight");
		expect(height).toBeLessThan(4_000);
		// Headers are described once, on a page of their own.
		expect(await page.getByText("RateLimit-Policy").count()).toBe(0);
		await page.getByRole("link", { name: "same headers" }).click();
		await page.getByText("RateLimit-Policy", { exact: true }).waitFor();
		await close(page);
	}, 30_000);

	it("finds guides and operations, and leads to them", async () => {
		const page = await open("/guides/quickstart");
		await page.keyboard.press("/");
		await page.keyboard.type("idempotency key");
		await page
			.getByRole("link", { name: "Retries and idempotency" })
			.first()
			.waitFor();
		await page.getByLabel("Search").fill("approve draft");
		await page
			.locator(".found")
			.getByRole("link", { name: /Approve/ })
			.first()
			.click();
		await page.waitForURL(/approve/i);
		expect(errors).toEqual([]);
		await close(page);
	}, 30_000);

	it("sends a request with a key that only this tab keeps", async () => {
		const page = await open("/reference/listTickets");
		await page.getByLabel(/API key/).fill(gateway.key);
		await page.reload();
		await page.getByText("Try it").click();
		await page.getByRole("button", { name: "Send GET" }).click();
		await page.getByText(/^200 req_/).waitFor();
		expect(await page.locator(".answer").textContent()).toContain("tkt_");
		expect(gateway.services.calls.at(-1)!.name).toBe("listTickets");
		const other = await page.context().newPage();
		await other.goto(page.url());
		expect(await other.getByLabel(/API key/).inputValue()).toBe("");
		expect([elsewhere, errors]).toEqual([[], []]);
		await close(page);
	}, 30_000);

	it("shows the language that a reader has chosen, on every page", async () => {
		const page = await open("/guides/quickstart");
		await page.getByRole("button", { name: "Python" }).first().click();
		await page.goto(`${gateway.url}/docs/guides/events`);
		const shown = await page.locator(".examples pre:visible").all();
		expect(shown.length).toBeGreaterThan(1);
		for (const each of shown)
			expect(await each.getAttribute("data-language")).toBe("python");
		await close(page);
	}, 30_000);
});
