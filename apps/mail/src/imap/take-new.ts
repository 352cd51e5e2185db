import type { MemoryShare } from "@supportdesk/pg/memory-share.ts";
import type { FetchMessageObject, ImapFlow } from "imapflow";
import { MAIL_BYTES_MAX } from "./connect.ts";
import { isOld, type Position, wasReadBefore } from "./position.ts";

/** What becomes of mails, and of what is known of the folder. */
export interface Sink {
	readonly workspaceId: string;
	readonly memory: MemoryShare;
	readonly signal: AbortSignal;
	/** When it resolves, the mail is committed. */
	submit(raw: Buffer, isOld: boolean): Promise<void>;
	/** Stores the position; `skipped` says why a mail was left where it is. */
	advance(
		position: Position,
		hasNewMail: boolean,
		skipped: string | undefined,
	): Promise<void>;
}

interface Listed {
	readonly uid: number;
	readonly bytes: number;
	readonly isSeen: boolean;
	readonly arrivedMs: number;
}

const LISTED_MAX = 200;
const BATCH_MAILS_MAX = 20;
const BATCH_BYTES_MAX = 2 * 1024 * 1024;
const TOO_LARGE = "A mail has more than 35 MiB. It stays in the account.";

/** Takes in what is behind the position, in the order of the UIDs, and returns the new position. */
export async function takeNew(
	client: ImapFlow,
	start: Position,
	sink: Sink,
): Promise<Position> {
	let position = start;
	const range = { uid: `${position.lastUid + 1}:*` };
	const found = (await client.search(range, { uid: true })) || [];
	// `n:*` has the last mail in any case.
	const uids = found.filter((uid) => uid > start.lastUid).sort((a, b) => a - b);
	for (let at = 0; at < uids.length; at += LISTED_MAX) {
		const slice = uids.slice(at, at + LISTED_MAX);
		for (const batch of batchesOf(await list(client, slice), position))
			position = await takeBatch(client, batch, position, sink);
		// The last of them may be gone, or was read before.
		const lastUid = slice.at(-1)!;
		if (lastUid > position.lastUid) {
			position = { ...position, lastUid };
			await sink.advance(position, false, undefined);
		}
	}
	return position;
}

async function list(
	client: ImapFlow,
	uids: readonly number[],
): Promise<Listed[]> {
	const found = await client.fetchAll(
		uids.join(","),
		{ flags: true, internalDate: true, size: true },
		{ uid: true },
	);
	return found.map(listed).sort((a, b) => a.uid - b.uid);
}

function listed({
	uid,
	size,
	flags,
	internalDate,
}: FetchMessageObject): Listed {
	const arrived = internalDate ? new Date(internalDate).getTime() : 0;
	return {
		uid,
		bytes: size ?? 0,
		isSeen: flags?.has("\\Seen") ?? false,
		arrivedMs: arrived,
	};
}

/** What is fetched at a time: some mails that are small together, or one. */
function batchesOf(mails: readonly Listed[], position: Position): Listed[][] {
	const batches: Listed[][] = [];
	let bytes = 0;
	for (const mail of mails) {
		if (wasReadBefore(mail, position)) continue;
		const last = batches.at(-1);
		bytes += mail.bytes;
		if (last && last.length < BATCH_MAILS_MAX && bytes <= BATCH_BYTES_MAX) {
			last.push(mail);
		} else {
			batches.push([mail]);
			bytes = mail.bytes;
		}
	}
	return batches;
}

/** A mail is marked as read when it is committed; the position moves after that, so that a mark that is lost is set again. */
async function takeBatch(
	client: ImapFlow,
	batch: readonly Listed[],
	start: Position,
	sink: Sink,
): Promise<Position> {
	const small = batch.filter(({ bytes }) => bytes <= MAIL_BYTES_MAX);
	const bytes = small.reduce((sum, mail) => sum + mail.bytes, 0);
	const { workspaceId, signal } = sink;
	const release = await sink.memory.hold({ workspaceId, signal }, bytes);
	const taken: number[] = [];
	let { lastUid } = start;
	let skipped: string | undefined;
	let failure: { readonly err: unknown } | undefined;
	try {
		const raws = await fetchRaws(client, small);
		for (const mail of batch) {
			const { uid, bytes } = mail;
			signal.throwIfAborted();
			const raw = raws.get(uid);
			if (bytes > MAIL_BYTES_MAX || (raw && raw.length > MAIL_BYTES_MAX)) {
				skipped = TOO_LARGE;
			} else if (raw) {
				await sink.submit(raw, isOld(mail, start));
				taken.push(uid);
			}
			lastUid = uid;
		}
	} catch (err) {
		failure = { err };
	} finally {
		release();
	}
	const position = { ...start, lastUid };
	if (lastUid > start.lastUid) {
		await mark(client, taken);
		await sink.advance(position, taken.length > 0, skipped);
	}
	if (failure) throw failure.err;
	return position;
}

/** The mails by their UIDs, without those that are gone. */
async function fetchRaws(
	client: ImapFlow,
	mails: readonly Listed[],
): Promise<Map<number, Buffer>> {
	if (mails.length === 0) return new Map();
	const fetched = await client.fetchAll(
		mails.map(({ uid }) => uid).join(","),
		{ source: { start: 0, maxLength: MAIL_BYTES_MAX + 1 } },
		{ uid: true },
	);
	const raws = new Map<number, Buffer>();
	for (const { uid, source } of fetched) if (source) raws.set(uid, source);
	return raws;
}

/** A folder that may only be read has no marks. */
async function mark(client: ImapFlow, uids: readonly number[]): Promise<void> {
	const folder = client.mailbox || undefined;
	if (uids.length === 0 || folder?.readOnly) return;
	await client.messageFlagsAdd(uids.join(","), ["\\Seen"], {
		uid: true,
		silent: true,
	});
}
