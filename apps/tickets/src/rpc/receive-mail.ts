import type { Rendered } from "@supportdesk/contracts/supportdesk/api/v1/rendered.ts";
import type {
	ReceivedMail,
	ReceiveMailPart,
} from "@supportdesk/contracts/supportdesk/tickets/v1/mail.ts";
import { newId } from "@supportdesk/ids/ids.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { createMemoryShare } from "@supportdesk/pg/memory-share.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import { read } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { mailboxNotFound } from "../domain/errors.ts";
import type { Person } from "../domain/incoming-mail.ts";
import { candidateKeys } from "../domain/mailbox.ts";
import type { IncomingMail } from "../intake/incoming.ts";
import { mayBelong } from "../intake/place-mail.ts";
import {
	addressKey,
	ownKeysOf,
	takeIn,
	takeInReleased,
} from "../intake/take-in.ts";
import type { MailOutcome } from "../metrics.ts";
import { selectDestination, selectOwnAddresses } from "../store/mailboxes.ts";
import { brokenUpload, fillFiles } from "./file-parts.ts";
import { incomingMail } from "./incoming-mail-proto.ts";
import { mailJson } from "./mail-json.ts";

type ReceiveDeps = Pick<
	Deps,
	| "db"
	| "clock"
	| "readBody"
	| "estimateSignals"
	| "secretsKey"
	| "mailFrom"
	| "metrics"
>;

const MIB = 1024 * 1024;

// A mail of 35 MiB, and the files that were read from it.
const LIMITS = {
	bytesMax: 96 * MIB,
	workspaceBytesMax: 80 * MIB,
	waitMsMax: 15_000,
};

/** Takes mails in, whose bytes follow in parts. They are not read before there is memory for them. */
export function receiveMail(deps: ReceiveDeps) {
	const memory = createMemoryShare(LIMITS);
	const receive = receiveWhole(deps);
	return async (
		parts: AsyncIterable<ReceiveMailPart>,
		context: CallContext,
	): Promise<Rendered> => {
		const iterator = parts[Symbol.asyncIterator]();
		const { value: first } = await iterator.next();
		const mail: ReceivedMail | undefined = first?.mail;
		if (!mail) throw brokenUpload();
		const sizes = [...mail.files.map(({ size }) => size), mail.rawSize];
		const bytes = sizes.reduce((sum, size) => sum + size, 0);
		const release = await memory.hold(context, bytes);
		try {
			const buffers = sizes.map((size) => Buffer.allocUnsafeSlow(size));
			await fillFiles(buffers, iterator);
			const raw = buffers.pop()!;
			return await receive(mail, buffers, raw, context);
		} finally {
			release();
		}
	};
}

function receiveWhole(deps: ReceiveDeps) {
	const { db, clock, readBody, secretsKey, mailFrom, metrics } = deps;
	return async (
		received: ReceivedMail,
		files: readonly Buffer[],
		raw: Buffer,
		context: CallContext,
	): Promise<Rendered> => {
		const { workspaceId } = context;
		const { mailboxId, idempotency, releasedId } = received;
		const whole = await incomingMail(received, files, raw, readBody, context);
		const mail = await prepared(deps, whole, context);
		const now = clock.now();
		const scope =
			releasedId === ""
				? `mails.receive:${mailboxId}`
				: `mails.release:${releasedId}`;
		const operation = operationOf(context, scope, idempotency, now);
		const id = releasedId || newId("mail", now.getTime());
		const take = releasedId === "" ? takeIn : takeInReleased;
		const response = await runOperation(
			db,
			operation,
			[selectDestination(workspaceId, mailboxId)],
			async (tx, [destinations]) => {
				const found = destinations.rows[0];
				if (!found) throw mailboxNotFound();
				const ownKeys = ownKeysOf(mailFrom, found.mailbox);
				const { record, isRepeated } = await take(
					tx,
					{ workspaceId, cause: context, now, ownKeys },
					{ ...found, secretsKey },
					mail,
					id,
				);
				return {
					status: isRepeated ? 200 : 201,
					body: mailJson(record),
					resourceId: isRepeated ? "" : (record.ticketId ?? record.id),
				};
			},
		);
		const { status } = JSON.parse(response.body) as { status: MailOutcome };
		metrics.mail(response.status === 200 ? "repeated" : status);
		return stored(response);
	};
}

/** The mail without the desk's own addresses among those who get answers, and with its signals if it may open a ticket. */
async function prepared(
	{ db, estimateSignals, mailFrom }: ReceiveDeps,
	mail: IncomingMail,
	context: CallContext,
): Promise<IncomingMail> {
	const { subject, body, bounce } = mail;
	const signals =
		bounce || mayBelong(mail)
			? mail.signals
			: await estimateSignals(subject, body.text, context);
	const { from, replyTo } = mail;
	const receivers = [...mail.addressees, ...mail.copies];
	const keys = [...receivers, from, replyTo].flatMap((each) =>
		each ? candidateKeys(each.email) : [],
	);
	const own =
		keys.length === 0
			? []
			: await read(db, context, selectOwnAddresses(context.workspaceId, keys));
	const ownKeys = new Set([...own, addressKey(mailFrom)]);
	const isOfDesk = ({ email }: Person) =>
		candidateKeys(email).some((key) => ownKeys.has(key));
	// Otherwise the mail came in through another address, which may be one of those that it names.
	const isNamed = receivers.some(isOfDesk);
	const isSender = replyTo?.email.key === from?.email.key;
	return {
		...mail,
		signals,
		copies: (isNamed ? receivers : mail.copies).filter(
			(each) => !isOfDesk(each),
		),
		replyTo: replyTo && !isSender && !isOfDesk(replyTo) ? replyTo : undefined,
		isFromDesk: from !== undefined && isOfDesk(from),
	};
}
