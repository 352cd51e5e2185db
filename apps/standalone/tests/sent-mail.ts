import PostalMime, { type Address, type Email } from "postal-mime";
import type { TestProduct } from "./product.ts";

/** A mail as another program reads it. */
export interface SentMail {
	readonly raw: string;
	/** Whom the server was told to deliver it to. */
	readonly recipients: readonly string[];
	readonly email: Email;
	/** A header's value; undefined where the mail has none. */
	header(name: string): string | undefined;
}

/** The mail of a message, as soon as it is sent. */
export async function sentMail(
	product: TestProduct,
	messageId: string,
): Promise<SentMail> {
	await product.nextMail(messageId);
	const own = product
		.mailsOf(messageId)
		.find(({ text }) => text.includes(`Message-ID: <${messageId}@`));
	if (!own) throw new Error(`no mail of ${messageId}`);
	const email = await PostalMime.parse(own.text);
	return {
		raw: own.text,
		recipients: own.to.split(","),
		email,
		header: (name) =>
			email.headers.find(({ key }) => key === name.toLowerCase())?.value,
	};
}

/** Addresses as `name <address>`, or the address alone. */
export function people(addresses: readonly Address[] | undefined): string[] {
	return (addresses ?? []).map(({ name, address }) =>
		name ? `${name} <${address}>` : String(address),
	);
}
