import type { Dns } from "./dns.ts";
import { type Finding, reportOn } from "./finding.ts";

const spf = reportOn("SPF");
const LOOKUPS_MAX = 10; // RFC 7208, 4.6.4
const LOOKUP = /^[+?~-]?(?:include:|a(?:[:/]|$)|mx(?:[:/]|$)|ptr|exists:)/i;
const RECORD = /^v=spf1(?: |$)/i;

/** Whether a domain says which servers may send in its name. */
export async function checkSpf(dns: Dns, domain: string): Promise<Finding[]> {
	const texts = await dns.texts(domain);
	if (texts === "unanswered") return [spf.unknown(domain)];
	const records = texts.filter((text) => RECORD.test(text));
	const [record] = records;
	if (record === undefined)
		return [
			spf.wrong(
				`${domain} does not say which servers may send in its name: many receivers refuse its mail, or put it into spam.`,
				`${domain}. TXT "v=spf1 mx -all" (with include:… or ip4:… for the server of SMTP_URL, unless it is the MX)`,
			),
		];
	if (records.length > 1)
		return [
			spf.wrong(
				`${domain} has ${records.length} SPF records, which counts as an error: put what they say into one.`,
			),
		];
	const problems = [...checkEnd(record), ...(await checkLookups(dns, record))];
	return problems.length > 0
		? problems
		: [spf.ok(`${domain} says which servers may send: ${record}`)];
}

function checkEnd(record: string): Finding[] {
	const terms = record.split(/ +/);
	if (terms.some((term) => /^\+?all$/i.test(term)))
		return [
			spf.wrong(
				"The SPF record ends with +all: every machine in the world may send in your name. End it with -all or ~all.",
			),
		];
	const isBound = terms.some((term) => /^[~-]all$|^redirect=/i.test(term));
	return isBound
		? []
		: [
				spf.note(
					"The SPF record does not end with -all or ~all: nothing follows from it for other servers.",
				),
			];
}

/** Receivers give up on a record that needs more than ten other names, and on one that includes a name without any. */
async function checkLookups(dns: Dns, record: string): Promise<Finding[]> {
	const problems: Finding[] = [];
	let count = 0;
	const waiting = [record];
	while (waiting.length > 0 && count <= LOOKUPS_MAX) {
		const terms = waiting.pop()!.split(/ +/).slice(1);
		for (const term of terms) {
			const name = /^[+?~-]?include:(.+)$|^redirect=(.+)$/i.exec(term);
			if (!name && !LOOKUP.test(term)) continue;
			count += 1;
			if (!name || count > LOOKUPS_MAX) continue;
			const other = (name[1] ?? name[2])!;
			// A macro stands for something of each mail.
			if (other.includes("%")) continue;
			const texts = await dns.texts(other);
			if (texts === "unanswered") problems.push(spf.unknown(other));
			else {
				const found = texts.find((text) => RECORD.test(text));
				if (found !== undefined) waiting.push(found);
				else
					problems.push(
						spf.wrong(
							`The SPF record includes ${other}, which has none: receivers take the whole record for an error.`,
						),
					);
			}
		}
	}
	if (count > LOOKUPS_MAX)
		problems.push(
			spf.wrong(
				`The SPF record needs more than ${LOOKUPS_MAX} look-ups; receivers take it for an error. Name addresses (ip4:, ip6:) in place of some include:, a or mx.`,
			),
		);
	return problems;
}
