import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, chromium } from "playwright-core";

const CHROMIUM = "/usr/bin/chromium";

/** Returns why tests in a browser cannot run here, or undefined. REQUIRE_CHROMIUM=1, as CI sets it, makes it a failure. */
export function chromiumMissing(
	env: NodeJS.ProcessEnv = process.env,
): string | undefined {
	if (existsSync(CHROMIUM)) return undefined;
	const reason = `SKIPPED: no ${CHROMIUM}: nothing is opened in a browser. Install chromium to run the tests in one.`;
	if (env.REQUIRE_CHROMIUM === "1") throw new Error(reason);
	console.warn(`\n*** ${reason} ***\n`);
	return reason;
}

// Its sandbox does not work as root.
const OPTIONS = { executablePath: CHROMIUM, args: ["--no-sandbox"] };

/** Starts the system's Chromium. */
export function launchChromium(): Promise<Browser> {
	return chromium.launch(OPTIONS);
}

/** Starts a Chromium that finds in a folder what an earlier one has stored there. */
export function launchChromiumIn(folder: string): Promise<BrowserContext> {
	return chromium.launchPersistentContext(folder, OPTIONS);
}
