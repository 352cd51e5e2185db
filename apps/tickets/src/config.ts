import { createPrivateKey } from "node:crypto";
import { LOG_LEVELS } from "@supportdesk/logger/logger.ts";
import {
	databaseAddress,
	databaseSettings,
} from "@supportdesk/settings/database.ts";
import {
	days,
	grpcTarget,
	port,
	url,
	webUrl,
	wholeNumber,
} from "@supportdesk/settings/kinds.ts";
import { given } from "@supportdesk/settings/settings.ts";
import { z } from "zod";

const domainName = z
	.string()
	.regex(
		/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/i,
		"Expected a name such as acme.example",
	);

const DKIM_KEY_BITS_MIN = 1024; // RFC 8301, 3.2: receivers need not verify shorter ones

/** In PEM; an environment that has no line breaks has `\n` for them. */
const dkimKey = z
	.string()
	.transform((text) => text.replaceAll("\\n", "\n"))
	.refine(
		isDkimKey,
		"Expected an RSA private key of at least 1024 bits, as PEM",
	);

function isDkimKey(pem: string): boolean {
	try {
		const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(pem);
		const bits = asymmetricKeyDetails?.modulusLength ?? 0;
		return asymmetricKeyType === "rsa" && bits >= DKIM_KEY_BITS_MIN;
	} catch {
		return false;
	}
}

/** The settings, as the environment gives them. */
export const Env = z
	.object({
		PORT: port.default(50051),
		HOST: z.string().default("0.0.0.0"),
		METRICS_PORT: port.default(9464),
		METRICS_HOST: z.string().default("0.0.0.0"),
		LOG_LEVEL: z.enum(LOG_LEVELS).default("info"),
		...databaseSettings,
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
		ARCHIVE_AFTER_DAYS: days(1).default(90),
		SMTP_URL: url("smtp", "smtps").optional(),
		MAIL_FROM: z
			.string()
			.regex(
				/^[^@\s]+@[^@\s]+$/,
				"Expected an address such as support@acme.example",
			)
			.default("support@localhost"),
		// Whether mail to local+anything@domain arrives where mail to local@domain does.
		MAIL_PLUS_ADDRESSES: z.stringbool().default(false),
		MAIL_DKIM_DOMAIN: domainName.optional(),
		MAIL_DKIM_SELECTOR: domainName.optional(),
		MAIL_DKIM_KEY: dkimKey.optional(),
		OUTBOX_DIR: z.string().default("outbox"),
		OTEL_EXPORTER_OTLP_ENDPOINT: webUrl.optional(),
	})
	.refine(
		({ MAIL_DKIM_DOMAIN, MAIL_DKIM_SELECTOR, MAIL_DKIM_KEY }) =>
			new Set(
				[MAIL_DKIM_DOMAIN, MAIL_DKIM_SELECTOR, MAIL_DKIM_KEY].map(
					(each) => each === undefined,
				),
			).size === 1,
		{
			error:
				"MAIL_DKIM_DOMAIN, MAIL_DKIM_SELECTOR and MAIL_DKIM_KEY belong together",
			path: ["MAIL_DKIM_KEY"],
		},
	)
	.refine(
		({ MAIL_PLUS_ADDRESSES, SECRETS_KEY }) =>
			!MAIL_PLUS_ADDRESSES || SECRETS_KEY,
		{
			error:
				"Set it where MAIL_PLUS_ADDRESSES is on: it signs the addresses for replies",
			path: ["SECRETS_KEY"],
		},
	);

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
			...databaseAddress(e),
			role: "supportdesk_tickets",
			schema: "tickets",
			sizeMax: e.DATABASE_POOL_MAX,
		},
		mail: {
			smtpUrl: e.SMTP_URL,
			from: e.MAIL_FROM,
			outboxDir: e.OUTBOX_DIR,
			plusAddresses: e.MAIL_PLUS_ADDRESSES,
			dkim:
				e.MAIL_DKIM_DOMAIN && e.MAIL_DKIM_SELECTOR && e.MAIL_DKIM_KEY
					? {
							domainName: e.MAIL_DKIM_DOMAIN,
							keySelector: e.MAIL_DKIM_SELECTOR,
							privateKey: e.MAIL_DKIM_KEY,
						}
					: undefined,
		},
	} as const;
}
