import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import {
	chromiumMissing,
	launchChromium,
} from "@supportdesk/testkit/chromium.ts";
import type { BrowserContext, Page } from "playwright-core";
import { expect } from "vitest";
import { ensureConsole } from "../../../../scripts/install/ensure-console.mjs";
import {
	startProduct,
	type TestProduct,
	type TestWorkspace,
} from "../product.ts";

/** The console is built first if its sources have changed. */
export const START_MS = 120_000;
const AXE = readFileSync(
	createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
	"utf8",
);

const LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

interface AxeResults {
	readonly violations: readonly {
		readonly id: string;
		readonly nodes: readonly { html: string; failureSummary: string }[];
	}[];
}

export const browserIsMissing = chromiumMissing() !== undefined;

export interface OpenOptions {
	/** Whose session: 0 is the workspace's first agent. */
	readonly agent?: number;
	readonly role?: "admin" | "agent";
	readonly width?: number;
	readonly height?: number;
	readonly language?: string;
	readonly colors?: "light" | "dark";
	/** Signs in, where other pages share a session: this one is going to sign out. */
	readonly isFresh?: boolean;
	readonly isSignedOut?: boolean;
}

type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** One product and one browser for the tests of a file. */
export interface ConsoleTest {
	readonly product: TestProduct;
	readonly workspace: TestWorkspace;
	/** Opens the console in a profile of its own, signed in. */
	open(path: string, options?: OpenOptions): Promise<Page>;
	/** Signs an agent in on a page, which is at the inbox then. */
	signIn(page: Page, agent?: number, role?: "admin" | "agent"): Promise<void>;
	/** No page had an error, or loaded something from elsewhere. Errors that a test provokes are named. */
	expectClean(...provoked: RegExp[]): void;
	stop(): Promise<void>;
}

export async function startConsole(
	env: NodeJS.ProcessEnv = {},
	now?: () => number,
): Promise<ConsoleTest> {
	expect(ensureConsole(join(import.meta.dirname, "../../../.."))).toBe(true);
	const product = await startProduct({ transport: "process", env, now });
	const workspace = await product.createWorkspace();
	const browser = await launchChromium();
	const problems: string[] = [];

	const signIn = async (page: Page, agent = 0, role?: "admin" | "agent") => {
		const { id } = workspace.agents[agent]!;
		await page.goto(await product.createSignInLink(workspace.id, id, role));
		await page.waitForURL("**/inbox/**");
	};
	const sessions = new Map<string, StorageState>();
	return {
		product,
		workspace,
		signIn,
		async open(path, options = {}) {
			const { agent = 0, role, width = 1280, height = 800 } = options;
			const known = sessions.get(`${agent} ${role}`);
			const context = await browser.newContext({
				viewport: { width, height },
				locale: options.language ?? "en-GB",
				colorScheme: options.colors ?? "light",
				storageState: options.isFresh ? undefined : known,
			});
			const page = await context.newPage();
			watch(page, product.url, problems);
			if (options.isSignedOut) await context.clearCookies();
			else if (!known || options.isFresh) {
				await signIn(page, agent, role);
				if (!options.isFresh)
					sessions.set(`${agent} ${role}`, await context.storageState());
			}
			await page.goto(product.url + path);
			return page;
		},
		expectClean(...provoked) {
			const found = problems.filter(
				(problem) => !provoked.some((pattern) => pattern.test(problem)),
			);
			problems.length = 0;
			expect(found).toEqual([]);
		},
		async stop() {
			await browser.close();
			await product.stop();
		},
	};
}

function watch(page: Page, url: string, problems: string[]): void {
	page.on("request", (request) => {
		const to = request.url();
		if (!to.startsWith(url) && !/^(data|blob):/.test(to))
			problems.push(`request to ${to}`);
	});
	page.on("console", (message) => {
		if (message.type() === "error") problems.push(message.text());
	});
	page.on("pageerror", (error) => problems.push(error.message));
}

/** Lists come with as many entries a page, as if there were very many of them. */
export async function limitPages(page: Page, limit: number): Promise<void> {
	await page.route(/[?&]limit=\d+/, (route) =>
		route.continue({
			url: route
				.request()
				.url()
				.replace(/limit=\d+/, `limit=${limit}`),
		}),
	);
}

/** WCAG 2.2 AA, as far as a program can tell. */
export async function expectAccessible(page: Page): Promise<void> {
	// Colours that are still changing have another contrast.
	await page.evaluate(
		"Promise.allSettled(document.getAnimations().map((each) => each.finished))",
	);
	await page.evaluate(AXE);
	const { violations } = (await page.evaluate(
		`axe.run(document, { runOnly: ${JSON.stringify(LEVELS)} })`,
	)) as AxeResults;
	expect(
		violations.map(({ id, nodes }) => [
			id,
			...nodes.map(({ html, failureSummary }) => `${html}: ${failureSummary}`),
		]),
	).toEqual([]);
}

/** Sends what was just typed, by keyboard. A page that has not read yet what was kept in the browser sends nothing. */
export async function pressSend(page: Page): Promise<void> {
	const button = page
		.getByRole("region", { name: "Answer", exact: true })
		.getByRole("button", { name: /^(Send|Add note)$/ });
	await expect.poll(() => button.isEnabled()).toBe(true);
	await page.keyboard.press("Control+Enter");
}

/** A customer's ticket. Returns its id. */
export async function createTicket(
	{ workspace }: Pick<ConsoleTest, "workspace">,
	fields: {
		readonly subject: string;
		readonly body?: string;
		readonly name?: string;
		readonly [field: string]: unknown;
	},
): Promise<string> {
	const { name = "Mia Berg", body = "Can you help?", ...rest } = fields;
	const email = `${name.toLowerCase().replace(/\W+/g, ".")}@customer.example`;
	const { body: ticket } = await workspace.api.post("/v1/tickets", {
		...rest,
		body,
		contact: { email, name },
	});
	return ticket.id;
}
