// Takes the pictures of the console in docs/screenshots, of a new installation's demo: `npm run screenshots`, or those
// of some views: `npm run screenshots -- inbox audit`.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { launchChromium } from "@supportdesk/testkit/chromium.ts";
import type { BrowserContextOptions } from "playwright-core";

const ROOT = join(import.meta.dirname, "../../..");
const OUT = join(ROOT, "docs/screenshots");
const SETTLED_MS = 1_500;

const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

/** What is opened for each picture; `first` opens the list's first entry. */
const VIEWS = [
	{
		name: "inbox",
		// The newest have drafts.
		path: "/inbox/waiting?sort=created_at:desc",
		first: "[data-ticket] button",
	},
	{ name: "contacts", path: "/contacts", first: "section ul a" },
	{ name: "knowledge", path: "/knowledge", first: "section ul a" },
	{ name: "gaps", path: "/gaps" },
	{ name: "figures", path: "/figures" },
	{ name: "settings", path: "/settings/agents" },
	{ name: "account", path: "/settings/account" },
	{ name: "audit", path: "/settings/audit" },
	{ name: "invitation", path: "/accept-invitation#link=some" },
] as const;
const wanted = process.argv.slice(2);

const LOOKS: readonly (readonly [string, BrowserContextOptions])[] = [
	["light", { viewport: WIDE, colorScheme: "light" }],
	["dark", { viewport: WIDE, colorScheme: "dark" }],
	["phone", { viewport: PHONE, colorScheme: "light" }],
];

const data = mkdtempSync(join(tmpdir(), "supportdesk-screenshots-"));
const product = spawn(
	process.execPath,
	[join(ROOT, "apps/standalone/src/main.ts")],
	{
		env: { ...process.env, SUPPORTDESK_DATA: data, PORT: "0" },
		stdio: ["ignore", "pipe", "inherit"],
	},
);
try {
	await takeAll(await findLink());
} finally {
	product.kill("SIGTERM");
	await new Promise((resolve) => product.on("exit", resolve));
	rmSync(data, { recursive: true });
}

/** The address that the product prints to sign in with. */
async function findLink(): Promise<string> {
	for await (const line of createInterface({ input: product.stdout })) {
		const link = /Sign in\s+(\S+)/.exec(line)?.[1];
		if (link) return link;
	}
	throw new Error("The product printed no link to sign in with.");
}

async function takeAll(link: string): Promise<void> {
	mkdirSync(OUT, { recursive: true });
	const browser = await launchChromium();
	const first = await browser.newContext();
	const page = await first.newPage();
	await page.goto(link);
	await page.waitForURL("**/inbox/**");
	const storageState = await first.storageState();
	const { origin } = new URL(link);
	for (const [look, options] of LOOKS) {
		const context = await browser.newContext({ ...options, storageState });
		const page = await context.newPage();
		for (const view of VIEWS) {
			if (wanted.length > 0 && !wanted.includes(view.name)) continue;
			await page.goto(origin + view.path);
			await page.waitForTimeout(SETTLED_MS);
			if ("first" in view) await page.locator(view.first).first().click();
			await page.waitForTimeout(SETTLED_MS);
			await page.screenshot({
				path: join(OUT, `${view.name}-${look}.jpg`),
				type: "jpeg",
				quality: 65,
			});
		}
		await context.close();
	}
	await browser.close();
}
