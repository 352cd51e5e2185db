import type {
	GetQuarantinedMailRequest,
	QuarantinedMail,
} from "@supportdesk/contracts/supportdesk/tickets/v1/mail.ts";
import { read } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { quarantinedMailNotFound } from "../domain/errors.ts";
import { selectQuarantined } from "../store/quarantine.ts";

export function getQuarantinedMail({ db }: Pick<Deps, "db">) {
	return async (
		{ mailboxId, id }: GetQuarantinedMailRequest,
		context: CallContext,
	): Promise<QuarantinedMail> => {
		const { workspaceId } = context;
		const [mail] = await read(
			db,
			context,
			selectQuarantined(workspaceId, mailboxId, id),
		);
		if (!mail) throw quarantinedMailNotFound();
		return mail;
	};
}
