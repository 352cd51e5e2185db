import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

const ID_LENGTH = 26; // of a ticket's id without its prefix
const MAC_BYTES = 10;
const MAC_LENGTH = 16;
const KEY_BYTES = 32;
const LOCAL_LENGTH_MAX = 64; // RFC 5321, 4.5.3.1.1
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const TOKEN = /^[0-7][0-9a-hjkmnp-tv-z]{41}$/;

/**
 * What names a ticket in an address: its id and a part of an HMAC, in letters and digits of one case, because mail servers
 * may change the case of an address. It cannot be guessed, and is of no use in another workspace.
 *
 * @param key the installation's SECRETS_KEY
 */
export function replyToken(
	key: string,
	workspaceId: string,
	ticketId: string,
): string {
	return (
		ticketId.slice("tkt_".length) + base32(macOf(key, workspaceId, ticketId))
	);
}

/** The address that replies to a ticket are sent to; undefined where its local part would be longer than mail allows. */
export function replyAddress(
	mailboxAddress: string,
	token: string,
): string | undefined {
	const at = mailboxAddress.lastIndexOf("@");
	const local = `${mailboxAddress.slice(0, at)}+${token}`;
	return local.length > LOCAL_LENGTH_MAX
		? undefined
		: local + mailboxAddress.slice(at);
}

/** The ticket whose token stands in an address; undefined where there is none that we have made. */
export function ticketOfAddress(
	key: string,
	workspaceId: string,
	address: string,
): string | undefined {
	const at = address.lastIndexOf("@");
	const token = address.slice(address.lastIndexOf("+", at) + 1, at);
	const text = token.toLowerCase();
	if (!TOKEN.test(text)) return undefined;
	const ticketId = `tkt_${text.slice(0, ID_LENGTH)}`;
	const expected = replyToken(key, workspaceId, ticketId);
	return timingSafeEqual(Buffer.from(text), Buffer.from(expected))
		? ticketId
		: undefined;
}

function macOf(key: string, workspaceId: string, ticketId: string): Buffer {
	const secret = hkdfSync("sha256", key, "", "reply token", KEY_BYTES);
	return createHmac("sha256", Buffer.from(secret))
		.update(`${workspaceId} ${ticketId}`)
		.digest()
		.subarray(0, MAC_BYTES);
}

function base32(bytes: Buffer): string {
	let text = "";
	let bits = 0n;
	for (const byte of bytes) bits = (bits << 8n) | BigInt(byte);
	for (let i = MAC_LENGTH - 1; i >= 0; i -= 1)
		text += ALPHABET[Number((bits >> BigInt(5 * i)) & 31n)];
	return text;
}
