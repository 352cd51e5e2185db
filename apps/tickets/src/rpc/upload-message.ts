import type { Rendered } from "@supportdesk/contracts/supportdesk/api/v1/rendered.ts";
import type {
	CreateMessageRequest,
	UploadMessagePart,
} from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { createMemoryShare } from "@supportdesk/pg/memory-share.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { requireSizes } from "../domain/attachment.ts";

type CreateMessage = (
	request: CreateMessageRequest,
	context: CallContext,
) => Promise<Rendered>;

const MIB = 1024 * 1024;

const LIMITS = {
	// A file is in memory about three times while it is stored: in this process that becomes some 250 MiB of the 768 it has.
	bytesMax: 80 * MIB,
	// The largest message, and a small one beside it.
	workspaceBytesMax: 24 * MIB,
	waitMsMax: 15_000,
};

/** CreateMessage for a message whose files follow in parts. They are not read before there is memory for them. */
export function uploadMessage(createMessage: CreateMessage) {
	const memory = createMemoryShare(LIMITS);
	return async (
		parts: AsyncIterable<UploadMessagePart>,
		context: CallContext,
	): Promise<Rendered> => {
		const iterator = parts[Symbol.asyncIterator]();
		const { value: first } = await iterator.next();
		const message: CreateMessageRequest | undefined = first?.message;
		if (!message || message.attachments.length !== first.sizes.length) {
			throw brokenUpload();
		}
		const sizes: readonly number[] = first.sizes;
		requireSizes(sizes);
		const bytes = sizes.reduce((sum, size) => sum + size, 0);
		const release = await memory.hold(context, bytes);
		try {
			const files = sizes.map((size) => Buffer.allocUnsafeSlow(size));
			await fill(files, iterator);
			const attachments = message.attachments.map((attachment, i) => ({
				...attachment,
				data: files[i]!,
			}));
			return await createMessage({ ...message, attachments }, context);
		} finally {
			release();
		}
	};
}

// The gateway sends as many bytes as it has announced: anything else is a mistake in a program of ours.
const brokenUpload = () => new Error("the parts do not fill the files");

/** Copies the bytes of the parts into the files, one file after the other. @throws Error unless they fill them. */
async function fill(
	files: readonly Buffer[],
	parts: AsyncIterator<UploadMessagePart>,
): Promise<void> {
	let file = 0;
	let offset = 0;
	for (;;) {
		const { value: part, done } = await parts.next();
		if (done) break;
		const data: Buffer = part.data;
		let taken = 0;
		while (taken < data.length) {
			const target = files[file];
			if (!target) throw brokenUpload();
			const copied = data.copy(target, offset, taken);
			taken += copied;
			offset += copied;
			if (offset < target.length) continue;
			file += 1;
			offset = 0;
		}
	}
	const isWhole = files.slice(file).every(({ length }) => length === 0);
	if (!isWhole) throw brokenUpload();
}
