import type { Db } from "@supportdesk/pg/statement.ts";
import type { EmailAddress } from "@supportdesk/text/email-address.ts";
import type { Ticket } from "../domain/ticket.ts";
import { selectAddressRows } from "../store/contacts.ts";

/**
 * Whether the sender of a mail has a part in a ticket: as its contact, or as a participant by any address of his.
 *
 * @param contactId the sender's; undefined for a stranger
 */
export async function takesPart(
	db: Db,
	workspaceId: string,
	{ contact, participants }: Pick<Ticket, "contact" | "participants">,
	contactId: string | undefined,
	{ key }: EmailAddress,
): Promise<boolean> {
	if (contactId !== undefined && contact.id === contactId) return true;
	const keys = new Set(participants.map(({ email }) => email));
	if (keys.has(key)) return true;
	if (contactId === undefined || keys.size === 0) return false;
	const { rows } = await db.query(selectAddressRows(workspaceId, contactId));
	return rows.some(({ key }) => keys.has(key));
}
