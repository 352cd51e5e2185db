import { domainToASCII, domainToUnicode } from "node:url";

export interface EmailAddress {
	/** As written, except for the domain, which is in its ASCII form and lower case. */
	readonly address: string;
	/** For comparisons: all in lower case. */
	readonly key: string;
}

const LENGTH_MAX = 254; // RFC 5321, 4.5.3.1.3, less the angle brackets
const LOCAL_LENGTH_MAX = 64;
const LABEL_LENGTH_MAX = 63;
// RFC 5322's atoms. Quoted local parts and comments are legal there, but not used in practice, and mail software
// interprets them differently.
const LOCAL_PART =
	/^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
// A decoder of encoded words turns such a local part into another address (RFC 2047).
const ENCODED_WORD = /=\?.*\?=/;
const DOMAIN_CHARACTERS = /^[\p{L}\p{N}\p{M}.-]+$/u;

/**
 * Parses a deliverable email address: an ASCII local part, and a domain of at least two labels in any script. Takes
 * linear time; returns undefined for any other text.
 */
export function parseEmailAddress(text: string): EmailAddress | undefined {
	const trimmed = text.trim();
	if (trimmed.length > LENGTH_MAX) return undefined;
	const at = trimmed.lastIndexOf("@");
	const local = trimmed.slice(0, at);
	const domain = at > 0 ? asciiDomain(trimmed.slice(at + 1)) : undefined;
	if (domain === undefined || !isLocalPart(local)) return undefined;
	const address = `${local}@${domain}`;
	if (address.length > LENGTH_MAX) return undefined;
	return { address, key: address.toLowerCase() };
}

function isLocalPart(local: string): boolean {
	return (
		local.length <= LOCAL_LENGTH_MAX &&
		LOCAL_PART.test(local) &&
		!ENCODED_WORD.test(local)
	);
}

function asciiDomain(text: string): string | undefined {
	if (!DOMAIN_CHARACTERS.test(text)) return undefined;
	const domain = domainToASCII(text);
	const labels = domain.split(".");
	// A number at the end would be an IP address.
	if (labels.length < 2 || /^\d+$/.test(labels.at(-1)!)) return undefined;
	return labels.every(isLabel) ? domain : undefined;
}

function isLabel(label: string): boolean {
	return (
		label.length <= LABEL_LENGTH_MAX &&
		LABEL.test(label) &&
		(!label.startsWith("xn--") || isPunycode(label))
	);
}

/** Decoding leaves a label that only looks encoded unchanged, or makes it empty. */
function isPunycode(label: string): boolean {
	const decoded = domainToUnicode(label);
	return decoded !== "" && decoded !== label;
}
