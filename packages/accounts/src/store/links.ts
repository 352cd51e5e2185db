import { oneOf, rowType, text } from "@supportdesk/pg/row-type.ts";
import type { Query, Statement } from "@supportdesk/pg/statement.ts";

export type LinkPurpose = "invitation" | "password_reset" | "sign_in";

/** An unused link. */
export interface Link {
	readonly workspaceId: string;
	readonly agentId: string;
	readonly purpose: LinkPurpose;
}

const LINK = rowType(
	{ workspace_id: text, agent_id: text, purpose: oneOf<LinkPurpose>() },
	(row): Link => ({
		workspaceId: row.workspace_id,
		agentId: row.agent_id,
		purpose: row.purpose,
	}),
);

/** Row-level security exposes outside of workspaces only the link whose hash is set here. */
export function presentLink(tokenHash: string): Statement {
	return {
		name: "present_link",
		text: "select set_config('app.link_hash', $1, true)",
		values: [tokenHash],
	};
}

/** The link with this token, unless it was used or has expired. */
export function selectLinkByToken(tokenHash: string, now: string): Query<Link> {
	return {
		name: "link_by_token",
		text: `select workspace_id, agent_id, purpose
		         from gateway.account_links
		        where token_hash = $1 and used_at is null and expires_at > $2`,
		values: [tokenHash, now],
		row: LINK,
	};
}

/** Uses the link up. Returns no row where it was used or has expired. */
export function useLink(
	workspaceId: string,
	tokenHash: string,
	now: string,
): Query<Link> {
	return {
		name: "link_use",
		text: `update gateway.account_links
		          set used_at = $3
		        where workspace_id = $1 and token_hash = $2 and used_at is null and expires_at > $3
		    returning workspace_id, agent_id, purpose`,
		values: [workspaceId, tokenHash, now],
		row: LINK,
	};
}

/** Stores a link. Those for the same purpose that the agent has not used are good no longer. */
export function insertLink(
	{ workspaceId, agentId, purpose }: Link,
	tokenHash: string,
	now: string,
	expiresAt: string,
): Statement[] {
	return [
		{
			name: "links_replace",
			text: `delete from gateway.account_links
			        where workspace_id = $1 and agent_id = $2 and purpose = $3 and used_at is null`,
			values: [workspaceId, agentId, purpose],
		},
		{
			name: "link_insert",
			text: `insert into gateway.account_links (workspace_id, token_hash, agent_id, purpose, created_at, expires_at)
			       values ($1, $2, $3, $4, $5, $6)`,
			values: [workspaceId, tokenHash, agentId, purpose, now, expiresAt],
		},
	];
}

/** Deletes the agent's unused links: what they were for is done, or undone. */
export function deleteLinksOf(workspaceId: string, agentId: string): Statement {
	return {
		name: "links_delete",
		text: `delete from gateway.account_links
		        where workspace_id = $1 and agent_id = $2 and used_at is null`,
		values: [workspaceId, agentId],
	};
}

/** Deletes links that expired before a time. */
export function purgeLinks(
	workspaceId: string,
	before: Date,
	rowsMax: number,
): Statement {
	return {
		text: `delete from gateway.account_links
		        where workspace_id = $1
		          and token_hash in (select token_hash
		                               from gateway.account_links
		                              where workspace_id = $1 and expires_at <= $2
		                              limit ${rowsMax})`,
		values: [workspaceId, before.toISOString()],
	};
}
