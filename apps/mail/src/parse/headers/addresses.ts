import { domainToASCII } from "node:url";
import addressparser from "nodemailer/lib/addressparser";
import type { MailAddress } from "../parsed-mail.ts";
import { displayDomain } from "./display-domain.ts";
import { decodeWords } from "./header-text.ts";

const HEADER_CHARACTERS_MAX = 64 * 1024; // about a thousand addresses

/**
 * The addresses of a header, those of its groups included. Encoded words are decoded after the header is parsed, so that
 * none of them becomes an address.
 */
export function parseAddresses(header: string): MailAddress[] {
	const text = header.slice(0, HEADER_CHARACTERS_MAX);
	return addressparser(text, { flatten: true })
		.filter(({ address }) => address.includes("@"))
		.map(({ name, address }) => toMailAddress(decodeWords(name), address));
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
