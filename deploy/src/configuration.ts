import { Env as ai } from "@supportdesk/ai/config.ts";
import { Env as events } from "@supportdesk/events/config.ts";
import { Env as gateway } from "@supportdesk/gateway/config.ts";
import { Env as knowledge } from "@supportdesk/knowledge/config.ts";
import { Env as mail } from "@supportdesk/mail/config.ts";
import { SECRET_SETTINGS } from "@supportdesk/settings/secret-files.ts";
import { Env as tickets } from "@supportdesk/tickets/config.ts";
import { z } from "zod";

const APPS = { gateway, tickets, knowledge, events, mail, ai } as const;

/** The purpose of every setting. Several apps share most of them, so each is described once. */
const PURPOSE: Readonly<Record<string, string>> = {
	PORT: "Port of the API (gateway) or of gRPC (the services).",
	HOST: "Address to listen on.",
	LOG_LEVEL: "`trace`, `debug`, `info`, `warn`, `error` or `silent`.",
	DATABASE_URL: "PostgreSQL: a login that may take the app's role.",
	DATABASE_DIRECT_URL:
		'PostgreSQL itself, with the same login, where `DATABASE_URL` leads to a pooler in transaction mode; see "Behind a pooler".',
	DATABASE_PREPARE:
		"`false` behind a pooler that does not keep prepared statements (PgBouncer before 1.21).",
	DATABASE_POOL_MAX:
		"Maximum of connections that requests of a process share; its jobs take `JOBS_AT_A_TIME` + 2 more, its mails `MAILS_AT_A_TIME` + 2, a gateway's notifications of key changes one.",
	INTERNAL_SECRET:
		"Signs the calls between the gateway and the services: the same for all of them.",
	CURSOR_SECRET: "Signs the cursors of lists: the same for all replicas.",
	METRICS_PORT: "Port of `/metrics`, which only the monitoring needs to reach.",
	METRICS_HOST: "Address of `/metrics`.",
	TICKETS_URL:
		"The tickets service, as a gRPC target name: `dns:///tickets:50051`.",
	KNOWLEDGE_URL: "The knowledge service.",
	AI_URL: "The AI service.",
	EVENTS_URL:
		"The events service; without it events and webhooks are unavailable.",
	IMAP_ALLOW:
		"Networks that the IMAP accounts of mailboxes may be in although they are not public, comma-separated: `10.1.0.0/16`. Who creates mailboxes could otherwise look into the networks of the operator.",
	IMAP_UNVERIFIED_HOSTS:
		"Names of IMAP servers whose certificates need not verify, comma-separated.",
	IMAP_ACCOUNTS_MAX:
		"IMAP accounts that a process reads at most; another one reads the rest. 0: none.",
	MAIL_URL: "The mail service; without it no mail can be uploaded.",
	MAIL_LISTEN:
		"Address of the SMTP listener, `0.0.0.0:25`, or several, separated by commas, of which the first that is free is taken; without it no mail comes in by SMTP. `npm start` listens on `127.0.0.1:2525` or a free port.",
	MAIL_TLS_KEY: "File of the key of the SMTP listener's certificate, in PEM.",
	MAIL_TLS_CERT:
		"File of that certificate and those that lead to its issuer, in PEM; STARTTLS is offered where both files are given.",
	MAIL_DNS_SERVERS:
		"DNS servers for SPF, DKIM and DMARC as IP addresses, separated by commas; the machine's own when there are none.",
	EVENTS_KEEP_DAYS: "How long events and deliveries are kept.",
	SECRETS_KEY:
		"What the secrets of webhooks are derived from, what the accounts of mailboxes are encrypted with, what signs the addresses for replies, and what second factors of agents are encrypted with: the same for all replicas, and kept.",
	WEBHOOK_ALLOW:
		"Networks that webhooks may lead to although they are not public, separated by commas: `10.1.0.0/16,fd00::/8`.",
	REDIS_URL:
		"Redis 7 or Valkey, the same for all gateways; without it each process counts the limits by itself.",
	GATEWAY_REPLICAS:
		"How many gateways share the limits while Redis is unavailable.",
	CONSOLE_DIR:
		"The folder of the built console. The image has it, and `npm start` builds it.",
	TRUSTED_PROXY_HOPS:
		"Number of trusted proxies in front of the gateway that set `X-Forwarded-For`.",
	DRAIN_DELAY_MS:
		"How long a stopping gateway continues to serve, so that load balancers can remove it. `npm start` has 0.",
	PLANS:
		"Plans as JSON, which extend or replace the published ones; the command line reads it, too.",
	PUBLIC_URL:
		"The address at which browsers reach the console, for the links in mails to agents and for the way back from the OpenID Connect provider: `https://desk.acme.example`; that of the listener if not given.",
	OIDC_ISSUER:
		"Issuer of the OpenID Connect provider at which agents sign in, too: `https://login.acme.example/realms/acme`; see the guide on self-hosting. https, unless it is on the loopback.",
	OIDC_CLIENT_ID: "The installation's id at the provider.",
	OIDC_CLIENT_SECRET:
		"Its secret there; none for a public client, which PKCE alone protects.",
	OIDC_SCOPES:
		"What the installation requests of the provider, separated by spaces: `openid`, and what contains the address.",
	OIDC_NAME: "Name of the provider on the console's button.",
	OIDC_WORKSPACE:
		"The only workspace whose agents the provider signs in; all, if not given. Necessary where the installation serves several companies, and the provider belongs to one of them.",
	OIDC_RETURN_AFTER_SIGN_OUT:
		"`true` once `<PUBLIC_URL>/sign-in` is registered at the provider as an address after sign-out: it leads back there. Without it the provider shows its own page.",
	SESSION_PLAN:
		"The plan whose limits each session of the console has, and whose the keys are that admins create in it.",
	SESSION_IDLE_HOURS: "A session that is not used for so long ends.",
	SESSION_DAYS: "No session lasts longer.",
	AUDIT_KEEP_DAYS:
		"How long audit events are kept, with the addresses of who signed in.",
	ARGON2_MEMORY_KIB:
		"Memory of one argon2id hash of a password; hashes made with other costs are replaced at the next sign-in.",
	ARGON2_PASSES: "Passes of one argon2id hash.",
	OTEL_EXPORTER_OTLP_ENDPOINT: "The OpenTelemetry collector for traces.",
	JOBS_AT_A_TIME:
		"Concurrent jobs of a process; 0: it only serves requests, and other processes run the jobs.",
	MAILS_AT_A_TIME:
		"Mails that a process with jobs sends concurrently, in addition to its other jobs.",
	ARCHIVE_AFTER_DAYS:
		"Resolved tickets without a change for this long are archived.",
	SMTP_URL:
		"Mail server (`smtp://`, `smtps://`); without it mails are written to the outbox folder.",
	MAIL_FROM:
		"Sender of the mails of tickets that did not come in at a mailbox, and of notices.",
	MAIL_PLUS_ADDRESSES:
		"`true` where mail to `local+anything@domain` arrives where mail to `local@domain` does: replies to a mail are sent to an address of its ticket. `npm start` has `true`.",
	MAIL_DKIM_DOMAIN: "Domain that signs the mails (DKIM), with the other two.",
	MAIL_DKIM_SELECTOR:
		"Name of the key in the DNS: `SELECTOR._domainkey.DOMAIN`.",
	MAIL_DKIM_KEY: "The RSA private key, as PEM.",
	OUTBOX_DIR: "Folder of the mails when there is no mail server.",
	MEILI_URL: "Meilisearch; without it the embedded engine searches.",
	MEILI_API_KEY:
		"Key for Meilisearch, which must allow search, documents.*, indexes.*, settings.* and tasks.get; with version, start-up compares the server's version with the tested one.",
	MEILI_INDEX:
		"Name of the index on Meilisearch; one for each installation that shares the server",
	SUPPORTDESK_MODELS:
		"Folder of the sentence encoders: one for English, and one for all other languages.",
	SUPPORTDESK_MODELS_FETCH:
		"Whether missing encoders may be downloaded; without them a smaller one is used. The one for other languages is opened with the first text that is not in English, and then takes 130 MB.",
	ENCODER_THREADS: "Threads of each encoder.",
	LLM_BASE_URL:
		"A language model with OpenAI's API, which writes the drafts; without it drafts are extracts of articles.",
	LLM_MODEL: "Name of that model.",
	LLM_API_KEY: "API key of that model.",
	LLM_TIMEOUT_MS: "Timeout of a call to the model.",
};

