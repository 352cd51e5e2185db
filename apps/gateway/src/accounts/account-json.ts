import type { Account } from "@supportdesk/accounts/accounts.ts";
import type { AuditEvent } from "@supportdesk/accounts/audit-events.ts";

/** The API's account object. */
export function accountJson(account: Account): string {
	const { passwordHash, lastSignInAt, deactivatedAt } = account;
	const isUsed = passwordHash !== null || lastSignInAt !== null;
	return JSON.stringify({
		agent_id: account.agentId,
		email: account.email,
		role: account.role,
		status:
			deactivatedAt !== null ? "deactivated" : isUsed ? "active" : "invited",
		second_factor: account.secondFactorConfirmed,
		provider_linked: account.providerLinked,
		last_sign_in_at: lastSignInAt,
		created_at: account.createdAt,
	});
}

/** The API's audit event. */
export function auditJson(event: AuditEvent): string {
	return JSON.stringify({
		id: event.id,
		type: event.type,
		agent_id: event.agentId,
		actor_id: event.actorId || null,
		actor_key_name: event.keyName,
		address: event.address || null,
		role: event.role,
		created_at: event.createdAt,
	});
}
