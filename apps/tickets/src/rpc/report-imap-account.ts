import type {
	ReportImapAccountRequest,
	ReportImapAccountResponse,
} from "@supportdesk/contracts/supportdesk/tickets/v1/mail.ts";
import { writeAll } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import type { ImapState } from "../domain/imap-account.ts";
import { saveReport } from "../store/imap-accounts.ts";

/** A repeated call stores the same again. */
export function reportImapAccount({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async (
		request: ReportImapAccountRequest,
		context: CallContext,
	): Promise<ReportImapAccountResponse> => {
		const { mailboxId, reader, state, error, position } = request;
		const report = {
			state: state as ImapState,
			error: error || null,
			position: position && {
				source: position.source,
				uidValidity: position.uidValidity,
				lastUid: position.lastUid,
				since: new Date(position.sinceMs),
			},
			hasNewMail: request.hasNewMail,
			skipped: request.skipped || null,
		};
		const [rows] = await writeAll(db, context, [
			saveReport(context.workspaceId, mailboxId, reader, report, clock.now()),
		]);
		return { leased: rows.length > 0 };
	};
}
