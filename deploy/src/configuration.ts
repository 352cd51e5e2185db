import { Env as ai } from "@supportdesk/ai/config.ts";
import { Env as gateway } from "@supportdesk/gateway/config.ts";
import { Env as knowledge } from "@supportdesk/knowledge/config.ts";
import { SECRET_SETTINGS } from "@supportdesk/settings/secret-files.ts";
import { Env as tickets } from "@supportdesk/tickets/config.ts";
import { z } from "zod";

const APPS = { gateway, tickets, knowledge, ai } as const;

/** What every setting is for. Several apps share most of them, so they are told once. */
const MEANING: Readonly<Record<string, string>> = {
	PORT: "Port of the API (gateway) or of gRPC (the services).",
	HOST: "Address to listen on.",
	LOG_LEVEL: "`trace`, `debug`, `info`, `warn`, `error` or `silent`.",
	DATABASE_URL: "PostgreSQL: a login that may take the app's role.",
	DATABASE_POOL_MAX:
		"Connections at the most that requests of a process share; its jobs take `JOBS_AT_A_TIME` + 2 of their own, its mails `MAILS_AT_A_TIME` + 2, a gateway's news of keys one.",
	INTERNAL_SECRET:
		"Signs what the gateway and the services say to each other: the same for all of them.",
	CURSOR_SECRET: "Signs the cursors of lists: the same for all replicas.",
	METRICS_PORT: "Port of `/metrics`, which nothing outside needs to reach.",
	METRICS_HOST: "Address of `/metrics`.",
	TICKETS_URL: "The tickets service, as gRPC names it: `dns:///tickets:50051`.",
	KNOWLEDGE_URL: "The knowledge service.",
	AI_URL: "The AI service.",
	REDIS_URL:
		"Redis 7 or Valkey, the same for all gateways; without it each process counts the limits by itself.",
	GATEWAY_REPLICAS: "How many gateways share the limits while Redis is away.",
	TRUSTED_PROXY_HOPS:
		"Proxies in front of the gateway whose `X-Forwarded-For` is believed.",
	DRAIN_DELAY_MS:
		"How long a gateway that was told to stop serves on, for load balancers to notice.",
	PLANS:
		"Plans as JSON, added to the published ones or in their place; the command line reads it, too.",
	OTEL_EXPORTER_OTLP_ENDPOINT: "Where traces go.",
	JOBS_AT_A_TIME:
		"Jobs that a process works on at a time; 0: it only answers, and others work on the jobs.",
	MAILS_AT_A_TIME:
		"Mails that a process with jobs sends at a time, beside its other jobs.",
	ARCHIVE_AFTER_DAYS:
		"Resolved tickets that nobody has touched for so long are archived.",
	SMTP_URL:
		"Mail server (`smtp://`, `smtps://`); without it mails are written to the outbox folder.",
	MAIL_FROM: "Sender of the mails.",
	OUTBOX_DIR: "Folder of the mails when there is no mail server.",
	MEILI_URL: "Meilisearch; without it the embedded engine searches.",
	MEILI_API_KEY:
		"Key for Meilisearch, which must allow search, documents.*, indexes.*, settings.* and tasks.get; with version, start-up compares the server's version with the tested one.",
	MEILI_INDEX:
		"Name of the index on Meilisearch; one for each installation that shares the server",
	SUPPORTDESK_MODELS: "Folder of the sentence encoder.",
	SUPPORTDESK_MODELS_FETCH:
		"Whether the encoder may be downloaded when it is not there; without it a smaller one works.",
	ENCODER_THREADS: "Threads of the encoder.",
	LLM_BASE_URL:
		"A language model with OpenAI's interface, which writes the drafts; without it they are extracts of articles.",
	LLM_MODEL: "Name of that model.",
	LLM_API_KEY: "Key for it.",
	LLM_TIMEOUT_MS: "How long it may take.",
};

/** Every setting of every app as a Markdown table. @throws Error for one whose meaning is not written. */
export function configurationTable(): string {
	const rows = new Map<string, { apps: string[]; value: Set<string> }>();
	for (const [app, schema] of Object.entries(APPS)) {
		const { properties = {}, required = [] } = z.toJSONSchema(schema, {
			io: "output",
			unrepresentable: "any",
		});
		for (const [name, property] of Object.entries(properties)) {
			if (!MEANING[name]) throw new Error(`${name} is not explained.`);
			const row = rows.get(name) ?? { apps: [], value: new Set() };
			row.apps.push(app);
			row.value.add(describeValue(property, required.includes(name)));
			rows.set(name, row);
		}
	}
	const lines = [...rows].map(
		([name, { apps, value }]) =>
			`| ${variablesOf(name)} | ${apps.join(", ")} | ${[...value].join(" / ")} | ${MEANING[name]} |`,
	);
	return ["| variable | apps | default | meaning |", "|---|---|---|---|"]
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
