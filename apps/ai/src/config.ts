import { LOG_LEVELS } from "@supportdesk/logger/logger.ts";
import { port, webUrl, wholeNumber } from "@supportdesk/settings/kinds.ts";
import { given } from "@supportdesk/settings/settings.ts";
import { z } from "zod";

/** The settings, as the environment gives them. */
export const Env = z
	.object({
		PORT: port.default(50051),
		HOST: z.string().default("0.0.0.0"),
		METRICS_PORT: port.default(9464),
		METRICS_HOST: z.string().default("0.0.0.0"),
		LOG_LEVEL: z.enum(LOG_LEVELS).default("info"),
		INTERNAL_SECRET: z.string().min(32),
		SUPPORTDESK_MODELS: z.string().default(".cache/models"),
		SUPPORTDESK_MODELS_FETCH: z.stringbool().default(true),
		ENCODER_THREADS: wholeNumber(1, 64).default(1),
		LLM_BASE_URL: webUrl.optional(),
		LLM_MODEL: z.string().optional(),
		LLM_API_KEY: z.string().optional(),
		LLM_TIMEOUT_MS: wholeNumber(100, 55_000).default(20_000),
		OTEL_EXPORTER_OTLP_ENDPOINT: webUrl.optional(),
	})
	.refine((e) => !e.LLM_BASE_URL || e.LLM_MODEL, {
		path: ["LLM_MODEL"],
		error: "Not set, and LLM_BASE_URL needs the name of the model",
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
		encoder: {
			/** Folder of the MiniLM model. */
			modelsDir: e.SUPPORTDESK_MODELS,
			/** Whether the model may be downloaded when it is not there. */
			fetch: e.SUPPORTDESK_MODELS_FETCH,
			threads: e.ENCODER_THREADS,
		},
		/** The language model that writes drafts; the extractive writer if not given. */
		llm: e.LLM_BASE_URL
			? {
					baseUrl: e.LLM_BASE_URL,
					model: e.LLM_MODEL as string,
					// Servers on the own network often need no key; the client requires one.
					apiKey: e.LLM_API_KEY ?? "none",
					timeoutMs: e.LLM_TIMEOUT_MS,
				}
			: undefined,
	} as const;
}
