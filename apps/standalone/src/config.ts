import { join, resolve } from "node:path";
import { LOG_LEVELS } from "@supportdesk/logger/logger.ts";
import { databaseUrl, port, url, webUrl } from "@supportdesk/settings/kinds.ts";
import { given } from "@supportdesk/settings/settings.ts";
import { z } from "zod";

const Env = z
	.object({
		PORT: port.default(8080),
		HOST: z.string().default("127.0.0.1"),
		// 0 takes a free port: several installations can share a machine.
		METRICS_PORT: port.default(0),
		METRICS_HOST: z.string().default("127.0.0.1"),
		SUPPORTDESK_DATA: z.string().optional(),
		DATABASE_URL: databaseUrl.optional(),
		SMTP_URL: url("smtp", "smtps").optional(),
		LOG_LEVEL: z.enum(LOG_LEVELS).default("info"),
		OTEL_EXPORTER_OTLP_ENDPOINT: webUrl.optional(),
		// The mail service and the gateway read these as well.
		MAIL_LISTEN: z.string().optional(),
		PUBLIC_URL: webUrl.optional(),
	})
	.superRefine((e, context) => {
		const listeners = [
			{ setting: "PORT", host: e.HOST, port: e.PORT },
			{ setting: "METRICS_PORT", host: e.METRICS_HOST, port: e.METRICS_PORT },
			...mailListener(e.MAIL_LISTEN),
		];
		// Otherwise the part that listens last would report its own port as in use.
		for (const [at, { setting, port, host }] of listeners.entries()) {
			const other = listeners
				.slice(0, at)
				.find((each) => each.port === port && overlap(each.host, host));
			if (port === 0 || !other) continue;
			context.addIssue({
				code: "custom",
				message: `${other.setting} has the port ${port}, too: choose another one`,
				path: [setting],
			});
		}
	});

/** The address of the SMTP listener; of several the first that is free is taken, so that none of them conflicts. */
function mailListener(setting: string | undefined) {
	const [, host, port] = /^\s*([^,\s]+):(\d+)\s*$/.exec(setting ?? "") ?? [];
	if (host === undefined) return [];
	const name = host.replace(/^\[|\]$/g, "");
	return [{ setting: "MAIL_LISTEN", host: name, port: Number(port) }];
}

function overlap(host: string, other: string): boolean {
	const all = ["0.0.0.0", "::"];
	return host === other || all.includes(host) || all.includes(other);
}

const ROOT = resolve(import.meta.dirname, "../../..");
const DATA_DIR = join(ROOT, ".data");

export type Config = ReturnType<typeof loadConfig>;

/**
 * Reads the settings of the one-machine installation. Each part reads its own settings.
 *
 * @throws z.ZodError for an invalid setting
 */
export function loadConfig(env: NodeJS.ProcessEnv) {
	const settings = given(env);
	const e = Env.parse(settings);
	return {
		port: e.PORT,
		host: e.HOST,
		metrics: { port: e.METRICS_PORT, host: e.METRICS_HOST },
		dataDir: resolve(e.SUPPORTDESK_DATA ?? DATA_DIR),
		databaseUrl: e.DATABASE_URL,
		smtpUrl: e.SMTP_URL,
		logLevel: e.LOG_LEVEL,
		publicUrl: e.PUBLIC_URL,
		tracesUrl: e.OTEL_EXPORTER_OTLP_ENDPOINT,
		/** Settings of the parts that differ from a cluster's; the environment has precedence. */
		parts: {
			// A single machine has no load balancer.
			DRAIN_DELAY_MS: "0",
			// The listener takes such addresses for their mailbox.
			MAIL_PLUS_ADDRESSES: "true",
			SUPPORTDESK_MODELS: join(ROOT, ".cache/models"),
			...settings,
			PORT: String(e.PORT),
			HOST: e.HOST,
		},
	} as const;
}

/** A command line that runs with this data folder. */
export function commandFor(dataDir: string, command: string): string {
	if (dataDir === DATA_DIR) return command;
	return `SUPPORTDESK_DATA=${quoted(dataDir)} ${command}`;
}

/** A path as an argument in a shell. */
export function quoted(path: string): string {
	return /^[\w./:@+-]+$/.test(path)
		? path
		: `'${path.replaceAll("'", "'\\''")}'`;
}
