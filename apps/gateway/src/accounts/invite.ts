import {
	insertAccount,
	lockAccount,
	saveRole,
} from "@supportdesk/accounts/accounts.ts";
import { insertAuditEvent } from "@supportdesk/accounts/audit-events.ts";
import { createLink } from "@supportdesk/accounts/create-link.ts";
import { isLastAdmin, lastAdmin } from "@supportdesk/accounts/last-admin.ts";
import type { Role } from "@supportdesk/accounts/role.ts";
import type { Rendered } from "@supportdesk/contracts/supportdesk/api/v1/rendered.ts";
import { ok } from "@supportdesk/operations/rendered.ts";
import { inTransaction } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { accountJson } from "./account-json.ts";
import type { AccountsDeps } from "./accounts-deps.ts";
import { actorOf, type Caller, requireRole } from "./caller.ts";
import type { Language } from "./fields.ts";
import { mailLink } from "./mail-link.ts";

/** An active agent, as the tickets service shows it. */
export interface InvitedAgent {
	readonly id: string;
	readonly email: string;
}

export interface Invitation {
	/** Undefined keeps that of the account, and is `agent` for a new one. */
	readonly role: Role | undefined;
	readonly language: Language;
}

/**
 * Mails an agent a link that sets a password, and creates its account if it has none. A repeated call sends another link,
 * and the one before is good no longer.
 *
 * @throws AppError `scope_not_held` for a caller that has less than the account gets, `last_admin`
 */
export async function invite(
	deps: AccountsDeps,
	agent: InvitedAgent,
	{ role, language }: Invitation,
	context: CallContext,
	caller: Caller,
): Promise<Rendered> {
	const { db, publicUrl, now } = deps;
	const { workspaceId } = context;
	const { id: agentId, email } = agent;
	const at = new Date(now());
	const purpose = "invitation";
	const link = createLink({ workspaceId, agentId, purpose }, at);
	const account = await inTransaction(db, context, async (tx) => {
		const isLast = await isLastAdmin(tx, workspaceId, agentId);
		const [, locked] = await tx.batch([
			insertAccount({
				...{ workspaceId, agentId, email, role: role ?? "agent" },
				now: at.toISOString(),
			}),
			lockAccount(workspaceId, agentId),
		]);
		const current = locked.rows[0]!;
		const next = { ...current, role: role ?? current.role };
		requireRole(caller, current.role);
		requireRole(caller, next.role);
		if (isLast && next.role !== "admin") throw lastAdmin();
		const actorId = actorOf(context);
		const event = {
			...({ type: "invited", agentId, actorId, address: "" } as const),
			role: next.role,
		};
		await tx.batch([
			saveRole(workspaceId, agentId, next.role),
			...link.statements,
			insertAuditEvent(workspaceId, event, at),
		]);
		return next;
	});
	const { expiresAt } = link;
	const url = link.url(publicUrl());
	await mailLink(deps, account, { purpose, language, url, expiresAt });
	return ok(accountJson(account));
}
