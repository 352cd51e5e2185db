import { LOG_LEVELS } from "@supportdesk/logger/logger.ts";
import { grpcTarget, port, webUrl } from "@supportdesk/settings/kinds.ts";
import { given } from "@supportdesk/settings/settings.ts";
import { z } from "zod";

const servers = z
	.string()
	.transform((value) => value.split(",").filter((each) => each !== ""))
	.refine(
		(value) => value.every((each) => /^\[?[\d.a-fA-F:]+\]?(:\d+)?$/.test(each)),
		"Expected IP addresses, separated by commas",
	);

/** The settings, as the environment gives them. */
export const Env = z.object({
	PORT: port.default(50051),
	HOST: z.string().default("0.0.0.0"),
	METRICS_PORT: port.default(9464),
	METRICS_HOST: z.string().default("0.0.0.0"),
	LOG_LEVEL: z.enum(LOG_LEVELS).default("info"),
	INTERNAL_SECRET: z.string().min(32),
	TICKETS_URL: grpcTarget,
	// The machine's own when there are none.
	MAIL_DNS_SERVERS: servers.default([]),
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
		ticketsUrl: e.TICKETS_URL,
		dnsServers: e.MAIL_DNS_SERVERS,
	} as const;
}
