import type { Statement } from "@supportdesk/pg/statement.ts";

/**
 * Makes the creation of keys of an agent and the agent's deactivation follow each other, until the transaction ends: the
 * agents are the tickets service's, so that there is no row of theirs to lock.
 */
export function lockOwner(workspaceId: string, ownerId: string): Statement {
	return {
		name: "owner_lock",
		text: "select pg_advisory_xact_lock(hashtextextended('api_keys ' || $1::text || ' ' || $2::text, 0))",
		values: [workspaceId, ownerId],
	};
}

/** Copies an agent's deactivation to its keys, and notifies the gateways to look them up again. */
export function saveOwnerDeactivation(
	workspaceId: string,
	ownerId: string,
	deactivatedAt: string | null,
): Statement[] {
	return [
		lockOwner(workspaceId, ownerId),
		{
			name: "owner_deactivation",
			text: `update gateway.api_keys
			          set owner_deactivated_at = $3
			        where workspace_id = $1 and owner_id = $2`,
			values: [workspaceId, ownerId, deactivatedAt],
		},
		notifyKeysOf(workspaceId, ownerId),
	];
}

/** Notifies the gateways to look up the keys of a workspace again. @param ownerId limits this to one agent's keys */
export function notifyKeysOf(workspaceId: string, ownerId?: string): Statement {
	return {
		name: "owner_notify",
		text: `select count(pg_notify('api_keys', key_hash))
		         from (select key_hash
		                 from gateway.api_keys
		                where workspace_id = $1 and ($2::text is null or owner_id = $2)
		               union all
		               select s.key_hash
		                 from gateway.earlier_key_secrets s
		                 join gateway.api_keys k on k.workspace_id = s.workspace_id and k.id = s.api_key_id
		                where s.workspace_id = $1 and ($2::text is null or k.owner_id = $2)) h`,
		values: [workspaceId, ownerId],
	};
}
