import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { chromium } from "playwright-core";
import { expect, it, onTestFinished } from "vitest";
import { createAccount, PASSWORD } from "./accounts.ts";
import { startGateway } from "./gateway.ts";

const CHROMIUM = "/usr/bin/chromium";
const missing = !existsSync(CHROMIUM);
if (missing)
	console.warn(
		`\n*** SKIPPED: no ${CHROMIUM}: no browser signs in over http. Run apt-get install chromium. ***\n`,
	);

const PATH = "/v1/tickets/tkt_01kadszz00e2xv0f1b2c3d4e5f";

it.skipIf(missing).each(["127.0.0.1", "localhost"])(
	"keeps a session of http://%s in a browser, out of the reach of scripts and other origins",
	{ timeout: 60_000 },
	async (host) => {
		const gateway = await startGateway({ overrides: { accounts: undefined } });
		onTestFinished(() => gateway.stop());
		const { email } = await createAccount(gateway.database);
		const browser = await chromium.launch({
			executablePath: CHROMIUM,
			args: ["--no-sandbox"],
		});
		onTestFinished(() => browser.close());
		const page = await browser.newPage();
		await page.goto(`http://${host}:${gateway.port}/healthz`);
		const seen = await page.evaluate(
			async ({ body, path }) => {
				const call = async (method: string, url: string, init = {}) => {
					const response = await fetch(url, { method, ...init });
					const json = (await response.json()) as { csrf_token: string };
					return { status: response.status, json };
				};
				const signedIn = await call("POST", "/auth/sign-in", {
					headers: { "Content-Type": "application/json" },
					body,
				});
				const headers = { "X-CSRF-Token": signedIn.json.csrf_token };
				return {
					signedIn: signedIn.status,
					read: (await call("GET", path)).status,
					changed: (await call("DELETE", path, { headers })).status,
					forged: (await call("DELETE", path)).status,
					// @ts-expect-error: runs in the page.
					cookie: document.cookie as string,
				};
			},
			{ body: JSON.stringify({ email, password: PASSWORD }), path: PATH },
		);
		expect(seen).toEqual({
			...{ signedIn: 200, read: 200, changed: 200, forged: 403 },
			cookie: "",
		});
		// A page of another origin on the same host: the cookie comes along, as cookies do not know ports.
		const other = createServer((_req, res) => {
			res.setHeader("Content-Type", "text/html");
			res.end("<p>Another page</p>");
		}).listen(0, "127.0.0.1");
		await once(other, "listening");
		onTestFinished(() => void other.close());
		const { port } = other.address() as AddressInfo;
		await page.goto(`http://${host}:${port}/`);
		await page.evaluate((url) => {
			const init = { method: "POST", credentials: "include" } as const;
			// Its response is not for this page.
			return fetch(url, { ...init, mode: "no-cors", body: "{}" }).then(
				() => {},
				() => {},
			);
		}, `http://${host}:${gateway.port}/auth/sign-out`);
		await page.goto(`http://${host}:${gateway.port}/auth/session`);
		expect(await page.locator("body").textContent()).toContain("csrf_token");
	},
);
