import type { LinkPurpose } from "@supportdesk/accounts/links.ts";
import { newId } from "@supportdesk/ids/ids.ts";
import { ownContext } from "@supportdesk/rpc/own-context.ts";
import type { AccountsDeps } from "./accounts-deps.ts";

const TIME_LIMIT_MS = 5_000;

type MailedPurpose = Exclude<LinkPurpose, "sign_in">;

const SUBJECTS: Readonly<Record<MailedPurpose, string>> = {
	invitation: "Your account for Support Desk",
	password_reset: "A new password for Support Desk",
};

const REASONS: Readonly<Record<MailedPurpose, string>> = {
	invitation:
		"You have been invited to answer customers in Support Desk. Choose a password here:",
	password_reset:
		"A new password was requested for your account in Support Desk. Choose it here:",
};

/** Mails a link to its agent, through the tickets service, which retries it. */
export async function mailLink(
	{ notifyAgent, now }: Pick<AccountsDeps, "notifyAgent" | "now">,
	{ workspaceId, agentId }: { workspaceId: string; agentId: string },
	purpose: MailedPurpose,
	url: string,
	expiresAt: string,
): Promise<void> {
	const at = now();
	await notifyAgent(
		{
			agentId,
			noticeId: newId("aud", at),
			subject: SUBJECTS[purpose],
			text: `${REASONS[purpose]}

${url}

The link works once, until ${expiresAt.slice(0, 16).replace("T", " ")} UTC. If you did not expect this mail, ignore it.
`,
		},
		ownContext(workspaceId, TIME_LIMIT_MS, at),
	);
}
