import type { Logger } from "@supportdesk/logger/logger.ts";
import {
	createProcessMetrics,
	type ProcessMetrics,
} from "@supportdesk/metrics/process-metrics.ts";
import type { MailApi, TicketsApi } from "@supportdesk/rpc/service-api.ts";
import type { Config } from "./config.ts";
import type { Clock, Deps } from "./deps.ts";
import {
	createAuthenticate,
	createResolveName,
	type ResolveName,
} from "./intake/authenticate.ts";
import { createSubmitMail } from "./intake/submit-mail.ts";
import { MailParser } from "./parse/mail-parser.ts";
import { uploadMail } from "./rpc/upload-mail.ts";

export interface Service {
	readonly handlers: MailApi;
	/** What Prometheus reads of it. */
	readonly metrics: ProcessMetrics;
	/** Begins to take mail in. */
	start(): Promise<void>;
	/** Whether it can take mail in. */
	isReady(): Promise<boolean>;
	/** Finishes the mails in progress. */
	stop(): Promise<void>;
}

export interface Overrides {
	readonly clock?: Clock;
	readonly resolveName?: ResolveName;
	/** Of the process, where it holds more than this service. */
	readonly metrics?: ProcessMetrics;
}

const systemClock: Clock = { now: () => new Date() };

/** The mail service: what exists and how it is connected. */
export function createService(
	config: Config,
	log: Logger,
	clients: { readonly tickets: TicketsApi },
	overrides: Overrides = {},
): Service {
	const metrics = overrides.metrics ?? createProcessMetrics();
	const parser = new MailParser();
	const resolveName =
		overrides.resolveName ?? createResolveName(config.dnsServers);
	const deps: Deps = {
		clock: overrides.clock ?? systemClock,
		log,
		tickets: metrics.observeClient("tickets", clients.tickets),
		parse: parser.parse,
		authenticate: createAuthenticate(resolveName),
	};
	const submitMail = createSubmitMail(deps);
	return {
		metrics,
		handlers: metrics.observeHandlers("mail", {
			uploadMail: uploadMail(submitMail),
		}),
		async start() {},
		isReady: async () => true,
		async stop() {
			parser.close();
		},
	};
}
