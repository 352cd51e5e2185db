import { readFileSync } from "node:fs";
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
import { createSubmitMail, type SubmitMail } from "./intake/submit-mail.ts";
import { createMetrics } from "./metrics.ts";
import { MailParser } from "./parse/mail-parser.ts";
import { releaseMail } from "./rpc/release-mail.ts";
import { uploadMail } from "./rpc/upload-mail.ts";
import { createListener, type Listener } from "./smtp/listener.ts";

export interface Service {
	readonly handlers: MailApi;
	/** What Prometheus reads of it. */
	readonly metrics: ProcessMetrics;
	/** Begins to take mail in; resolves to the port of the SMTP listener, undefined where there is none. */
	start(): Promise<number | undefined>;
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
		metrics: createMetrics(metrics),
	};
	const submitMail = createSubmitMail(deps);
	const listener = config.listen && listenerOf(config, deps, submitMail);
	return {
		metrics,
		handlers: metrics.observeHandlers("mail", {
			uploadMail: uploadMail(submitMail),
			releaseMail: releaseMail(deps, submitMail),
		}),
		start: async () => listener?.start(),
		isReady: async () => true,
		async stop() {
			await listener?.stop();
			parser.close();
		},
	};
}

function listenerOf(
	{ listen, tlsFiles }: Config,
	deps: Deps,
	submitMail: SubmitMail,
): Listener {
	const tls = tlsFiles && {
		key: readFileSync(tlsFiles.key),
		cert: readFileSync(tlsFiles.cert),
	};
	return createListener({ addresses: listen!, tls }, deps, submitMail);
}
