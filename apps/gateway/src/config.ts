import { hash } from "node:crypto";
import { isId } from "@supportdesk/ids/ids.ts";
import { PLANS } from "@supportdesk/limits/plans.ts";
import { LOG_LEVELS } from "@supportdesk/logger/logger.ts";
import {
	databaseAddress,
	databaseSettings,
} from "@supportdesk/settings/database.ts";
import {
	days,
	grpcTarget,
	hours,
	port,
	redisUrl,
	webUrl,
	wholeNumber,
} from "@supportdesk/settings/kinds.ts";
import { given } from "@supportdesk/settings/settings.ts";
import { z } from "zod";
import type { ProviderSettings } from "./accounts/oidc/provider.ts";
import type { Plans } from "./keys/find-api-key.ts";

const HOUR_MS = 3_600_000;
const LOOPBACK_ONLY = "Expected https://…, or an address of the loopback";
const ceiling = z.int().positive();
const PlansJson = z.record(
	z.string(),
	z.strictObject({
		perMinute: ceiling,
		burst: ceiling,
		perDay: ceiling.nullable(),
		concurrent: ceiling.nullable(),
	}),
);

/** The settings in the environment. */
export const Env = z.object({
	PORT: port.default(8080),
	HOST: z.string().default("0.0.0.0"),
	METRICS_PORT: port.default(9464),
	METRICS_HOST: z.string().default("0.0.0.0"),
	LOG_LEVEL: z.enum(LOG_LEVELS).default("info"),
	...databaseSettings,
	DATABASE_POOL_MAX: wholeNumber(1).default(4),
	INTERNAL_SECRET: z.string().min(32),
	// An installation of a version before API keys were listed has none for the gateway.
	CURSOR_SECRET: z.string().min(32).optional(),
	TICKETS_URL: grpcTarget,
	KNOWLEDGE_URL: grpcTarget,
	// Without it events and webhooks are unavailable.
	EVENTS_URL: grpcTarget.optional(),
	// Without it no mail can be uploaded.
	MAIL_URL: grpcTarget.optional(),
	REDIS_URL: redisUrl.optional(),
	// How many gateways share the limits while Redis is unavailable.
	GATEWAY_REPLICAS: wholeNumber(1).default(1),
	TRUSTED_PROXY_HOPS: wholeNumber(0).default(0),
	// Load balancers need this long to notice that a gateway is stopping.
	DRAIN_DELAY_MS: wholeNumber(0).default(8_000),
	// The address of the console for browsers, in mails to agents; that of the listener if not given.
	PUBLIC_URL: webUrl.optional(),
	// Without it no second factor can be turned on.
	SECRETS_KEY: z.string().min(32).optional(),
	// With these two agents sign in at an OpenID Connect provider, too.
	OIDC_ISSUER: webUrl.refine(isConfidential, LOOPBACK_ONLY).optional(),
	OIDC_CLIENT_ID: z.string().optional(),
	OIDC_CLIENT_SECRET: z.string().optional(),
	OIDC_SCOPES: z
		.string()
		.regex(/\bopenid\b/, "Expected openid among the scopes")
		.default("openid email"),
	OIDC_NAME: z.string().max(60).optional(),
	OIDC_WORKSPACE: z
		.string()
		.refine(
			(value) => isId("wsp", value),
			"Expected an id that starts with wsp_",
		)
		.optional(),
	OIDC_RETURN_AFTER_SIGN_OUT: z.stringbool().default(false),
	SESSION_PLAN: z.string().default("scale"),
	SESSION_IDLE_HOURS: hours(2).default(72),
	SESSION_DAYS: days(1).default(30),
	AUDIT_KEEP_DAYS: days(1).default(365),
	ARGON2_MEMORY_KIB: wholeNumber(8).default(19_456),
	ARGON2_PASSES: wholeNumber(1).default(2),
	PLANS: z.string().transform(parseJson).pipe(PlansJson).optional(),
	// The built console; by default the folder beside the gateway that its build writes.
	CONSOLE_DIR: z.string().optional(),
	OTEL_EXPORTER_OTLP_ENDPOINT: webUrl.optional(),
});

