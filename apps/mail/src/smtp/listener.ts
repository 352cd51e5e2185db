import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { FindMailboxResponse } from "@supportdesk/contracts/supportdesk/tickets/v1/mail.ts";
import { addressBucket } from "@supportdesk/limits/address-bucket.ts";
import { ownContext } from "@supportdesk/rpc/own-context.ts";
import {
	SMTPServer,
	type SMTPServerAddress,
	type SMTPServerDataStream,
	type SMTPServerSession,
} from "smtp-server";
import type { Deps } from "../deps.ts";
import type { SubmitMail } from "../intake/submit-mail.ts";
import { hasBareLineEnds } from "./bare-line-ends.ts";
import { type HeldMail, HeldMails } from "./held-mails.ts";
import { isRelay, PeerCounts } from "./peers.ts";
import * as reply from "./reply.ts";

export interface ListenerOptions {
	/** The first that is free is taken; the port 0 is any free one. */
	readonly addresses: readonly {
		readonly host: string;
		readonly port: number;
	}[];
	/** Of STARTTLS; undefined where none is offered. */
	readonly tls: Tls | undefined;
}

interface Tls {
	readonly key: Buffer;
	readonly cert: Buffer;
}

export interface Listener {
	/** Resolves to the port that it listens on. */
	start(): Promise<number>;
	/** Uses another certificate for the connections to come. */
	renew(tls: Tls): void;
	/** Lets the mails in progress finish, for a moment. */
	stop(): Promise<void>;
}

type ListenerDeps = Pick<Deps, "tickets" | "clock" | "log" | "metrics">;
type Callback = (err?: Error | null, message?: string) => void;

const MIB = 1024 * 1024;
const MAIL_BYTES_MAX = 35 * MIB;
// Of mails that are being received; each is in memory about three times while it is read.
const HELD_BYTES_MAX = 160 * MIB;
const CONNECTIONS_MAX = 200;
const PEER_CONNECTIONS_MAX = 20;
const RECIPIENTS_MAX = 100; // RFC 5321, 4.5.3.1.8
const COMMAND_BYTES_MAX = 2_048; // four times what RFC 5321 asks for
const IDLE_MS_MAX = 60_000;
const DATA_MS_MAX = 5 * 60_000;
const FIND_MS_MAX = 5_000;
const SUBMIT_MS_MAX = 60_000;
const STOP_MS_MAX = 5_000;

/** A recipient, and the mailbox that it leads to. */
interface Recipient extends FindMailboxResponse {
	readonly address: string;
}

/**
 * The SMTP listener. A mail gets its 250 when the tickets service has committed it; until then the other server keeps it.
 * Only mailboxes of ours are recipients: nothing is relayed.
 */
