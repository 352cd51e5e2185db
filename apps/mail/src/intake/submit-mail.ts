import type {
	Idempotency,
	Rendered,
} from "@supportdesk/contracts/supportdesk/api/v1/rendered.ts";
import type { ReceiveMailPart } from "@supportdesk/contracts/supportdesk/tickets/v1/mail.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import type { Origin } from "./authenticate.ts";
import { type Delivery, filesOf, receivedMail } from "./received-mail.ts";

type SubmitDeps = Pick<Deps, "tickets" | "parse" | "authenticate">;

/** Reads a mail and has the tickets service take it in. When it resolves, the mail is committed. */
export type SubmitMail = (
	raw: Buffer,
	delivery: Delivery,
	origin: Origin,
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
		const [parsed, authentication] = await Promise.all([
			parse(raw),
			authenticate(raw, origin),
		]);
		const mail = receivedMail(raw, parsed, authentication, delivery);
		const files = filesOf(parsed).map(({ data }) => data);
		async function* parts(): AsyncGenerator<ReceiveMailPart> {
			yield { mail: { ...mail, idempotency }, data: NO_BYTES };
			for (const bytes of [...files, raw])
				for (let at = 0; at < bytes.length; at += PART_BYTES)
					yield { mail: undefined, data: bytes.subarray(at, at + PART_BYTES) };
		}
		return tickets.receiveMail(parts(), context);
	};
}

const NO_BYTES = Buffer.alloc(0);