/** Whether no one on the way can read along. */
function isConfidential(address: string): boolean {
	const { protocol, hostname } = new URL(address);
	const isLoopback = /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
	return protocol === "https:" || isLoopback;
}

export type Config = Omit<ReturnType<typeof loadConfig>, "services">;

/** Reads the gateway's settings; an invalid one stops the process before it listens. */
export function loadConfig(env: NodeJS.ProcessEnv) {
	const e = Env.parse(given(env));
	const plans = { ...PLANS, ...e.PLANS } satisfies Plans;
	if (!Object.hasOwn(plans, e.SESSION_PLAN)) throw unknownPlan(e.SESSION_PLAN);
	return {
		oidc: providerOf(e),
		port: e.PORT,
		host: e.HOST,
		metrics: { port: e.METRICS_PORT, host: e.METRICS_HOST },
		logLevel: e.LOG_LEVEL,
		db: {
			...databaseAddress(e),
			role: "supportdesk_gateway",
			schema: "gateway",
			sizeMax: e.DATABASE_POOL_MAX,
		},
		services: {
			secret: e.INTERNAL_SECRET,
			ticketsUrl: e.TICKETS_URL,
			knowledgeUrl: e.KNOWLEDGE_URL,
			eventsUrl: e.EVENTS_URL,
			mailUrl: e.MAIL_URL,
		},
		cursorSecret:
			e.CURSOR_SECRET ?? hash("sha256", `cursors ${e.INTERNAL_SECRET}`),
		redisUrl: e.REDIS_URL,
		replicas: e.GATEWAY_REPLICAS,
		trustedProxyHops: e.TRUSTED_PROXY_HOPS,
		drainDelayMs: e.DRAIN_DELAY_MS,
		// Configured plans add to or replace the published ones.
		consoleFolder: e.CONSOLE_DIR,
		plans,
		publicUrl: e.PUBLIC_URL,
		secretsKey: e.SECRETS_KEY,
		sessions: {
			idleMs: e.SESSION_IDLE_HOURS * HOUR_MS,
			lifetimeMs: e.SESSION_DAYS * 24 * HOUR_MS,
			plan: e.SESSION_PLAN,
		},
		retention: {
			idleMs: e.SESSION_IDLE_HOURS * HOUR_MS,
			auditMs: e.AUDIT_KEEP_DAYS * 24 * HOUR_MS,
		},
		passwords: {
			memoryKib: e.ARGON2_MEMORY_KIB,
			passes: e.ARGON2_PASSES,
		},
		tracesUrl: e.OTEL_EXPORTER_OTLP_ENDPOINT,
	} as const;
}

/** @throws z.ZodError where a part is missing */
function providerOf(e: z.infer<typeof Env>): ProviderSettings | undefined {
	const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = e;
	if (issuer === undefined && clientId === undefined) return undefined;
	if (issuer === undefined || clientId === undefined)
		throw notGiven(issuer === undefined ? "OIDC_ISSUER" : "OIDC_CLIENT_ID");
	return {
		...{ issuer, clientId },
		clientSecret: e.OIDC_CLIENT_SECRET,
		scopes: e.OIDC_SCOPES,
		name: e.OIDC_NAME,
		workspaceId: e.OIDC_WORKSPACE,
		returnsAfterSignOut: e.OIDC_RETURN_AFTER_SIGN_OUT,
	};
}

function notGiven(name: string): z.ZodError {
	const message = "OIDC_ISSUER and OIDC_CLIENT_ID belong together";
	return new z.ZodError([
		{ code: "custom", path: [name], message, input: undefined },
	]);
}

function unknownPlan(input: string): z.ZodError {
	const message = "This plan is neither published nor in PLANS";
	return new z.ZodError([
		{ code: "custom", path: ["SESSION_PLAN"], message, input },
	]);
}

function parseJson(text: string, context: z.RefinementCtx): unknown {
	try {
		return JSON.parse(text);
	} catch {
		context.addIssue("Not JSON");
		return z.NEVER;
	}
}
