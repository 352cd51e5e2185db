import type { Statement } from "@supportdesk/pg/statement.ts";

/**
 * Replaces the secret of a key. The present one becomes an earlier one, which stays valid until the given time; those
 * before it become invalid at that time at the latest. Those that were invalid before are deleted.
 */
export function replaceSecret(
	{ workspaceId, id }: { readonly workspaceId: string; readonly id: string },
	secret: { readonly keyHash: string; readonly masked: string },
	validUntil: string,
	now: string,
): Statement[] {
	return [
		{
			name: "secrets_delete",
			text: `delete from gateway.earlier_key_secrets
			        where workspace_id = $1 and api_key_id = $2 and valid_until <= $3`,
			values: [workspaceId, id, now],
		},
		{
			name: "secrets_shorten",
			text: `update gateway.earlier_key_secrets
			          set valid_until = $3
			        where workspace_id = $1 and api_key_id = $2 and valid_until > $3`,
			values: [workspaceId, id, validUntil],
		},
		{
			name: "secret_keep",
			text: `insert into gateway.earlier_key_secrets (workspace_id, api_key_id, key_hash, valid_until)
			       select workspace_id, id, key_hash, $3
			         from gateway.api_keys
			        where workspace_id = $1 and id = $2`,
			values: [workspaceId, id, validUntil],
		},
		{
			name: "secret_replace",
			text: `update gateway.api_keys
			          set key_hash = $3, masked = $4
			        where workspace_id = $1 and id = $2`,
			values: [workspaceId, id, secret.keyHash, secret.masked],
		},
	];
}
