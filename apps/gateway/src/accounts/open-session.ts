import { type Account, saveSignIn } from "@supportdesk/accounts/accounts.ts";
import { insertAuditEvent } from "@supportdesk/accounts/audit-events.ts";
import {
	endSessions,
	insertSession,
	type SignInMethod,
} from "@supportdesk/accounts/sessions.ts";
import { hashToken, newToken } from "@supportdesk/accounts/token.ts";
import { newId } from "@supportdesk/ids/ids.ts";
import type { Transaction } from "@supportdesk/pg/transaction.ts";
import type { AccountsDeps, Browser } from "./accounts-deps.ts";
import { sealIdToken } from "./oidc/id-token.ts";

// A person has a few browsers; beyond these the oldest sessions end.
const SESSIONS_MAX = 50;
const USER_AGENT_CHARACTERS_MAX = 300;

/** A session that begins, with the token that only its browser gets. */
export interface OpenedSession {
	readonly id: string;
	readonly token: string;
	readonly expiresAt: string;
	/** Of the agent, in lower case. */
	readonly email: string;
}

/**
 * Opens a session of an account that was locked in this transaction.
 *
 * @param idToken of a sign-in at the provider
 */
export async function openSession(
	tx: Transaction,
	{ sessions, now }: Pick<AccountsDeps, "sessions" | "now">,
	account: Pick<Account, "workspaceId" | "agentId" | "email">,
	method: SignInMethod,
	{ address, userAgent }: Browser,
	idToken?: string,
): Promise<OpenedSession> {
	const { workspaceId, agentId, email } = account;
	const at = new Date(now());
	const id = newId("ses", at.getTime());
	const token = newToken();
	const createdAt = at.toISOString();
	const expires = new Date(at.getTime() + sessions.lifetimeMs);
	const expiresAt = expires.toISOString();
	await tx.batch([
		insertSession({
			...{ workspaceId, id, agentId, tokenHash: hashToken(token), method },
			...{ address, createdAt, expiresAt },
			userAgent: cleanText(userAgent),
			idToken: idToken && sealIdToken(idToken, token, id),
		}),
		endSessions(workspaceId, agentId, { keep: SESSIONS_MAX }),
		saveSignIn(workspaceId, agentId, createdAt),
		insertAuditEvent(
			workspaceId,
			{ type: "signed_in", agentId, actorId: agentId, address },
			at,
		),
	]);
	return { id, token, expiresAt, email };
}

/** A header's text as it can be stored and shown. */
function cleanText(text: string): string {
	const shown = text.replace(/\p{C}/gu, "").toWellFormed();
	return [...shown].slice(0, USER_AGENT_CHARACTERS_MAX).join("");
}
