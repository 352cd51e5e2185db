import { domainToASCII } from "node:url";
import type { Command } from "commander";
import { AdminError } from "../admin-error.ts";
import { checkMail, describeFindings } from "../mail/check-mail.ts";
import { createDns } from "../mail/dns.ts";
import { jsonOf } from "../view.ts";
import type { CommandContext } from "./command.ts";

const DOMAIN = /^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.)+[a-z0-9-]*[a-z]$/;

export function addMail(
	program: Command,
	{ print, mailSettings }: CommandContext,
): void {
	const command = program
		.command("mail")
		.description("mail in and out")
		.command("check <domain>")
		.description(
			"look up the DNS records that mail to and from a domain needs, and say which are missing; needs no database",
		)
		.option(
			"--selector <name>",
			"the name of the DKIM key; MAIL_DKIM_SELECTOR by default",
		)
		.option(
			"--host <name>",
			"the machine that Support Desk listens on, if mail is to reach it directly",
		)
		.option("--json", "print JSON, for programs")
		.action(async (given: string) => {
			const domain = readDomain(given);
			const { json, selector, host } = command.opts();
			const { dnsServers, dkim } = mailSettings();
			const findings = await checkMail(createDns(dnsServers), domain, host, {
				selector: selector ?? dkim.selector,
				privateKey:
					dkim.domain?.toLowerCase() === domain ? dkim.privateKey : undefined,
			});
			print(json ? jsonOf(findings) : describeFindings(findings));
			const wrong = findings.filter(({ verdict }) => verdict === "wrong");
			if (wrong.length > 0)
				throw new AdminError(
					`Mail of ${domain} needs ${wrong.length === 1 ? "a change" : `${wrong.length} changes`} in the DNS.`,
				);
		});
}

/** @throws AdminError */
function readDomain(given: string): string {
	const domain = domainToASCII(given.replace(/^.*@/, "").replace(/\.$/, ""));
	if (!DOMAIN.test(domain))
		throw new AdminError(`${given} is not a domain such as acme.example.`);
	return domain;
}
