import { newId } from "@supportdesk/ids/ids.ts";
import {
	nullable,
	oneOf,
	rowType,
	text,
	timestamp,
} from "@supportdesk/pg/row-type.ts";
import type { Query, Statement } from "@supportdesk/pg/statement.ts";
import type { Role } from "../domain/role.ts";

export const AUDIT_TYPES = [
	"signed_in",
	"sign_in_failed",
	"signed_out",
	"session_revoked",
	"sessions_revoked",
	"invited",
	"sign_in_link_created",
	"password_reset_requested",
	"password_changed",
	"second_factor_enabled",
	"second_factor_disabled",
	"recovery_code_used",
	"recovery_codes_replaced",
	"role_changed",
	"provider_linked",
	"provider_unlinked",
	"deactivated",
	"reactivated",
] as const;

export type AuditType = (typeof AUDIT_TYPES)[number];

/** Something that happened to an account. */
export interface AuditEvent {
	readonly id: string;
	readonly type: AuditType;
	/** Whose account it is about. */
	readonly agentId: string;
	/** The agent or API key that did it; empty for a person who is not signed in, and for the command line. */
	readonly actorId: string;
	/** Of the API key that did it, or the masked secret of one without a name; null for others. */
	readonly keyName: string | null;
	/** The client's; empty for the command line. */
	readonly address: string;
	readonly createdAt: string;
	/** That the account got; null where it got none, and for events of earlier versions. */
	readonly role: Role | null;
}

const AUDIT_EVENT = rowType(
	{
		id: text,
		type: oneOf<AuditType>(),
		agent_id: text,
		actor_id: text,
		key_name: nullable(text),
		address: text,
		created_at: timestamp,
		role: nullable(oneOf<Role>()),
	},
	(row): AuditEvent => ({
		id: row.id,
		type: row.type,
		agentId: row.agent_id,
		actorId: row.actor_id,
		keyName: row.key_name,
		address: row.address,
		createdAt: row.created_at,
		role: row.role,
	}),
);

export function insertAuditEvent(
	workspaceId: string,
	event: Omit<AuditEvent, "id" | "createdAt" | "role" | "keyName"> & {
		readonly role?: Role;
	},
	now: Date,
): Statement {
	const { type, agentId, actorId, address, role } = event;
	return {
		name: "audit_insert",
		text: `insert into gateway.audit_events (workspace_id, id, type, agent_id, actor_id, address, created_at, role)
		       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
		values: [
			workspaceId,
			newId("aud", now.getTime()),
			type,
			agentId,
			actorId,
			address,
			now.toISOString(),
			role,
		],
	};
}

/** One page, the newest first, behind the id of the page before. */
export function selectAuditPage(
	workspaceId: string,
	agentId: string | undefined,
	rowsMax: number,
	behindId: string | undefined,
): Query<AuditEvent> {
	return {
		text: `select e.id, e.type, e.agent_id, e.actor_id, coalesce(k.name, k.masked) as key_name, e.address,
		              e.created_at, e.role
		         from gateway.audit_events e
		         left join gateway.api_keys k on k.workspace_id = e.workspace_id and k.id = e.actor_id
		        where e.workspace_id = $1
		          and ($2::text is null or e.agent_id = $2)
		          and ($3::text is null or e.id < $3)
		        order by e.id desc
		        limit ${rowsMax}`,
		values: [workspaceId, agentId, behindId],
		row: AUDIT_EVENT,
	};
}

/** Deletes events from before a time. */
export function purgeAuditEvents(
	workspaceId: string,
	before: Date,
	rowsMax: number,
): Statement {
	return {
		text: `delete from gateway.audit_events
		        where workspace_id = $1
		          and id in (select id
		                       from gateway.audit_events
		                      where workspace_id = $1 and created_at < $2
		                      limit ${rowsMax})`,
		values: [workspaceId, before.toISOString()],
	};
}
