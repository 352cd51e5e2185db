import type { Rendered } from "@supportdesk/contracts/supportdesk/api/v1/rendered.ts";
import type { ReleaseMailRequest } from "@supportdesk/contracts/supportdesk/mail/v1/mail.ts";
import type { QuarantinedMail } from "@supportdesk/contracts/supportdesk/tickets/v1/mail.ts";
import { AppError } from "@supportdesk/errors/app-error.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import type { SubmitMail } from "../intake/submit-mail.ts";

const NOTHING: QuarantinedMail = {
	raw: Buffer.alloc(0),
	recipients: [],
	authentication: undefined,
};
const UNKNOWN = { spf: "none", dkim: "none", dmarc: "none" };

/** Takes in a mail that was quarantined: it is read again from its bytes, its sender was checked as it came in. */
export function releaseMail(
	{ tickets }: Pick<Deps, "tickets">,
	submitMail: SubmitMail,
) {
	return async (
		{ mailboxId, id, idempotency }: ReleaseMailRequest,
		context: CallContext,
	): Promise<Rendered> => {
		const kept = await tickets
			.getQuarantinedMail({ mailboxId, id }, context)
			.catch((err) => {
				const isGone = err instanceof AppError && err.type === "not_found";
				// It may have been released by this request: the tickets service knows, and repeats its response.
				if (isGone && idempotency) return NOTHING;
				throw err;
			});
		const { raw, recipients, envelopeFrom, authentication } = kept;
		const delivery = { mailboxId, recipients, envelopeFrom, releasedId: id };
		const origin = { known: authentication ?? UNKNOWN };
		return submitMail(raw, delivery, origin, context, idempotency);
	};
}