/** Every setting of every app as a Markdown table. @throws Error for a setting without a description. */
export function configurationTable(): string {
	const rows = new Map<string, { apps: string[]; value: Set<string> }>();
	for (const [app, schema] of Object.entries(APPS)) {
		const { properties = {}, required = [] } = z.toJSONSchema(schema, {
			io: "output",
			unrepresentable: "any",
		});
		for (const [name, property] of Object.entries(properties)) {
			if (!PURPOSE[name]) throw new Error(`${name} is not explained.`);
			const row = rows.get(name) ?? { apps: [], value: new Set() };
			row.apps.push(app);
			row.value.add(describeValue(property, required.includes(name)));
			rows.set(name, row);
		}
	}
	const lines = [...rows].map(
		([name, { apps, value }]) =>
			`| ${variablesOf(name)} | ${apps.join(", ")} | ${[...value].join(" / ")} | ${PURPOSE[name]} |`,
	);
	return ["| variable | apps | default | purpose |", "|---|---|---|---|"]
		.concat(lines)
		.join("\n");
}

function variablesOf(name: string): string {
	return SECRET_SETTINGS.includes(name)
		? `\`${name}\` or \`${name}_FILE\``
		: `\`${name}\``;
}

function describeValue(property: unknown, required: boolean): string {
	const { default: value, minLength } = property as {
		default?: unknown;
		minLength?: number;
	};
	if (value !== undefined) return `\`${value}\``;
	if (!required) return "none";
	return minLength ? `**required**, ≥ ${minLength} characters` : "**required**";
}
