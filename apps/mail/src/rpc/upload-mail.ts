import type { Rendered } from "@supportdesk/contracts/supportdesk/api/v1/rendered.ts";
import type { UploadMailPart } from "@supportdesk/contracts/supportdesk/mail/v1/mail.ts";
import { createMemoryShare } from "@supportdesk/pg/memory-share.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { SubmitMail } from "../intake/submit-mail.ts";

const MIB = 1024 * 1024;

// A mail is in memory about three times while it is read.
const LIMITS = {
	bytesMax: 80 * MIB,
	// The largest mail, and a small one beside it.
	workspaceBytesMax: 40 * MIB,
	waitMsMax: 15_000,
};

/** Takes in a mail that a client uploads; its bytes follow in parts, and are not read before there is memory for them. */
export function uploadMail(submitMail: SubmitMail) {
	const memory = createMemoryShare(LIMITS);
	return async (
		parts: AsyncIterable<UploadMailPart>,
		context: CallContext,
	): Promise<Rendered> => {
		const iterator = parts[Symbol.asyncIterator]();
		const { value: first } = await iterator.next();
		const request: UploadMailPart["request"] = first?.request;
		if (!request) throw brokenUpload();
		const { mailboxId, size, idempotency } = request;
		const release = await memory.hold(context, size);
		try {
			const raw = await collect(size, iterator);
			const delivery = { mailboxId, recipients: [], envelopeFrom: undefined };
			return await submitMail(raw, delivery, {}, context, idempotency);
		} finally {
			release();
		}
	};
}

// The gateway sends as many bytes as it has announced: anything else is a mistake in a program of ours.
const brokenUpload = () => new Error("the parts are not the announced mail");

async function collect(
	size: number,
	parts: AsyncIterator<UploadMailPart>,
): Promise<Buffer> {
	const raw = Buffer.allocUnsafeSlow(size);
	let at = 0;
	for (;;) {
		const { value, done } = await parts.next();
		if (done) break;
		const { data } = value as UploadMailPart;
		if (at + data.length > size) throw brokenUpload();
		at += data.copy(raw, at);
	}
	if (at !== size) throw brokenUpload();
	return raw;
}
