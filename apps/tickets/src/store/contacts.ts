import type { Db } from "@supportdesk/pg/statement.ts";
import type { Contact } from "../domain/ticket.ts";

interface ContactRow {
	id: string;
	name: string;
	email: string;
	avatar_url: string | null;
}

/**
 * Makes the contact, or finds the one that has its address: in one statement, so that any number of parallel creates
 * with one new address agree. A contact that was there keeps its name; setting a key's column, even to what it is, would
 * make foreign keys' checks wait.
 */
export async function insertOrFindContact(
	db: Db,
	workspaceId: string,
	contact: Contact & { readonly emailKey: string },
	now: Date,
): Promise<Contact> {
	const { rows } = await db.query<ContactRow>({
		name: "contact_insert_or_find",
		text: `insert into contacts as c (workspace_id, id, name, email, email_key, avatar_url, created_at)
values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (workspace_id, email_key)
    do update set name = c.name
returning id, name, email, avatar_url`,
		values: [
			workspaceId,
			contact.id,
			contact.name,
			contact.email,
			contact.emailKey,
			contact.avatarUrl,
			now.toISOString(),
		],
	});
	const { id, name, email, avatar_url } = rows[0]!;
	return { id, name, email, avatarUrl: avatar_url };
}
