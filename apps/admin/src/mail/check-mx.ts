import { isIP } from "node:net";
import type { Dns, MailServer } from "./dns.ts";
import { type Finding, reportOn } from "./finding.ts";

const mx = reportOn("MX");

/**
 * Whether mail to a domain reaches a server.
 *
 * @param host the machine that Support Desk listens on, where the operator has named it
 */
export async function checkMx(
	dns: Dns,
	domain: string,
	host: string | undefined,
): Promise<Finding[]> {
	const servers = await dns.mailServers(domain);
	if (servers === "unanswered") return [mx.unknown(domain)];
	const make = `${domain}. MX 10 ${host ?? `mail.${domain}`}.`;
	if (servers.length === 0)
		return [mx.wrong(`No server receives mail for ${domain}.`, make)];
	if (servers.some((server) => server.host === "" || server.host === "."))
		return [mx.wrong(`${domain} says that it receives no mail at all.`, make)];
	const problems: Finding[] = [];
	for (const server of servers)
		problems.push(...(await checkServer(dns, server)));
	return problems.length > 0 ? problems : [reached(domain, servers, host)];
}

async function checkServer(dns: Dns, { host }: MailServer): Promise<Finding[]> {
	if (isIP(host) !== 0)
		return [
			mx.wrong(
				`${host} is an address; an MX record has to name a machine, which has an A or AAAA record.`,
			),
		];
	const aliases = await dns.aliases(host);
	if (aliases !== "unanswered" && aliases.length > 0)
		return [
			mx.wrong(
				`${host} is an alias (CNAME); an MX record has to name the machine itself: ${aliases[0]}.`,
			),
		];
	const addresses = await dns.addresses(host);
	if (addresses === "unanswered") return [mx.unknown(host)];
	return addresses.length > 0
		? []
		: [
				mx.wrong(
					`${host} receives the mail, but has no address.`,
					`${host}. A 203.0.113.1 (the machine's own address)`,
				),
			];
}

function reached(
	domain: string,
	servers: readonly MailServer[],
	host: string | undefined,
): Finding {
	const hosts = servers
		.toSorted((a, b) => a.priority - b.priority)
		.map((server) => server.host.toLowerCase());
	const says = `Mail to ${domain} goes to ${hosts.join(", then ")}.`;
	return host === undefined || hosts.includes(host.toLowerCase())
		? mx.ok(says)
		: mx.note(
				`${says} That is not ${host}: it has to pass the mail on, or Support Desk has to fetch it there by IMAP.`,
			);
}
