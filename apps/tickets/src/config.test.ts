import { generateKeyPairSync } from "node:crypto";
import { explainSettings } from "@supportdesk/settings/settings.ts";
import { expect, it, test } from "vitest";
import type { z } from "zod";
import { loadConfig } from "./config.ts";

const SECRET = "s".repeat(32);
const REQUIRED = {
	DATABASE_URL: "postgres://db/desk",
	INTERNAL_SECRET: SECRET,
	CURSOR_SECRET: SECRET,
	AI_URL: "ai:1",
	KNOWLEDGE_URL: "knowledge:1",
};

function explained(env: NodeJS.ProcessEnv): string[] {
	try {
		loadConfig({ ...REQUIRED, ...env });
		return [];
	} catch (err) {
		return explainSettings(err as z.ZodError);
	}
}

function pemOf(modulusLength: number): string {
	const { privateKey } = generateKeyPairSync("rsa", { modulusLength });
	return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}

it("takes a DKIM key with line breaks, or with marks for them", () => {
	const pem = pemOf(2048);
	for (const key of [pem, pem.replaceAll("\n", "\\n")]) {
		const { mail } = loadConfig({
			...REQUIRED,
			MAIL_DKIM_DOMAIN: "desk.example",
			MAIL_DKIM_SELECTOR: "sd1",
			MAIL_DKIM_KEY: key,
		});
		expect(mail.dkim?.privateKey).toBe(pem);
	}
});

test.each([
	[
		{ MAIL_DKIM_DOMAIN: "desk.example" },
		"MAIL_DKIM_KEY: MAIL_DKIM_DOMAIN, MAIL_DKIM_SELECTOR and MAIL_DKIM_KEY belong together",
	],
	[
		{
			MAIL_DKIM_DOMAIN: "desk.example",
			MAIL_DKIM_SELECTOR: "sd1",
			MAIL_DKIM_KEY: pemOf(512),
		},
		"MAIL_DKIM_KEY: Expected an RSA private key of at least 1024 bits, as PEM",
	],
	[
		{
			MAIL_DKIM_DOMAIN: "desk.example\r\nx",
			MAIL_DKIM_SELECTOR: "sd1",
			MAIL_DKIM_KEY: pemOf(1024),
		},
		"MAIL_DKIM_DOMAIN: Expected a name such as acme.example",
	],
	[
		{ MAIL_PLUS_ADDRESSES: "true" },
		"SECRETS_KEY: Set it where MAIL_PLUS_ADDRESSES is on: it signs the addresses for replies",
	],
])("does not start with %j", (env, line) => {
	expect(explained(env)).toEqual([line]);
});
