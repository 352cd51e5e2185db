import { LOG_LEVELS } from "@supportdesk/logger/logger.ts";
import {
	dnsServers,
	grpcTarget,
	list,
	networks,
	PORT_MAX,
	port,
	webUrl,
	wholeNumber,
} from "@supportdesk/settings/kinds.ts";
import { given } from "@supportdesk/settings/settings.ts";
import { z } from "zod";
import { readCertificate } from "./smtp/certificate.ts";

const ADDRESS = /^(?:\[[\da-fA-F:]+\]|[^:,\s]+):\d{1,5}$/;

const listen = list
	.refine(
		(value) =>
			value.length > 0 &&
			value.every(
				(each) => ADDRESS.test(each) && addressOf(each).port <= PORT_MAX,
			),
		"Expected host:port such as 0.0.0.0:25, or several, separated by commas",
	)
	.transform((value) => value.map(addressOf));

function addressOf(text: string) {
	const at = text.lastIndexOf(":");
	const host = text.slice(0, at).replace(/^\[|\]$/g, "");
	return { host, port: Number(text.slice(at + 1)) };
}

const hosts = list.transform((value) =>
	value.map((each) => each.toLowerCase()),
);

/** The settings, as the environment gives them. */
export const Env = z
	.object({
		PORT: port.default(50051),
		HOST: z.string().default("0.0.0.0"),
		METRICS_PORT: port.default(9464),
		METRICS_HOST: z.string().default("0.0.0.0"),
		LOG_LEVEL: z.enum(LOG_LEVELS).default("info"),
		INTERNAL_SECRET: z.string().min(32),
		TICKETS_URL: grpcTarget,
		// Without it no mail comes in by SMTP. Of several addresses the first that is free is taken.
		MAIL_LISTEN: listen.optional(),
		// Files in PEM; STARTTLS is offered where both are given.
		MAIL_TLS_KEY: z.string().optional(),
		MAIL_TLS_CERT: z.string().optional(),
		// The machine's own when there are none.
		MAIL_DNS_SERVERS: dnsServers.default([]),
		// Networks in CIDR notation, separated by commas, that IMAP accounts may be in although they are not public.
		IMAP_ALLOW: networks.default([]),
		// Names of IMAP servers, separated by commas, whose certificates need not verify.
		IMAP_UNVERIFIED_HOSTS: hosts.default([]),
		// 0: this process reads none.
		IMAP_ACCOUNTS_MAX: wholeNumber(0).default(200),
		OTEL_EXPORTER_OTLP_ENDPOINT: webUrl.optional(),
	})
	.superRefine(({ MAIL_TLS_KEY: key, MAIL_TLS_CERT: cert }, { addIssue }) => {
		if (!key && !cert) return;
		if (!key || !cert) {
			addIssue({
				code: "custom",
				message: "MAIL_TLS_KEY and MAIL_TLS_CERT belong together",
				path: [key ? "MAIL_TLS_CERT" : "MAIL_TLS_KEY"],
			});
			return;
		}
		try {
			readCertificate({ key, cert });
		} catch (err) {
			addIssue({
				code: "custom",
				message: `It cannot be used with the key of MAIL_TLS_KEY (${(err as Error).message})`,
				path: ["MAIL_TLS_CERT"],
			});
		}
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
		listen: e.MAIL_LISTEN,
		tlsFiles:
			e.MAIL_TLS_KEY && e.MAIL_TLS_CERT
				? { key: e.MAIL_TLS_KEY, cert: e.MAIL_TLS_CERT }
				: undefined,
		dnsServers: e.MAIL_DNS_SERVERS,
		imap: {
			allow: e.IMAP_ALLOW,
			unverifiedHosts: e.IMAP_UNVERIFIED_HOSTS,
			accountsMax: e.IMAP_ACCOUNTS_MAX,
		},
	} as const;
}
