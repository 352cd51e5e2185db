import type { Rendered } from "@supportdesk/contracts/supportdesk/api/v1/rendered.ts";
import type {
	CreateMessageRequest,
	UploadMessagePart,
} from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { createMemoryShare } from "@supportdesk/pg/memory-share.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { requireSizes } from "../domain/attachment.ts";
import { brokenUpload, fillFiles } from "./file-parts.ts";

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
			await fillFiles(files, iterator);
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
