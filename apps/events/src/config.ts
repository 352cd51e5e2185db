import { LOG_LEVELS } from "@supportdesk/logger/logger.ts";
import {
	databaseAddress,
	databaseSettings,
} from "@supportdesk/settings/database.ts";
import {
	days,
	grpcTarget,
	networks,
	port,
	webUrl,
	wholeNumber,
} from "@supportdesk/settings/kinds.ts";
import { given } from "@supportdesk/settings/settings.ts";
import { z } from "zod";

/** The settings, as the environment gives them. */
export const Env = z.object({
	PORT: port.default(50051),
	HOST: z.string().default("0.0.0.0"),
	METRICS_PORT: port.default(9464),
	METRICS_HOST: z.string().default("0.0.0.0"),
	LOG_LEVEL: z.enum(LOG_LEVELS).default("info"),
	...databaseSettings,
	DATABASE_POOL_MAX: wholeNumber(1).default(10),
	INTERNAL_SECRET: z.string().min(32),
	CURSOR_SECRET: z.string().min(32),
	TICKETS_URL: grpcTarget,
	KNOWLEDGE_URL: grpcTarget,
	EVENTS_KEEP_DAYS: days(1).default(90),
	SECRETS_KEY: z.string().min(32),
	// Networks in CIDR notation, separated by commas, that webhooks may lead to although they are not public.
	WEBHOOK_ALLOW: networks.default([]),
	OTEL_EXPORTER_OTLP_ENDPOINT: webUrl.optional(),
});

export type Config = ReturnType<typeof loadConfig>;

/** Reads the service's settings; a bad one stops the process before it listens. */
export function loadConfig(env: NodeJS.ProcessEnv) {
	const e = Env.parse(given(env));
	return {
		port: e.PORT,
		host: e.HOST,
		metrics: { port: e.METRICS_PORT, host: e.METRICS_HOST },
		logLevel: e.LOG_LEVEL,
		tracesUrl: e.OTEL_EXPORTER_OTLP_ENDPOINT,
		internalSecret: e.INTERNAL_SECRET,
		cursorSecret: e.CURSOR_SECRET,
		ticketsUrl: e.TICKETS_URL,
		knowledgeUrl: e.KNOWLEDGE_URL,
		keepDays: e.EVENTS_KEEP_DAYS,
		secretsKey: e.SECRETS_KEY,
		webhookAllow: e.WEBHOOK_ALLOW,
		db: {
			...databaseAddress(e),
			role: "supportdesk_events",
			schema: "events",
			sizeMax: e.DATABASE_POOL_MAX,
		},
	} as const;
}
