import { domainToASCII } from "node:url";
import addressparser from "nodemailer/lib/addressparser";
import type { MailAddress } from "../parsed-mail.ts";
import { displayDomain } from "./display-domain.ts";
import { decodeWords } from "./header-text.ts";

const HEADER_CHARACTERS_MAX = 64 * 1024; // about a thousand addresses

// As they are in phrases, with characters that would end the phrase perhaps.
const ENCODED_WORD = /=\?[^?\s]{1,60}\?[bq]\?(?:[^?\s]|\?(?!=)){0,2000}\?=/gi;
const PLACEHOLDER = /\ue000(\d{1,6})\ue001/g;
const PRIVATE_USE = /[\ue000\ue001]/g;

/**
 * The addresses of a header, those of its groups included. Encoded words are put aside while the header is parsed, so that
 * none of them becomes an address or ends a name.
 */
export function parseAddresses(header: string): MailAddress[] {
	const words: string[] = [];
	const text = header
		.slice(0, HEADER_CHARACTERS_MAX)
		.replace(PRIVATE_USE, "")
		.replace(ENCODED_WORD, (word) => `\ue000${words.push(word) - 1}\ue001`);
	const restore = (part: string) =>
		part.replace(PLACEHOLDER, (_, index) => words[Number(index)] ?? "");
	return addressparser(text, { flatten: true })
		.filter(({ address }) => address.includes("@"))
		.map(({ name, address }) =>
			toMailAddress(decodeWords(restore(name)), restore(address)),
		);
}

function toMailAddress(name: string, text: string): MailAddress {
	const at = text.lastIndexOf("@");
	const local = text.slice(0, at).trim();
	const domain = text.slice(at + 1).trim();
	const ascii = domainToASCII(domain) || domain.toLowerCase();
	return {
		name,
		address: `${local}@${ascii}`,
		displayAddress: `${local}@${displayDomain(ascii)}`,
	};
}
