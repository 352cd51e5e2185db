import { createPublicKey, type KeyObject } from "node:crypto";
import type { Dns } from "./dns.ts";
import { type Finding, reportOn } from "./finding.ts";

const dkim = reportOn("DKIM");
const KEY_BITS_MIN = 1024; // RFC 8301, 3.2

/** Which key signs the mails. */
export interface DkimKey {
	readonly selector: string | undefined;
	/** PEM; undefined where another server signs. */
	readonly privateKey: string | undefined;
}

/** Whether receivers find the key that mails of a domain are signed with. */
export async function checkDkim(
	dns: Dns,
	domain: string,
	{ selector, privateKey }: DkimKey,
): Promise<Finding[]> {
	if (selector === undefined)
		return [
			dkim.note(
				"Whether mails are signed cannot be seen without the name of the key: give --selector, or set MAIL_DKIM_SELECTOR with MAIL_DKIM_DOMAIN and MAIL_DKIM_KEY.",
			),
		];
	const name = `${selector}._domainkey.${domain}`;
	const own = privateKey && createPublicKey(privateKey);
	const make = `${name}. TXT "${own ? recordOf(own) : "v=DKIM1; k=rsa; p=…"}"`;
	const texts = await dns.texts(name);
	if (texts === "unanswered") return [dkim.unknown(name)];
	const [record] = texts;
	if (record === undefined)
		return [
			dkim.wrong(
				`There is no key at ${name}: no receiver can verify the signatures.`,
				make,
			),
		];
	if (texts.length > 1)
		return [
			dkim.wrong(
				`There are ${texts.length} records at ${name}; receivers may take either. Keep one.`,
			),
		];
	return [checkKey(name, record, own || undefined, make)];
}

function checkKey(
	name: string,
	record: string,
	own: KeyObject | undefined,
	make: string,
): Finding {
	const data = /(?:^|;)\s*p=([^;]*)/i.exec(record)?.[1]?.replaceAll(/\s/g, "");
	if (data === undefined)
		return dkim.wrong(`The record at ${name} has no key (p=).`, make);
	if (data === "")
		return dkim.wrong(`The key at ${name} is revoked: p= is empty.`, make);
	if (/(?:^|;)\s*k=ed25519/i.test(record))
		return dkim.note(
			`The key at ${name} is an Ed25519 key, which some receivers ignore; Support Desk signs with RSA keys.`,
		);
	const key = publicKeyOf(data);
	if (!key)
		return dkim.wrong(
			`The key at ${name} cannot be read: it may have been cut off.`,
			make,
		);
	if (own && !own.equals(key))
		return dkim.wrong(
			`The key at ${name} is not the one of MAIL_DKIM_KEY: every signature fails.`,
			make,
		);
	const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
	if (bits < KEY_BITS_MIN)
		return dkim.wrong(
			`The key at ${name} has ${bits} bits; receivers ignore keys of fewer than ${KEY_BITS_MIN}.`,
		);
	return dkim.ok(
		`Receivers find a key of ${bits} bits at ${name}${own ? ", which fits MAIL_DKIM_KEY" : ""}.`,
	);
}

function publicKeyOf(base64: string): KeyObject | undefined {
	try {
		const key = Buffer.from(base64, "base64");
		return createPublicKey({ key, format: "der", type: "spki" });
	} catch {
		return undefined;
	}
}

function recordOf(key: KeyObject): string {
	const der = key.export({ format: "der", type: "spki" });
	return `v=DKIM1; k=rsa; p=${der.toString("base64")}`;
}
