import type { Statement } from "@supportdesk/pg/statement.ts";
import type { Agent, Contact, Group } from "../domain/ticket.ts";

/** What a request points at. An absent field is not looked for. */
export interface References {
	readonly emailKey?: string;
	readonly contactId?: string;
	readonly assigneeId?: string;
	readonly groupId?: string;
}

export interface ReferencesRow {
	email_contact_id: string | null;
	email_contact_name: string;
	email_contact_email: string;
	email_contact_avatar_url: string | null;
	contact_id: string | null;
	contact_name: string;
	contact_email: string;
	contact_avatar_url: string | null;
	assignee_id: string | null;
	assignee_name: string;
	assignee_email: string;
	group_id: string | null;
	group_name: string;
}

export interface Referenced {
	readonly contactByEmail: Contact | undefined;
	readonly contactById: Contact | undefined;
	readonly assignee: Agent | undefined;
	readonly group: Group | undefined;
}

/** One row with everything that was found, deactivated agents and groups left out; one statement, because a create asks for all of it at once. */
export function selectReferences(
	workspaceId: string,
	references: References,
): Statement {
	return {
		name: "references",
		text: `select e.id as email_contact_id, e.name as email_contact_name, e.email as email_contact_email,
       e.avatar_url as email_contact_avatar_url,
       c.id as contact_id, c.name as contact_name, c.email as contact_email, c.avatar_url as contact_avatar_url,
       a.id as assignee_id, a.name as assignee_name, a.email as assignee_email,
       g.id as group_id, g.name as group_name
  from (select) nothing
  left join contacts e on e.workspace_id = $1 and e.email_key = $2
  left join contacts c on c.workspace_id = $1 and c.id = $3
  left join agents a on a.workspace_id = $1 and a.id = $4 and a.deactivated_at is null
  left join groups g on g.workspace_id = $1 and g.id = $5 and g.deactivated_at is null`,
		values: [
			workspaceId,
			references.emailKey,
			references.contactId,
			references.assigneeId,
			references.groupId,
		],
	};
}

export function referencesFromRow(row: ReferencesRow): Referenced {
	return {
		contactByEmail: row.email_contact_id
			? {
					id: row.email_contact_id,
					name: row.email_contact_name,
					email: row.email_contact_email,
					avatarUrl: row.email_contact_avatar_url,
				}
			: undefined,
		contactById: row.contact_id
			? {
					id: row.contact_id,
					name: row.contact_name,
					email: row.contact_email,
					avatarUrl: row.contact_avatar_url,
				}
			: undefined,
		assignee: row.assignee_id
			? {
					id: row.assignee_id,
					name: row.assignee_name,
					email: row.assignee_email,
				}
			: undefined,
		group: row.group_id
			? { id: row.group_id, name: row.group_name }
			: undefined,
	};
}
