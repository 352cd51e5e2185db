import { rowType, text } from "@supportdesk/pg/row-type.ts";
import type { Query, Statement } from "@supportdesk/pg/statement.ts";

/** A person as an OpenID Connect provider knows it. */
export interface Identity {
	readonly issuer: string;
	/** The provider's own id of the person. */
	readonly subject: string;
}

/** Row-level security exposes outside of workspaces only the identity that is set here, and its accounts. */
export function presentIdentity({ issuer, subject }: Identity): Statement {
	return {
		name: "present_identity",
		text: `select set_config('app.identity_issuer', $1, true), set_config('app.identity_subject', $2, true)`,
		values: [issuer, subject],
	};
}

/**
 * Links an account to an identity. Returns no row where the account has one of this issuer already, or another account of
 * the workspace has this one.
 */
export function insertIdentity(
	workspaceId: string,
	agentId: string,
	{ issuer, subject }: Identity,
	now: string,
): Query<{ readonly agent_id: string }> {
	return {
		name: "identity_insert",
		text: `insert into gateway.account_identities (workspace_id, agent_id, issuer, subject, created_at)
		       values ($1, $2, $3, $4, $5)
		       on conflict do nothing
		    returning agent_id`,
		values: [workspaceId, agentId, issuer, subject, now],
		row: rowType({ agent_id: text }),
	};
}

/** Whether an account has this identity: one row, or none. */
export function selectIdentity(
	workspaceId: string,
	agentId: string,
	{ issuer, subject }: Identity,
): Query<{ readonly agent_id: string }> {
	return {
		name: "identity",
		text: `select agent_id
		         from gateway.account_identities
		        where workspace_id = $1 and agent_id = $2 and issuer = $3 and subject = $4`,
		values: [workspaceId, agentId, issuer, subject],
		row: rowType({ agent_id: text }),
	};
}

/** Unlinks an account from all its identities. Returns a row for each. */
export function deleteIdentities(
	workspaceId: string,
	agentId: string,
): Query<{ readonly issuer: string }> {
	return {
		name: "identities_delete",
		text: `delete from gateway.account_identities
		        where workspace_id = $1 and agent_id = $2
		    returning issuer`,
		values: [workspaceId, agentId],
		row: rowType({ issuer: text }),
	};
}
