import type { Transaction } from "@supportdesk/pg/transaction.ts";
import { parseEmailAddress } from "@supportdesk/text/email-address.ts";
import { ownMessageId } from "../domain/incoming-mail.ts";
import { contactUpdated } from "../events/contact-events.ts";
import { messageStatusChanged } from "../events/message-events.ts";
import { writeEvents } from "../events/write-events.ts";
import {
	failDelivered,
	markUndeliverable,
	selectReceivers,
} from "../store/bounces.ts";
import { selectContact, selectHolders } from "../store/contacts.ts";
import { selectMessageForUpdate } from "../store/messages.ts";
import type { BounceReport } from "./incoming.ts";
import type { Occasion } from "./open-ticket.ts";

const REASON_LENGTH_MAX = 500;

/** The message that a report is about. */
export interface Bounced {
	readonly ticketId: string;
	readonly messageId: string;
}

/**
 * Notes that a reply did not arrive, and marks the address. Only who has received a reply can know its Message-ID, and
 * only addresses that it was sent to are marked. A report of a delay changes nothing: the other server still tries.
 */
export async function takeBounce(
	tx: Transaction,
	{ workspaceId, cause, now }: Occasion,
	report: BounceReport,
): Promise<Bounced | undefined> {
	const messageId = ownMessageId(report.originalMessageId);
	if (messageId === undefined) return undefined;
	const [locked, receivers] = await tx.batch([
		selectMessageForUpdate(workspaceId, messageId),
		selectReceivers(workspaceId, messageId),
	]);
	const [found] = locked.rows;
	if (found?.message.type !== "outbound") return undefined;
	const { message, contactId } = found;
	const bounced = { ticketId: message.ticketId, messageId };
	const reasons = reasonsByKey(report, receivers.rows);
	const [error] = reasons.values();
	if (error === undefined) return bounced;
	const after = { ...message, status: "failed", error } as const;
	tx.defer(failDelivered(workspaceId, messageId, error));
	const events = messageStatusChanged(cause, contactId, message, after, now);
	writeEvents(tx, workspaceId, events);
	await markAddresses(tx, { workspaceId, cause, now }, reasons);
	return bounced;
}

/** Why the mail came back from each of the addresses that it was sent to; nothing for the others. */
function reasonsByKey(
	{ recipients }: BounceReport,
	receiverKeys: readonly string[],
): ReadonlyMap<string, string> {
	const reasons = new Map<string, string>();
	for (const recipient of recipients) {
		const key = parseEmailAddress(recipient.address)?.key ?? "";
		const isReceiver = receiverKeys.includes(key);
		if (recipient.action === "failed" && isReceiver && !reasons.has(key))
			reasons.set(key, reasonOf(recipient));
	}
	return reasons;
}

/** Marks addresses, and reports the contacts that have them as changed. */
async function markAddresses(
	tx: Transaction,
	{ workspaceId, cause, now }: Pick<Occasion, "workspaceId" | "cause" | "now">,
	reasons: ReadonlyMap<string, string>,
): Promise<void> {
	const keys = [...reasons.keys()];
	const holders = await tx.query(selectHolders(workspaceId, keys, undefined));
	const ids = [...new Set(holders.rows.map(({ contactId }) => contactId))];
	const find = async (id: string) =>
		(await tx.query(selectContact(workspaceId, id))).rows[0];
	const before = await eachOf(ids, find);
	await tx.query(markUndeliverable(workspaceId, reasons, now));
	const after = await eachOf(ids, find);
	for (const [i, contact] of before.entries()) {
		const changed = after[i];
		if (contact && changed)
			writeEvents(
				tx,
				workspaceId,
				contactUpdated(cause, contact, changed, now),
			);
	}
}

/** One after the other, as a transaction runs its statements. */
async function eachOf<T, R>(
	items: readonly T[],
	work: (item: T) => Promise<R>,
): Promise<R[]> {
	const results: R[] = [];
	for (const item of items) results.push(await work(item));
	return results;
}

function reasonOf({
	status,
	diagnostic,
}: BounceReport["recipients"][number]): string {
	const code = status === "" ? "" : ` (${status})`;
	const words = diagnostic.replaceAll(/\s+/g, " ").trim();
	const text = `The mail came back${code}${words === "" ? "" : `: ${words}`}`;
	return [...text].slice(0, REASON_LENGTH_MAX).join("");
}
