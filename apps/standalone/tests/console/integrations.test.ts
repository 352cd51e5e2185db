import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
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
	desk = await startConsole({ WEBHOOK_ALLOW: "127.0.0.0/8" });
}, START_MS);
afterAll(() => desk?.stop());
afterEach(() => desk?.expectClean());

describe.skipIf(browserIsMissing)("the settings for programs", () => {
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

	it("change a webhook, keep the types that they do not offer, and renew its secret", async () => {
		const { api } = desk.workspace;
		const types = ["ticket.created", "gap.*"];
		const url = "http://127.0.0.1:9/before";
		const { body: made } = await api.post("/v1/webhooks", {
			url,
			types,
			description: "For the shop",
		});
		const page = await desk.open("/settings/webhooks");
		await page.getByRole("button", { name: `Edit ${url}` }).click();
		const dialog = page.getByRole("dialog", { name: "Change webhook" });
		await expectAccessible(page);
		await dialog.getByLabel("Address").fill("http://127.0.0.1:9/after");
		await dialog.getByLabel("Description").fill("");
		await dialog.getByRole("checkbox", { name: "gap.*" }).uncheck();
		await dialog.getByRole("checkbox", { name: "mail.*" }).check();
		await dialog.getByRole("button", { name: "Save" }).click();
		await dialog.waitFor({ state: "detached" });
		const { body: changed } = await api.get(`/v1/webhooks/${made.id}`);
		expect(changed).toMatchObject({
			url: "http://127.0.0.1:9/after",
			description: "",
		});
		expect(changed.types.toSorted()).toEqual(["mail.*", "ticket.created"]);

		const webhook = page.getByRole("listitem").filter({ hasText: "/after" });
		await webhook.getByRole("button", { name: "Deliveries" }).click();
		await page.getByRole("button", { name: "New secret" }).click();
		const secret = await page
			.getByRole("textbox", { name: "Signing secret" })
			.inputValue();
		expect(secret).toMatch(/^whsec_/);
		expect(secret).not.toBe(made.secret);
		await page.context().close();
	});
});
