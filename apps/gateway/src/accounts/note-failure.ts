import type { Account } from "@supportdesk/accounts/accounts.ts";
import { insertAuditEvent } from "@supportdesk/accounts/audit-events.ts";
import { writeAll } from "@supportdesk/pg/transaction.ts";
import type { AccountsDeps, Browser } from "./accounts-deps.ts";

/** Records a failed sign-in in the background: an attempt for an unknown address takes as long. */
export function noteFailure(
	{ db, now, log }: Pick<AccountsDeps, "db" | "now" | "log">,
	{ workspaceId, agentId }: Pick<Account, "workspaceId" | "agentId">,
	{ address }: Browser,
): void {
	const event = {
		type: "sign_in_failed",
		agentId,
		actorId: "",
		address,
	} as const;
	writeAll(db, workspaceId, [
		insertAuditEvent(workspaceId, event, new Date(now())),
	]).catch((err) => log.warn({ err }, "failed sign-in not recorded"));
}
