import { nullable, type Row, rowType, text } from "@supportdesk/pg/row-type.ts";
import type { Query } from "@supportdesk/pg/statement.ts";
import type { Agent, Contact, Group } from "../domain/ticket.ts";

/** What a request refers to. An absent field is not looked for. */
export interface References {
	readonly emailKey?: string;
	readonly contactId?: string;
	readonly assigneeId?: string;
	readonly groupId?: string;
}

/** What was found of it. */
export interface Referenced {
	readonly contactByEmail: Contact | undefined;
	readonly contactById: Contact | undefined;
	readonly assignee: Agent | undefined;
	readonly group: Group | undefined;
}

const REFERENCED = rowType(
	{
		email_contact_id: nullable(text),
		email_contact_name: text,
		email_contact_email: text,
		email_contact_avatar_url: nullable(text),
		contact_id: nullable(text),
		contact_name: text,
		contact_email: text,
		contact_avatar_url: nullable(text),
		assignee_id: nullable(text),
		assignee_name: text,
		assignee_email: text,
		group_id: nullable(text),
		group_name: text,
	},
	(row): Referenced => ({
		contactByEmail: contactByEmail(row),
		contactById: contactById(row),
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
	}),
);
type ReferencedRow = Row<typeof REFERENCED.columns>;

function contactByEmail(row: ReferencedRow): Contact | undefined {
	if (!row.email_contact_id) return undefined;
	return {
		id: row.email_contact_id,
		name: row.email_contact_name,
		email: row.email_contact_email,
		avatarUrl: row.email_contact_avatar_url,
	};
}

function contactById(row: ReferencedRow): Contact | undefined {
	if (!row.contact_id) return undefined;
	return {
		id: row.contact_id,
		name: row.contact_name,
		email: row.contact_email,
		avatarUrl: row.contact_avatar_url,
	};
}

/** One row with everything that was found, deactivated agents and groups left out. */
export function selectReferences(
	workspaceId: string,
	references: References,
): Query<Referenced> {
	return {
		name: "references",
		text: `select e.id as email_contact_id, e.name as email_contact_name, e.email as email_contact_email,
       e.avatar_url as email_contact_avatar_url,
       c.id as contact_id, c.name as contact_name, c.email as contact_email, c.avatar_url as contact_avatar_url,
       a.id as assignee_id, a.name as assignee_name, a.email as assignee_email,
       g.id as group_id, g.name as group_name
  from (select) nothing
  left join contacts er on er.workspace_id = $1 and er.email_key = $2
  left join contacts e on e.workspace_id = $1 and e.id = case when er.merged_into is null then er.id else er.merged_into end
  left join contacts cr on cr.workspace_id = $1 and cr.id = $3
  left join contacts c on c.workspace_id = $1 and c.id = case when cr.merged_into is null then cr.id else cr.merged_into end and c.erased_at is null
  left join agents a on a.workspace_id = $1 and a.id = $4 and a.deactivated_at is null
  left join groups g on g.workspace_id = $1 and g.id = $5 and g.deactivated_at is null`,
		values: [
			workspaceId,
			references.emailKey,
			references.contactId,
			references.assigneeId,
			references.groupId,
		],
		row: REFERENCED,
	};
}
