import { insertAuditEvent } from "@supportdesk/accounts/audit-events.ts";
import { createLink } from "@supportdesk/accounts/create-link.ts";
import { writeAll } from "@supportdesk/pg/transaction.ts";
import type { AccountsDeps, Browser } from "./accounts-deps.ts";
import { limitAttempts } from "./limit-attempts.ts";
import { mailLink } from "./mail-link.ts";
import { findAccount } from "./sign-in.ts";

/**
 * Mails a link for a new password to the address if it has an account. Happens in the background: the response is the same,
 * and as fast, for an address without one.
 *
 * @throws AppError `rate_limit_error`
 */
export async function forgottenPassword(
	deps: AccountsDeps,
	email: string,
	workspaceId: string | undefined,
	browser: Browser,
): Promise<void> {
	const { limiter, log } = deps;
	const name = email.trim().toLowerCase();
	await limitAttempts(limiter, browser.address, name);
	sendLink(deps, name, workspaceId, browser).catch((err) =>
		log.warn({ err }, "link for a new password not sent"),
	);
}

async function sendLink(
	deps: AccountsDeps,
	email: string,
	givenWorkspaceId: string | undefined,
	{ address }: Browser,
): Promise<void> {
	const { db, publicUrl, now } = deps;
	const account = await findAccount(deps, email, givenWorkspaceId);
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
	const url = link.url(publicUrl());
	await mailLink(deps, account, purpose, url, link.expiresAt);
}
