import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as ai from "@supportdesk/ai/config.ts";
import * as events from "@supportdesk/events/config.ts";
import * as gateway from "@supportdesk/gateway/config.ts";
import * as knowledge from "@supportdesk/knowledge/config.ts";
import * as mail from "@supportdesk/mail/config.ts";
import { SECRET_SETTINGS } from "@supportdesk/settings/secret-files.ts";
import * as tickets from "@supportdesk/tickets/config.ts";
import { expect, it } from "vitest";
import { configurationTable } from "../src/configuration.ts";
import { withTable } from "../src/readme.ts";
import { type Manifest, OVERLAYS, render } from "./manifests.ts";

it("documents every setting as the apps read it (npm run docs:configuration)", () => {
	const readme = readFileSync(
		join(import.meta.dirname, "../README.md"),
		"utf8",
	);
	expect(readme).toBe(withTable(readme));
	expect(readme).toContain("`INTERNAL_SECRET`");
});

it("accepts every secret as a file, and documents it", () => {
	const names = [gateway, tickets, knowledge, events, mail, ai].flatMap(
		({ Env }) => Object.keys(Env.shape),
	);
	const secrets = names.filter((name) =>
		/SECRET|PASSWORD|API_KEY|DKIM_KEY|^(DATABASE(_DIRECT)?|REDIS|SMTP)_URL$/.test(
			name,
		),
	);
	expect(new Set(secrets)).toEqual(new Set(SECRET_SETTINGS));
	for (const name of SECRET_SETTINGS)
		expect(configurationTable()).toContain(
			`| \`${name}\` or \`${name}_FILE\` |`,
		);
});

it.each(OVERLAYS)(
	"sets only variables in the %s overlay that an app reads",
	(overlay) => {
		const known = new Set(
			[...configurationTable().matchAll(/^\| `(\w+)`/gm)].map(
				([, name]) => name!,
			),
		);
		const set = render(overlay)
			.filter(
				({ kind, metadata }: Manifest) =>
					kind === "ConfigMap" || OURS.has(`${kind}/${metadata.name}`),
			)
			.flatMap(({ data = {} }) => Object.keys(data))
			.filter((name) => !name.endsWith(".sh")); // a file, no setting
		expect(set.filter((name) => !known.has(name))).toEqual([]);
	},
);

it.each(Object.entries({ gateway, tickets, knowledge, events, mail, ai }))(
	"treats an empty setting of %s as unset",
	(_app, { Env, loadConfig }) => {
		const needed = {
			DATABASE_URL: "postgresql://db/supportdesk",
			INTERNAL_SECRET: "s".repeat(32),
			CURSOR_SECRET: "s".repeat(32),
			SECRETS_KEY: "s".repeat(32),
			TICKETS_URL: "tickets:50051",
			KNOWLEDGE_URL: "knowledge:50051",
			AI_URL: "ai:50051",
		};
		const nothing = Object.keys(Env.shape).map((name) => [name, ""]);
		expect(loadConfig({ ...Object.fromEntries(nothing), ...needed })).toEqual(
			loadConfig(needed),
		);
	},
);

const OURS = new Set(
	[
		"gateway",
		"tickets",
		"knowledge",
		"events",
		"mail",
		"ai",
		"migrate",
		"supportdesk-internal",
	].map((name) => `Secret/${name}`),
);
