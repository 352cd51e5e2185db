import { insertAuditEvent } from "@supportdesk/accounts/audit-events.ts";
import { createLink } from "@supportdesk/accounts/create-link.ts";
import { writeAll } from "@supportdesk/pg/transaction.ts";
import type { AccountsDeps, Browser } from "./accounts-deps.ts";
import type { Language } from "./fields.ts";
import { limitAttemptsFor, limitMails } from "./limit-attempts.ts";
import { mailLink } from "./mail-link.ts";
import { findAccounts } from "./sign-in.ts";

export interface ForgottenPassword {
	readonly email: string;
	readonly workspaceId: string | undefined;
	readonly language: Language;
}

/**
 * Mails a link for a new password to the address if it has an account. Happens in the background: the response is the same,
 * and as fast, for an address without one.
 *
 * @throws AppError `rate_limit_error`
 */
export async function forgottenPassword(
	deps: AccountsDeps,
	request: ForgottenPassword,
	browser: Browser,
): Promise<void> {
	const { limiter, log } = deps;
	const name = request.email.trim().toLowerCase();
	await limitAttemptsFor(name, deps, browser);
	await limitMails(limiter, name);
	sendLink(deps, { ...request, email: name }, browser).catch((err) =>
		log.warn({ err }, "link for a new password not sent"),
	);
}

async function sendLink(
	deps: AccountsDeps,
	request: ForgottenPassword,
	{ address }: Browser,
): Promise<void> {
	const { db, publicUrl, now } = deps;
	const { email, workspaceId: wanted } = request;
	const [account] = await findAccounts(deps, email, wanted);
	if (!account) return;
	const { workspaceId, agentId } = account;
	const at = new Date(now());
	const purpose = "password_reset";
	const link = createLink({ workspaceId, agentId, purpose }, at);
	const event = {
		type: "password_reset_requested",
		agentId,
		actorId: "",
		address,
	} as const;
	await writeAll(db, workspaceId, [
		...link.statements,
		insertAuditEvent(workspaceId, event, at),
	]);
	const { language } = request;
	const { expiresAt } = link;
	const url = link.url(publicUrl());
	await mailLink(deps, account, { purpose, language, url, expiresAt });
}
