import type { LinkPurpose } from "@supportdesk/accounts/links.ts";
import { newId } from "@supportdesk/ids/ids.ts";
import { ownContext } from "@supportdesk/rpc/own-context.ts";
import type { AccountsDeps } from "./accounts-deps.ts";
import type { Language } from "./fields.ts";

const TIME_LIMIT_MS = 5_000;

type MailedPurpose = Exclude<LinkPurpose, "sign_in">;

interface Mail {
	readonly subject: string;
	readonly reason: string;
}

type Until = (time: string) => string;

const TEXTS: Readonly<
	Record<Language, Readonly<Record<MailedPurpose, Mail>> & { until: Until }>
> = {
	en: {
		invitation: {
			subject: "Your account for Support Desk",
			reason:
				"You have been invited to answer customers in Support Desk. Choose a password here:",
		},
		password_reset: {
			subject: "A new password for Support Desk",
			reason:
				"A new password was requested for your account in Support Desk. Choose it here:",
		},
		until: (time) =>
			`The link works once, until ${time} UTC. If you did not expect this mail, ignore it.`,
	},
	de: {
		invitation: {
			subject: "Ihr Konto für Support Desk",
			reason:
				"Sie sind eingeladen, in Support Desk Kunden zu antworten. Wählen Sie hier ein Passwort:",
		},
		password_reset: {
			subject: "Ein neues Passwort für Support Desk",
			reason:
				"Für Ihr Konto in Support Desk wurde ein neues Passwort angefordert. Wählen Sie es hier:",
		},
		until: (time) =>
			`Der Link funktioniert einmal, bis ${time} UTC. Wenn Sie diese Nachricht nicht erwartet haben, ignorieren Sie sie.`,
	},
};

/** A link that is mailed to its agent. */
export interface MailedLink {
	readonly purpose: MailedPurpose;
	readonly language: Language;
	readonly url: string;
	readonly expiresAt: string;
}

/** Mails a link to its agent, through the tickets service, which retries it. */
export async function mailLink(
	{ notifyAgent, now }: Pick<AccountsDeps, "notifyAgent" | "now">,
	{ workspaceId, agentId }: { workspaceId: string; agentId: string },
	{ purpose, language, url, expiresAt }: MailedLink,
): Promise<void> {
	const at = now();
	const texts = TEXTS[language];
	const { subject, reason } = texts[purpose];
	const until = texts.until(expiresAt.slice(0, 16).replace("T", " "));
	await notifyAgent(
		{
			agentId,
			noticeId: newId("aud", at),
			subject,
			text: `${reason}\n\n${url}\n\n${until}\n`,
		},
		ownContext(workspaceId, TIME_LIMIT_MS, at),
	);
}
