import { lockAccount, savePassword } from "@supportdesk/accounts/accounts.ts";
import { insertAuditEvent } from "@supportdesk/accounts/audit-events.ts";
import {
	deleteLinksOf,
	presentLink,
	selectLinkByToken,
	useLink,
} from "@supportdesk/accounts/links.ts";
import { endSessions } from "@supportdesk/accounts/sessions.ts";
import { hashToken, isToken } from "@supportdesk/accounts/token.ts";
import { AppError } from "@supportdesk/errors/app-error.ts";
import {
	inTransaction,
	runOutsideWorkspaces,
	type Transaction,
} from "@supportdesk/pg/transaction.ts";
import type { AccountsDeps, Browser } from "./accounts-deps.ts";
import { invalidLink } from "./errors.ts";
import { limitAccount, limitAttempts } from "./limit-attempts.ts";
import { noteFailure } from "./note-failure.ts";
import { type OpenedSession, openSession } from "./open-session.ts";
import { requirePassword } from "./password-rules.ts";
import { requireSecondFactor } from "./second-factor.ts";

export interface Redeemed {
	readonly token: string;
	/** Required for an invitation and a password reset, and refused for a link that only signs in. */
	readonly password: string | undefined;
	/** Of the second factor, for a new password: a mail alone is one factor. */
	readonly code: string | undefined;
}

/**
 * Uses a link up: signs its agent in, with a new password if the link is for one.
 *
 * @throws AppError `invalid_link`, `missing_parameter`, `invalid_parameter`, `weak_password`, `second_factor_required`,
 * `invalid_second_factor`, `rate_limit_error`
 */
export async function redeemLink(
	deps: AccountsDeps,
	{ token, password, code }: Redeemed,
	browser: Browser,
): Promise<OpenedSession> {
	const { db, limiter, passwords, secretsKey, now } = deps;
	await limitAttempts(limiter, browser.address, `link ${token}`);
	if (!isToken(token)) throw invalidLink();
	const tokenHash = hashToken(token);
	const at = new Date(now()).toISOString();
	const [, found] = await runOutsideWorkspaces(db, [
		presentLink(tokenHash),
		selectLinkByToken(tokenHash, at),
	]);
	const [link] = found.rows;
	if (!link) throw invalidLink();
	const { workspaceId, agentId, purpose } = link;
	// Whoever reads the agent's mail can have many links sent, and must not guess codes with each of them.
	await limitAccount(limiter, `links of ${agentId}`);
	const setsPassword = purpose !== "sign_in";
	if (setsPassword !== (password !== undefined))
		throw wrongPassword(setsPassword);
	if (password !== undefined) requirePassword("password", password);
	const newHash = password && (await passwords.hash(password));
	return inTransaction(db, workspaceId, async (tx) => {
		const [account, used] = await tx.batch([
			lockAccount(workspaceId, agentId),
			useLink(workspaceId, tokenHash, at),
		]);
		const [current] = account.rows;
		if (!used.rows[0] || current?.deactivatedAt !== null) throw invalidLink();
		if (setsPassword)
			await requireSecondFactor(
				...([tx, current, secretsKey, code] as const),
				browser.address,
				new Date(now()),
			).catch((refusal) => {
				if (code !== undefined) noteFailure(deps, current, browser);
				throw refusal;
			});
		if (newHash) await setPassword(tx, deps, link, newHash, browser);
		return openSession(tx, deps, current, "link", browser);
	});
}

/** A new password ends what the old one opened. */
async function setPassword(
	tx: Transaction,
	{ now }: Pick<AccountsDeps, "now">,
	{ workspaceId, agentId }: { workspaceId: string; agentId: string },
	passwordHash: string,
	{ address }: Browser,
): Promise<void> {
	const event = {
		type: "password_changed",
		agentId,
		actorId: agentId,
		address,
	} as const;
	await tx.batch([
		savePassword(workspaceId, agentId, passwordHash),
		deleteLinksOf(workspaceId, agentId),
		endSessions(workspaceId, agentId),
		insertAuditEvent(workspaceId, event, new Date(now())),
	]);
}

const wrongPassword = (isMissing: boolean) =>
	isMissing
		? new AppError(
				"invalid_request",
				"missing_parameter",
				"password is required.",
				{ param: "password" },
			)
		: new AppError(
				"invalid_request",
				"invalid_parameter",
				"password is not for a link that signs in.",
				{ param: "password" },
			);
