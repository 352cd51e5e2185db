import { insertAuditEvent } from "@supportdesk/accounts/audit-events.ts";
import {
	type EndedSession,
	type EndedSessions,
	endSessions,
	type Session,
	selectSessionsOf,
} from "@supportdesk/accounts/sessions.ts";
import { AppError } from "@supportdesk/errors/app-error.ts";
import { inTransaction, read } from "@supportdesk/pg/transaction.ts";
import { z } from "../openapi/zod.ts";
import type { AccountsDeps, Browser } from "./accounts-deps.ts";
import {
	type AuthEndpoint,
	authEndpoint,
	type Ended,
	type SignedIn,
} from "./auth-endpoint.ts";
import { code, email, linkToken, password, workspaceId } from "./fields.ts";
import { endOf } from "./find-session.ts";
import { openIdToken } from "./oidc/id-token.ts";
import type { Provider } from "./oidc/provider.ts";
import { redeemLink } from "./redeem-link.ts";
import { csrfTokenOf } from "./session-cookie.ts";
import { signIn } from "./sign-in.ts";

// Of the console.
const SIGN_IN_PAGE = "/sign-in";

const Credentials = z.strictObject({
	email,
	password,
	workspace_id: workspaceId,
	code: code.optional(),
});
const Redeemed = z.strictObject({
	link: linkToken,
	password: password.optional(),
	code: code.optional(),
});

/** Signing in and out, and the list of an agent's sessions. */
export function sessionEndpoints(
	deps: AccountsDeps,
	provider: Provider | undefined,
): AuthEndpoint[] {
	const endOwn = async (
		signedIn: SignedIn,
		which: EndedSessions,
		browser: Browser,
	): Promise<Ended> => {
		const ended = await end(deps, signedIn, which, browser);
		const own = ended.find(({ id }) => id === signedIn.key.id);
		if (own?.method !== "oidc") return { ended: true };
		const idToken = openIdToken(own.idToken, signedIn.token, own.id);
		const returnTo = new URL(SIGN_IN_PAGE, deps.publicUrl()).href;
		const providerUrl = await provider?.findSignOutUrl(idToken, returnTo);
		return { ended: true, providerUrl };
	};
	return [
		authEndpoint<z.infer<typeof Credentials>>({
			method: "post",
			path: "/sign-in",
			body: Credentials,
			call: async ({ body, browser }) => ({
				opened: await signIn(
					deps,
					{ ...body, workspaceId: body.workspace_id, code: body.code },
					browser,
				),
			}),
		}),
		authEndpoint<z.infer<typeof Redeemed>>({
			method: "post",
			path: "/links",
			body: Redeemed,
			call: async ({ body, browser }) => ({
				opened: await redeemLink(
					deps,
					{ token: body.link, password: body.password, code: body.code },
					browser,
				),
			}),
		}),
		authEndpoint({
			method: "get",
			path: "/session",
			// Browsers log every response of 401 as an error, and a first visit is none.
			callMaybeSignedIn: async (_request, signedIn) => ({
				json: signedIn ? sessionJson(signedIn) : null,
			}),
		}),
		authEndpoint({
			method: "get",
			path: "/sessions",
			callSignedIn: async (_request, signedIn) => ({
				json: { data: await listSessions(deps, signedIn) },
			}),
		}),
		authEndpoint({
			method: "delete",
			path: "/sessions/:id",
			async callSignedIn({ params, browser }, signedIn) {
				const id = params.id!;
				const isOwn = id === signedIn.key.id;
				if (isOwn) return endOwn(signedIn, { id }, browser);
				await end(deps, signedIn, { id }, browser);
				return { json: { id, deleted: true } };
			},
		}),
		authEndpoint({
			method: "post",
			path: "/sign-out",
			callSignedIn: ({ browser }, signedIn) =>
				endOwn(signedIn, { id: signedIn.key.id }, browser),
		}),
		authEndpoint({
			method: "post",
			path: "/sign-out-everywhere",
			callSignedIn: ({ browser }, signedIn) => endOwn(signedIn, {}, browser),
		}),
	];
}

/** The session that sends a request, with what its changes carry. */
export function sessionJson({ key, token }: SignedIn) {
	return {
		id: key.id,
		agent_id: key.ownerId,
		workspace_id: key.workspaceId,
		role: key.session!.role,
		expires_at: new Date(key.expiresAtMs!).toISOString(),
		csrf_token: csrfTokenOf(token),
	};
}

async function listSessions(
	{ db, now, sessions }: AccountsDeps,
	{ key }: SignedIn,
) {
	const { id, workspaceId, ownerId } = key;
	const at = now();
	const rows = await read(
		db,
		workspaceId,
		selectSessionsOf(workspaceId, ownerId, new Date(at).toISOString()),
	);
	const valid = rows.filter((row) => endOf(row, sessions.idleMs) > at);
	return valid.map((row: Session) => ({
		id: row.id,
		is_current: row.id === id,
		method: row.method,
		user_agent: row.userAgent,
		address: row.address,
		created_at: row.createdAt,
		last_used_at: row.lastUsedAt,
		expires_at: new Date(endOf(row, sessions.idleMs)).toISOString(),
	}));
}

/** @returns those that ended. @throws AppError `session_not_found` for another agent's */
async function end(
	{ db, now }: AccountsDeps,
	{ key }: SignedIn,
	which: EndedSessions,
	{ address }: Browser,
): Promise<readonly EndedSession[]> {
	const { workspaceId, ownerId } = key;
	return inTransaction(db, workspaceId, async (tx) => {
		const { rows } = await tx.query(endSessions(workspaceId, ownerId, which));
		if (which.id !== undefined && rows.length === 0) throw sessionNotFound();
		const type =
			which.id === undefined
				? "sessions_revoked"
				: which.id === key.id
					? "signed_out"
					: "session_revoked";
		const event = {
			type,
			agentId: ownerId,
			actorId: ownerId,
			address,
		} as const;
		await tx.query(insertAuditEvent(workspaceId, event, new Date(now())));
		return rows;
	});
}

const sessionNotFound = () =>
	new AppError("not_found", "session_not_found", "There is no such session.");
