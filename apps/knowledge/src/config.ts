import { LOG_LEVELS } from "@supportdesk/logger/logger.ts";
import {
	databaseAddress,
	databaseSettings,
} from "@supportdesk/settings/database.ts";
import {
	grpcTarget,
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
	AI_URL: grpcTarget,
	// 0: this process only serves calls, and others work on the jobs.
	JOBS_AT_A_TIME: wholeNumber(0).default(2),
	MEILI_URL: webUrl.optional(),
	MEILI_API_KEY: z.string().optional(),
	MEILI_INDEX: z
		.string()
		.regex(
			/^[\w-]{1,400}$/,
			"Expected letters, digits, hyphens and underscores",
		)
		.default("supportdesk_articles"),
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
		aiUrl: e.AI_URL,
		jobsAtATime: e.JOBS_AT_A_TIME,
		/** The embedded engine searches when no server is given. */
		meilisearch: e.MEILI_URL
			? { url: e.MEILI_URL, apiKey: e.MEILI_API_KEY, index: e.MEILI_INDEX }
			: undefined,
		db: {
			...databaseAddress(e),
			role: "supportdesk_knowledge",
			schema: "knowledge",
			sizeMax: e.DATABASE_POOL_MAX,
		},
	} as const;
}
