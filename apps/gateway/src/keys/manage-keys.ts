import { hash } from "node:crypto";
import { scopesOf } from "@supportdesk/accounts/role.ts";
import {
	lockSession,
	type PresentedSession,
} from "@supportdesk/accounts/sessions.ts";
import type { Idempotency } from "@supportdesk/contracts/supportdesk/api/v1/rendered.ts";
import { isId } from "@supportdesk/ids/ids.ts";
import { hashApiKey } from "@supportdesk/keys/api-key.ts";
import { LATEST_API_VERSION } from "@supportdesk/keys/api-versions.ts";
import { type Key, ownLimits } from "@supportdesk/keys/key.ts";
import { lockKeys } from "@supportdesk/keys/keys.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import type { Response, StoredResponse } from "@supportdesk/pg/operation.ts";
import type { Pool } from "@supportdesk/pg/pool.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import type { Transaction } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { sessionExpired } from "../accounts/errors.ts";
import { selectAuthority } from "../store/api-keys.ts";
import { apiKeyNotFound, invalidApiKey } from "./errors.ts";
import type { Plans } from "./find-api-key.ts";

/** What the operations on keys need. */
export interface KeysDeps {
	readonly db: Pool;
	readonly plans: Plans;
	readonly cursorSecret: string;
	readonly sessionPlan: string;
	/** Epoch milliseconds. */
	readonly now: () => number;
}

/** The request of an operation on keys. */
export interface Managed {
	/** Operation and parent, for example `keys.rotate:key_…`. */
	readonly scope: string;
	readonly idempotency: Idempotency | undefined;
	readonly context: CallContext;
	/** The key that sends the request, as the request presents it. */
	readonly callersSecret: string;
	/** The plan of sessions, and of the keys that they create. */
	readonly sessionPlan: string;
	readonly now: Date;
}

/**
 * Runs an operation on keys, once for each idempotency key. The caller's key is locked, so that it can neither be revoked
 * nor lose scopes while it acts: what it creates is there before its revocation, or not at all.
 *
 * @throws AppError `invalid_api_key` when the calling key may not act any more, or what `work` throws.
 */
export function manageKeys(
	db: Pool,
	managed: Managed,
	ids: readonly string[],
	work: (
		tx: Transaction,
		caller: Key,
		locked: readonly Key[],
	) => Promise<Response>,
): Promise<StoredResponse> {
	const { scope, idempotency, context, callersSecret, sessionPlan, now } =
		managed;
	const { workspaceId, apiKeyId } = context;
	const callersHash = hashApiKey(callersSecret);
	// The service's transport repeats no call here, so only the client's own key is claimed.
	const operation = operationOf(
		{ ...context, operationId: "" },
		scope,
		idempotency,
		now,
	);
	const at = now.toISOString();
	return runOperation(
		db,
		operation,
		[
			lockKeys(workspaceId, [apiKeyId, ...ids]),
			selectAuthority(workspaceId, apiKeyId, callersHash, at),
			lockSession(workspaceId, apiKeyId, at),
		],
		async (tx, [locked, authority, sessions]) => {
			const [session] = sessions.rows;
			if (session)
				return work(tx, sessionAsKey(session, sessionPlan), locked.rows);
			if (isId("ses", apiKeyId)) throw sessionExpired();
			const caller = locked.rows.find(({ id }) => id === apiKeyId);
			if (!caller || !authority.rows[0]) throw invalidApiKey();
			return work(tx, caller, locked.rows);
		},
	);
}

/** What a session permits, as that of a key. */
function sessionAsKey(
	{ id, workspaceId, agentId, role, createdAt }: PresentedSession,
	plan: string,
): Key {
	return {
		...{ id, workspaceId, ownerId: agentId, createdAt, plan },
		name: null,
		masked: "",
		scopes: scopesOf(role),
		limits: ownLimits({}),
		apiVersion: LATEST_API_VERSION,
		// A key that an admin creates outlasts the session.
		expiresAt: null,
		revokedAt: null,
		ownerDeactivatedAt: null,
		lastUsedAt: null,
	};
}

/** The same for an operation on one key. @throws AppError `api_key_not_found` */
export function manageKey(
	db: Pool,
	managed: Managed,
	id: string,
	work: (tx: Transaction, caller: Key, key: Key) => Promise<Response>,
): Promise<StoredResponse> {
	return manageKeys(db, managed, [id], (tx, caller, locked) => {
		const key = locked.find((one) => one.id === id);
		if (!key) throw apiKeyNotFound();
		return work(tx, caller, key);
	});
}

/**
 * The idempotency of a request whose stored response can be read only with the caller's present secret: another secret of
 * the same key makes it another request.
 */
export function ofThisSecret(
	idempotency: Idempotency | undefined,
	callersSecret: string,
): Idempotency | undefined {
	if (!idempotency) return undefined;
	const { key, fingerprint } = idempotency;
	return {
		key,
		fingerprint: hash("sha256", `${fingerprint} ${hashApiKey(callersSecret)}`),
	};
}