export function createListener(
	{ addresses, tls }: ListenerOptions,
	deps: ListenerDeps,
	submitMail: SubmitMail,
): Listener {
	const { log, metrics } = deps;
	const peers = new PeerCounts(PEER_CONNECTIONS_MAX);
	const counted = new WeakSet<SMTPServerSession>();
	const recipients = new WeakMap<object, Recipient[]>();
	const held = new HeldMails(HELD_BYTES_MAX);

	const receive = async (
		stream: SMTPServerDataStream,
		session: SMTPServerSession,
	): Promise<void> => {
		const mail = held.open(addressBucket(session.remoteAddress));
		try {
			await receiveInto(mail, stream);
			if (stream.sizeExceeded) throw reply.tooLarge();
			if (mail.isGivenUp) throw reply.noMemory();
			const raw = mail.complete();
			if (hasBareLineEnds(raw)) throw reply.bareLineEnds();
			await deliver(raw, session);
		} finally {
			held.close(mail);
		}
	};

	const deliver = async (
		raw: Buffer,
		session: SMTPServerSession,
	): Promise<void> => {
		const { remoteAddress, hostNameAppearsAs, envelope } = session;
		const { mailFrom } = envelope;
		const envelopeFrom = mailFrom ? mailFrom.address : "";
		const origin = isRelay(remoteAddress)
			? { sender: envelopeFrom || undefined }
			: {
					ip: remoteAddress,
					helo: hostNameAppearsAs || undefined,
					sender: envelopeFrom || undefined,
				};
		for (const group of byMailbox(recipients.get(envelope) ?? [])) {
			const { workspaceId, mailboxId } = group[0]!;
			const addresses = group.map(({ address }) => address.toLowerCase());
			const now = deps.clock.now();
			const delivery = {
				mailboxId,
				recipients: addresses,
				envelopeFrom,
				sentAt: now,
			};
			const context = ownContext(workspaceId, SUBMIT_MS_MAX, now.getTime());
			await submitMail(raw, delivery, origin, context);
		}
	};

	const server = new SMTPServer({
		authOptional: true,
		banner: "Support Desk",
		closeTimeout: STOP_MS_MAX,
		disabledCommands: tls ? ["AUTH"] : ["AUTH", "STARTTLS"],
		disableReverseLookup: true,
		logger: false,
		maxClients: CONNECTIONS_MAX,
		maxCommandLength: COMMAND_BYTES_MAX,
		size: MAIL_BYTES_MAX,
		socketTimeout: IDLE_MS_MAX,
		...tls,
		onConnect(session: SMTPServerSession, done: Callback) {
			if (!peers.open(session.remoteAddress))
				return done(reply.tooManyConnections());
			counted.add(session);
			done();
		},
		onClose(session: SMTPServerSession) {
			if (counted.delete(session)) peers.close(session.remoteAddress);
		},
		onRcptTo(
			{ address }: SMTPServerAddress,
			session: SMTPServerSession,
			done: Callback,
		) {
			const { envelope } = session;
			const known = recipients.get(envelope) ?? [];
			if (known.length >= RECIPIENTS_MAX)
				return done(reply.tooManyRecipients());
			findMailbox(deps, address).then(
				(found) => {
					recipients.set(envelope, [...known, { ...found, address }]);
					done();
				},
				(err) =>
					done(reply.isMissing(err) ? reply.noSuchMailbox() : logged(err)),
			);
		},
		onData(
			stream: SMTPServerDataStream,
			session: SMTPServerSession,
			done: Callback,
		) {
			receive(stream, session).then(
				() => {
					metrics.mail("smtp", "accepted");
					done(null, "2.0.0 The mail has been taken in");
				},
				(err) => {
					const isOurs = !("responseCode" in err);
					metrics.mail("smtp", isOurs ? "deferred" : "refused");
					done(isOurs ? logged(err) : err);
				},
			);
		},
	} as ConstructorParameters<typeof SMTPServer>[0]);
	// Peers disconnect, and send what is no SMTP.
	server.on("error", (err) => log.debug({ err }, "smtp connection failed"));

	/** Our trouble is logged, and the other server tries again. */
	const logged = (err: unknown): Error => {
		log.error({ err }, "mail not taken in");
		return reply.tryAgain();
	};

	return {
		start: () => listen(server, addresses),
		renew: ({ key, cert }) => server.updateSecureContext({ key, cert }),
		stop: () => new Promise((resolve) => server.close(() => resolve())),
	};
}

/** @throws Error with a reply for a mail that does not arrive as a whole */
async function receiveInto(
	mail: HeldMail,
	stream: SMTPServerDataStream,
): Promise<void> {
	const late = setTimeout(() => stream.destroy(), DATA_MS_MAX);
	try {
		for await (const chunk of stream as AsyncIterable<Buffer>) {
			if (stream.sizeExceeded) mail.giveUp();
			mail.add(chunk);
		}
	} catch {
		throw reply.incomplete();
	} finally {
		clearTimeout(late);
	}
}

async function listen(
	server: SMTPServer,
	[first, ...others]: ListenerOptions["addresses"],
): Promise<number> {
	server.listen(first!.port, first!.host);
	try {
		await once(server.server, "listening");
	} catch (err) {
		if (others.length === 0) throw err;
		return listen(server, others);
	}
	return (server.server.address() as AddressInfo).port;
}

function findMailbox(
	{ tickets, clock }: ListenerDeps,
	address: string,
): Promise<FindMailboxResponse> {
	const context = ownContext("", FIND_MS_MAX, clock.now().getTime());
	return tickets.findMailbox({ address }, context);
}

function byMailbox(recipients: readonly Recipient[]): Recipient[][] {
	const groups = new Map<string, Recipient[]>();
	for (const recipient of recipients) {
		const { mailboxId } = recipient;
		groups.set(mailboxId, [...(groups.get(mailboxId) ?? []), recipient]);
	}
	return [...groups.values()];
}
