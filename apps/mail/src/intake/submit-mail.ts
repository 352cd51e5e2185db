import type {
	Idempotency,
	Rendered,
} from "@supportdesk/contracts/supportdesk/api/v1/rendered.ts";
import type {
	ReceivedMail,
	ReceiveMailPart,
} from "@supportdesk/contracts/supportdesk/tickets/v1/mail.ts";
import { AppError } from "@supportdesk/errors/app-error.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import type { ParsedMail, UnparsedMail } from "../parse/parsed-mail.ts";
import type { Authentication, Origin } from "./authenticate.ts";
import {
	type Delivery,
	filesOf,
	receivedMail,
	senderOf,
} from "./received-mail.ts";

type SubmitDeps = Pick<Deps, "tickets" | "parse" | "authenticate">;

/** Reads a mail and has the tickets service take it in. When it resolves, the mail is committed. */
export type SubmitMail = (
	raw: Buffer,
	delivery: Delivery,
	/** Where it comes from; what is known of its sender where that was found out before. */
	origin: Origin | { readonly known: Authentication },
	context: CallContext,
	idempotency?: Idempotency,
) => Promise<Rendered>;

const PART_BYTES = 256 * 1024;

export function createSubmitMail({
	tickets,
	parse,
	authenticate,
}: SubmitDeps): SubmitMail {
	return async (raw, delivery, origin, context, idempotency) => {
		const parsed = await parse(raw);
		const send = async (read: ParsedMail | UnparsedMail) => {
			const author = senderOf(read.headers, delivery.envelopeFrom)?.address;
			const authentication =
				"known" in origin
					? origin.known
					: await authenticate(raw, origin, author);
			const mail = receivedMail(raw, read, authentication, delivery);
			const files = filesOf(read).map(({ data }) => data);
			const whole = { ...mail, idempotency };
			return tickets.receiveMail(partsOf(whole, [...files, raw]), context);
		};
		try {
			return await send(parsed);
		} catch (err) {
			// Nothing of it may be lost because something in it cannot be stored.
			if (!(err instanceof AppError) || err.type !== "invalid_request")
				throw err;
			return send(UNSTORABLE);
		}
	};
}

const UNSTORABLE: UnparsedMail = {
	unparsed: true,
	reason: "failed",
	headers: null,
	traits: null,
};

async function* partsOf(
	mail: ReceivedMail,
	files: readonly Buffer[],
): AsyncGenerator<ReceiveMailPart> {
	yield { mail, data: NO_BYTES };
	for (const bytes of files)
		for (let at = 0; at < bytes.length; at += PART_BYTES)
			yield { mail: undefined, data: bytes.subarray(at, at + PART_BYTES) };
}

const NO_BYTES = Buffer.alloc(0);
