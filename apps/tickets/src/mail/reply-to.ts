import type { Deps } from "../deps.ts";
import { replyAddress, replyToken } from "../secrets/reply-token.ts";

/**
 * Where an answer to a mail of a ticket leads back to the ticket; undefined where such addresses do not arrive.
 *
 * @param sender the address that the mail leaves from
 */
export function replyTo(
	{ plusAddresses, secretsKey }: Pick<Deps, "plusAddresses" | "secretsKey">,
	sender: string,
	workspaceId: string,
	ticketId: string,
): string | undefined {
	if (!plusAddresses || secretsKey === undefined) return undefined;
	return replyAddress(sender, replyToken(secretsKey, workspaceId, ticketId));
}
