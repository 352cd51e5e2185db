import type { Dns } from "./dns.ts";
import { type Finding, reportOn } from "./finding.ts";

const dmarc = reportOn("DMARC");
const RECORD = /^v=DMARC1\s*(?:;|$)/i;

/** Whether a domain, or the one above it, says what receivers do with mail that fails SPF and DKIM. */
export async function checkDmarc(dns: Dns, domain: string): Promise<Finding[]> {
	const labels = domain.split(".");
	// A policy of a domain holds for those below it; one of a top-level domain is nobody's.
	const domains = labels.slice(0, -1).map((_, i) => labels.slice(i).join("."));
	for (const each of domains) {
		const texts = await dns.texts(`_dmarc.${each}`);
		if (texts === "unanswered") return [dmarc.unknown(`_dmarc.${each}`)];
		const records = texts.filter((text) => RECORD.test(text));
		if (records.length > 1)
			return [
				dmarc.wrong(
					`_dmarc.${each} has ${records.length} DMARC records, so receivers use none: keep one.`,
				),
			];
		if (records[0] !== undefined)
			return [checkPolicy(each, domain, records[0])];
	}
	return [
		dmarc.wrong(
			`${domain} does not say what receivers do with forged mail in its name; large providers refuse mail of such domains.`,
			`_dmarc.${domain}. TXT "v=DMARC1; p=none; rua=mailto:dmarc@${domain}"`,
		),
	];
}

function checkPolicy(holder: string, domain: string, record: string): Finding {
	const tagOf = (tag: string) =>
		new RegExp(`(?:^|;)\\s*${tag}\\s*=\\s*([^;\\s]+)`, "i").exec(record)?.[1];
	const policy = (holder === domain ? undefined : tagOf("sp")) ?? tagOf("p");
	switch (policy?.toLowerCase()) {
		case "quarantine":
		case "reject":
			return dmarc.ok(`Forged mail is kept out: ${record}`);
		case "none":
			return dmarc.note(
				`Forged mail is delivered all the same (p=none). Once the reports show that your own mail passes, set p=quarantine, then p=reject.`,
			);
		default:
			return dmarc.wrong(
				`The record at _dmarc.${holder} has no valid policy: p= has to be none, quarantine or reject.`,
				`_dmarc.${holder}. TXT "v=DMARC1; p=none; rua=mailto:dmarc@${holder}"`,
			);
	}
}
