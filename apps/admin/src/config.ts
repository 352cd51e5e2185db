import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import {
	databaseUrl,
	dnsServers,
	webUrl,
} from "@supportdesk/settings/kinds.ts";
import { explainSettings, given } from "@supportdesk/settings/settings.ts";
import { z } from "zod";
import { AdminError } from "./admin-error.ts";
import { PLAN_NAMES } from "./domain/plan.ts";

/** Where `npm start` keeps its data, independent of the current folder. */
const DATA = resolve(import.meta.dirname, "../../../.data");

const Env = z.object({
	DATABASE_URL: databaseUrl.optional(),
	SUPPORTDESK_DATA: z.string().optional(),
	PLANS: z.string().optional(),
	PUBLIC_URL: webUrl.optional(),
	MAIL_DNS_SERVERS: dnsServers.default([]),
	MAIL_DKIM_DOMAIN: z.string().optional(),
	MAIL_DKIM_SELECTOR: z.string().optional(),
	MAIL_DKIM_KEY: z.string().optional(),
});

export type MailSettings = ReturnType<typeof loadMailSettings>;

/** @throws AdminError when a setting is invalid. */
export function loadMailSettings(env: NodeJS.ProcessEnv) {
	const e = parse(env);
	return {
		/** Empty: those of this machine. */
		dnsServers: e.MAIL_DNS_SERVERS,
		dkim: {
			domain: e.MAIL_DKIM_DOMAIN,
			selector: e.MAIL_DKIM_SELECTOR,
			privateKey: e.MAIL_DKIM_KEY?.replaceAll("\\n", "\n"),
		},
	} as const;
}

/** The file that a running one-machine installation writes for programs on the same machine. */
const Standalone = z.object({
	database_url: z.url(),
	// Earlier versions do not write it.
	console_url: z.url().optional(),
});

/** Where the gateway listens when nothing else is set. */
const CONSOLE_URL_DEFAULT = "http://127.0.0.1:8080";

/**
 * The database to use: `DATABASE_URL`, or else the database of the installation that runs on this machine.
 *
 * @throws AdminError when there is neither, or a setting is invalid.
 */
export function loadConfig(env: NodeJS.ProcessEnv) {
	const { SUPPORTDESK_DATA = DATA, PLANS = "{}", ...e } = parse(env);
	const running =
		e.DATABASE_URL === undefined ? readRunning(SUPPORTDESK_DATA) : undefined;
	return {
		databaseUrl: e.DATABASE_URL ?? running!.database_url,
		/** Where browsers reach the console, unless a command says otherwise. */
		consoleUrl: e.PUBLIC_URL ?? running?.console_url ?? CONSOLE_URL_DEFAULT,
		planNames: [...new Set([...PLAN_NAMES, ...ownPlans(PLANS)])],
	};
}

function parse(env: NodeJS.ProcessEnv): z.infer<typeof Env> {
	try {
		return Env.parse(given(env));
	} catch (err) {
		if (!(err instanceof z.ZodError)) throw err;
		throw new AdminError(explainSettings(err).join("; "));
	}
}

/** The names of the plans that the gateway's setting adds to the published ones. */
function ownPlans(json: string): string[] {
	try {
		return Object.keys(
			z.record(z.string(), z.unknown()).parse(JSON.parse(json)),
		);
	} catch (cause) {
		throw new AdminError("PLANS is not a JSON object of plans.", { cause });
	}
}

function readRunning(dataDir: string): z.infer<typeof Standalone> {
	const file = join(resolve(dataDir), "standalone.json");
	let text: string;
	try {
		text = readFileSync(file, "utf8");
	} catch (cause) {
		throw new AdminError(
			`There is no running Support Desk in ${resolve(dataDir)}: start it with \`npm start\`, or set SUPPORTDESK_DATA or DATABASE_URL.`,
			{ cause },
		);
	}
	try {
		return Standalone.parse(JSON.parse(text));
	} catch (cause) {
		throw new AdminError(
			`${file} is damaged: restart Support Desk, which writes it again.`,
			{ cause },
		);
	}
}
