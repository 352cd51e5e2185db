import { LOG_LEVELS } from "@supportdesk/logger/logger.ts";
import {
	databaseUrl,
	grpcTarget,
	port,
	url,
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
	DATABASE_URL: databaseUrl,
	DATABASE_POOL_MAX: wholeNumber(1).default(16),
	INTERNAL_SECRET: z.string().min(32),
	CURSOR_SECRET: z.string().min(32),
	// Without it mailboxes have no IMAP accounts, and mails carry no reply tokens.
	SECRETS_KEY: z.string().min(32).optional(),
	AI_URL: grpcTarget,
	KNOWLEDGE_URL: grpcTarget,
	// 0: this process only answers, and others work on the jobs.
	JOBS_AT_A_TIME: wholeNumber(0).default(4),
	// Beside those jobs: no mail waits for a draft.
	MAILS_AT_A_TIME: wholeNumber(1).default(4),
	ARCHIVE_AFTER_DAYS: wholeNumber(1).default(90),
	SMTP_URL: url("smtp", "smtps").optional(),
	MAIL_FROM: z
		.string()
		.regex(
			/^[^@\s]+@[^@\s]+$/,
			"Expected an address such as support@acme.example",
		)
		.default("support@localhost"),
	OUTBOX_DIR: z.string().default("outbox"),
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
		secretsKey: e.SECRETS_KEY,
		aiUrl: e.AI_URL,
		knowledgeUrl: e.KNOWLEDGE_URL,
		jobsAtATime: e.JOBS_AT_A_TIME,
		mailsAtATime: e.MAILS_AT_A_TIME,
		archiveAfterDays: e.ARCHIVE_AFTER_DAYS,
		db: {
			url: e.DATABASE_URL,
			role: "supportdesk_tickets",
			schema: "tickets",
			sizeMax: e.DATABASE_POOL_MAX,
		},
		mail: {
			smtpUrl: e.SMTP_URL,
			from: e.MAIL_FROM,
			outboxDir: e.OUTBOX_DIR,
		},
	} as const;
}
