import { join, resolve } from "node:path";
import { LOG_LEVELS } from "@supportdesk/logger/logger.ts";
import { z } from "zod";

const Env = z.object({
	PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
	HOST: z.string().min(1).default("127.0.0.1"),
	// 0 takes a free one: several installations can share a machine.
	METRICS_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
	METRICS_HOST: z.string().min(1).default("127.0.0.1"),
	SUPPORTDESK_DATA: z.string().min(1).optional(),
	DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
	SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
	LOG_LEVEL: z.enum(LOG_LEVELS).default("info"),
	OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
});

const ROOT = resolve(import.meta.dirname, "../../..");

export type Config = ReturnType<typeof loadConfig>;

/**
 * Reads the settings of the one-machine installation. What only one of its parts knows is read by that part.
 *
 * @throws z.ZodError for a setting that cannot be
 */
export function loadConfig(env: NodeJS.ProcessEnv) {
	const e = Env.parse(env);
	return {
		port: e.PORT,
		host: e.HOST,
		metrics: { port: e.METRICS_PORT, host: e.METRICS_HOST },
		dataDir: resolve(e.SUPPORTDESK_DATA ?? join(ROOT, ".data")),
		databaseUrl: e.DATABASE_URL,
		smtpUrl: e.SMTP_URL,
		logLevel: e.LOG_LEVEL,
		tracesUrl: e.OTEL_EXPORTER_OTLP_ENDPOINT,
		/** Settings of the parts where one machine differs from a cluster; the environment's own come first. */
		parts: {
			// Nobody balances load in front of one machine.
			DRAIN_DELAY_MS: "0",
			SUPPORTDESK_MODELS: join(ROOT, ".cache/models"),
			...env,
			PORT: String(e.PORT),
			HOST: e.HOST,
		},
	} as const;
}
