import { randomUUID } from "node:crypto";
import type { Logger } from "@supportdesk/logger/logger.ts";
import {
	createProcessMetrics,
	type ProcessMetrics,
} from "@supportdesk/metrics/process-metrics.ts";
import { createMemoryShare } from "@supportdesk/pg/memory-share.ts";
import { allowedNetworks } from "@supportdesk/public-addresses/allowed-address.ts";
import type { MailApi, TicketsApi } from "@supportdesk/rpc/service-api.ts";
import type { Config } from "./config.ts";
import type { Clock, Deps } from "./deps.ts";
import { createReaders, type Readers } from "./imap/readers.ts";
import { createAuthenticate } from "./intake/authenticate.ts";
import { createResolveName, type ResolveName } from "./intake/resolve-name.ts";
import { createSubmitMail, type SubmitMail } from "./intake/submit-mail.ts";
import { createMetrics } from "./metrics.ts";
import { MailParser } from "./parse/mail-parser.ts";
import { releaseMail } from "./rpc/release-mail.ts";
import { uploadMail } from "./rpc/upload-mail.ts";
import { followCertificate, readCertificate } from "./smtp/certificate.ts";
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
	/** How often the files of the certificate are read. */
	readonly certificateEveryMs?: number;
}

const CERTIFICATE_EVERY_MS = 60 * 60 * 1_000; // issuers renew weeks before the end

const systemClock: Clock = { now: () => new Date() };

/** The mail service: what exists and how it is connected. */
export function createService(
	config: Config,
	log: Logger,
	clients: { readonly tickets: TicketsApi },
	overrides: Overrides = {},
): Service {
	const metrics = overrides.metrics ?? createProcessMetrics();
	const counts = createMetrics(metrics);
	const parser = new MailParser();
	const resolveName =
		overrides.resolveName ?? createResolveName(config.dnsServers);
	const deps: Deps = {
		clock: overrides.clock ?? systemClock,
		log,
		tickets: metrics.observeClient("tickets", clients.tickets),
		async parse(raw, limits) {
			const parsed = await parser.parse(raw, limits);
			if (parsed.unparsed) counts.unparsed(parsed.reason);
			return parsed;
		},
		authenticate: createAuthenticate(resolveName, parser.readEvidence),
		metrics: counts,
	};
	const submitMail = createSubmitMail(deps);
	const { certificateEveryMs = CERTIFICATE_EVERY_MS } = overrides;
	const listener =
		config.listen && listenerOf(config, deps, submitMail, certificateEveryMs);
	const readers = readersOf(config, deps, submitMail);
	return {
		metrics,
		handlers: metrics.observeHandlers("mail", {
			uploadMail: uploadMail(submitMail),
			releaseMail: releaseMail(deps, submitMail),
		}),
		async start() {
			readers.start();
			return listener?.start();
		},
		isReady: async () => true,
		async stop() {
			await Promise.all([listener?.stop(), readers.stop()]);
			parser.close();
		},
	};
}

function listenerOf(
	{ listen, tlsFiles }: Config,
	deps: Deps,
	submitMail: SubmitMail,
	certificateEveryMs: number,
): Listener {
	const addresses = listen!;
	if (!tlsFiles)
		return createListener({ addresses, tls: undefined }, deps, submitMail);
	const { log, metrics } = deps;
	const tls = readCertificate(tlsFiles);
	metrics.certificate(tls.name, tls.expiresAt);
	const listener = createListener({ addresses, tls }, deps, submitMail);
	const unfollow = followCertificate(tlsFiles, tls, certificateEveryMs, {
		renewed(certificate) {
			listener.renew(certificate);
			metrics.certificate(certificate.name, certificate.expiresAt);
			log.info({ expiresAt: certificate.expiresAt }, "certificate renewed");
		},
		failed: (err) => log.error({ err }, "certificate cannot be read"),
	});
	return {
		...listener,
		async stop() {
			unfollow();
			await listener.stop();
		},
	};
}

const MIB = 1024 * 1024;
// A mail is in memory about three times while it is read.
const IMAP_MEMORY = {
	bytesMax: 80 * MIB,
	workspaceBytesMax: 40 * MIB,
	waitMsMax: 10 * 60_000,
};
const IMAP_INTERVALS = { idleMs: 2 * 60_000, pollMs: 30_000, turnMs: 5_000 };

function readersOf(
	{ imap }: Config,
	deps: Deps,
	submitMail: SubmitMail,
): Readers {
	return createReaders(
		{
			...deps,
			submitMail,
			memory: createMemoryShare(IMAP_MEMORY),
			random: Math.random,
		},
		{
			reader: randomUUID(),
			allowed: allowedNetworks(imap.allow),
			unverifiedHosts: imap.unverifiedHosts,
			accountsMax: imap.accountsMax,
			...IMAP_INTERVALS,
		},
	);
}
