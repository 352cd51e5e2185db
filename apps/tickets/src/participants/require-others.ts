import type { Db } from "@supportdesk/pg/statement.ts";
import { parseEmailAddress } from "@supportdesk/text/email-address.ts";
import { candidateKeys } from "../domain/mailbox.ts";
import { type NamedParticipant, ownAddress } from "../domain/participants.ts";
import { selectOwnAddresses } from "../store/mailboxes.ts";

/** @throws AppError `invalid_parameter` for an address of the desk itself */
export async function requireOthers(
	db: Db,
	workspaceId: string,
	mailFrom: string,
	named: readonly NamedParticipant[],
): Promise<void> {
	if (named.length === 0) return;
	const keys = named.map(({ email }) => candidateKeys(email));
	const { rows } = await db.query(
		selectOwnAddresses(workspaceId, [...new Set(keys.flat())]),
	);
	const own = new Set([...rows, parseEmailAddress(mailFrom)?.key]);
	const at = keys.findIndex((each) => each.some((key) => own.has(key)));
	if (at >= 0) throw ownAddress(named[at]!.param);
}
