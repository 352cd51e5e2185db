import { checkDkim, type DkimKey } from "./check-dkim.ts";
import { checkDmarc } from "./check-dmarc.ts";
import { checkMx } from "./check-mx.ts";
import { checkSpf } from "./check-spf.ts";
import type { Dns } from "./dns.ts";
import type { Finding } from "./finding.ts";

/** Looks up what mail to and from a domain needs. */
export async function checkMail(
	dns: Dns,
	domain: string,
	host: string | undefined,
	key: DkimKey,
): Promise<Finding[]> {
	const findings = await Promise.all([
		checkMx(dns, domain, host),
		checkSpf(dns, domain),
		checkDkim(dns, domain, key),
		checkDmarc(dns, domain),
	]);
	return findings.flat();
}

const HEADINGS: Readonly<Record<Finding["verdict"], string>> = {
	ok: "ok",
	note: "note",
	wrong: "WRONG",
	unknown: "unknown",
};

/** The findings for people, a paragraph each. */
export function describeFindings(findings: readonly Finding[]): string {
	return findings
		.map(({ record, verdict, says, make }) => {
			const line = `${record.padEnd(6)} ${HEADINGS[verdict].padEnd(8)} ${says}\n`;
			return make === null
				? line
				: `${line}${" ".repeat(16)}Make this record:\n${" ".repeat(16)}  ${make}\n`;
		})
		.join("");
}
