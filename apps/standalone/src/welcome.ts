import { type Config, commandFor } from "./config.ts";
import type { DataFolder } from "./data-folder.ts";
import type { Standalone } from "./start.ts";

/** The text that a newcomer needs when the installation runs. */
export function welcome(
	{
		demo,
		signInUrl,
		metricsUrl,
	}: Pick<Standalone, "demo" | "signInUrl" | "metricsUrl">,
	config: Config,
	folder: DataFolder,
): string {
	const mails = config.smtpUrl
		? `sent through ${new URL(config.smtpUrl).host}`
		: `written to ${folder.outbox} (set SMTP_URL to send them)`;
	const mailIn = demo.mail
		? `; mail for mailboxes comes in at ${demo.mail.host}:${demo.mail.port}`
		: "";
	const keys = Object.entries(demo.keys)
		.map(([plan, key]) => `    ${plan.padEnd(10)}  ${key}`)
		.join("\n");
	return `
Support Desk is running at ${demo.base_url} (Ctrl-C stops it).

${signInUrl ? `  Sign in         ${signInUrl} (once, within 15 minutes)\n` : ""}  API reference   ${demo.base_url}/docs
  Mails           ${mails}${mailIn}
  Metrics         ${metricsUrl} (for Prometheus)
  Data            ${config.dataDir} (the demo's keys and ids are in demo.json, the log in supportdesk.log)
  Administration  ${commandFor(config.dataDir, "npm run admin -- --help")}

  API keys of the demo workspace "Papermoss", one for each plan:
${keys}

  Create a ticket:
    curl ${demo.base_url}/v1/tickets -H 'Authorization: Bearer ${demo.keys.growth}' -H 'Content-Type: application/json' -d '{"subject": "Cannot log in", "body": "My password is refused. How do I reset it?", "contact": {"email": "me@customer.example"}}'

  Show it with its draft reply, a moment later:
    curl '${demo.base_url}/v1/conversations?limit=1' -H 'Authorization: Bearer ${demo.keys.growth}'
${firstMail(demo)}`;
}

/** How to send a mail to the demo's mailbox. */
function firstMail({ mail, mailboxes: [mailbox] }: Standalone["demo"]): string {
	if (!mail || !mailbox) return "";
	const { address } = mailbox;
	return `
  Send a mail to ${address}, which becomes a ticket:
    printf 'From: me@customer.example\\nTo: ${address}\\nSubject: Cannot log in\\n\\nMy password is refused. How do I reset it?\\n' | curl smtp://${mail.host}:${mail.port} --crlf --mail-from me@customer.example --mail-rcpt ${address} -T -
`;
}
