import { AppError } from "@supportdesk/errors/app-error.ts";
import pg from "pg";
import { sqlState } from "../connection/sqlstate.ts";
import {
	integer,
	nullable,
	type Row,
	rowType,
	text,
} from "../statement/row-type.ts";
import type { Query, Statement } from "../statement/statement.ts";
import type {
	Claim,
	Operation,
	Response,
	StoredResponse,
} from "./operation.ts";
import { refusalFromText, refusalToText } from "./stored-refusal.ts";

export const KEY_LIFETIME = "24 hours"; // the API promises replay for a day
const KEPT_MS = 25 * 60 * 60 * 1000; // an hour more than a key is honoured
/**
 * What a reused key with another body gets. The API document, read to the letter, would replay the first response; that
 * hides a client's bug, so we refuse, as the IETF draft on the Idempotency-Key header and Stripe do.
 */
const ON_OTHER_FINGERPRINT: "refuse" | "replay" = "refuse";
const REFUSED = 0; // stored in place of a status: the body is an error
const NOT_NULL_VIOLATION = "23502";
const LOCK_NOT_AVAILABLE = "55P03";
const TABLE = "idempotency_keys";

/** The columns of a claim that was stored, as a query selects them. */
export const STORED_COLUMNS = {
	fingerprint: text,
	status: nullable(integer),
	body: nullable(text),
	resource_id: nullable(text),
};
export type StoredClaim = Row<typeof STORED_COLUMNS>;

const STORED_CLAIM = rowType(STORED_COLUMNS);

/**
 * Claims the operation's name, and stores no response yet; what it changed is counted. A claim that has expired is
 * taken over.
 */
export function insertClaim(
	{ workspaceId, now }: Operation,
	claim: Claim,
): Statement {
	return {
		name: "claim",
		text: `insert into ${TABLE} as k (workspace_id, api_key_id, scope, key, fingerprint, created_at)
values ($1, $2, $3, $4, $5, $6)
    on conflict (workspace_id, api_key_id, scope, key)
    do update set fingerprint = excluded.fingerprint,
                  status = null,
                  body = null,
                  resource_id = null,
                  created_at = excluded.created_at
            where k.created_at <= excluded.created_at - interval '${KEY_LIFETIME}'`,
		values: [
			...nameOf(workspaceId, claim),
			claim.fingerprint,
			now.toISOString(),
		],
	};
}

export function storeResponse(
	{ workspaceId }: Operation,
	claim: Claim,
	response: Response,
): Statement {
	return {
		name: "claim_store",
		text: `update ${TABLE}
   set status = $5, body = $6, resource_id = $7
 where workspace_id = $1
   and api_key_id = $2
   and scope = $3
   and key = $4`,
		values: [
			...nameOf(workspaceId, claim),
			response.status,
			response.body,
			response.resourceId,
		],
	};
}

/** A refusal takes the place of a response. */
export function storeRefusal(
	operation: Operation,
	claim: Claim,
	refusal: AppError,
): Statement {
	const body = refusalToText(refusal);
	return storeResponse(operation, claim, {
		status: REFUSED,
		body,
		resourceId: "",
	});
}

export function selectClaim(
	{ workspaceId }: Operation,
	claim: Claim,
): Query<StoredClaim> {
	return {
		name: "claim_replay",
		text: `select fingerprint, status, body, resource_id
  from ${TABLE}
 where workspace_id = $1
   and api_key_id = $2
   and scope = $3
   and key = $4`,
		values: nameOf(workspaceId, claim),
		row: STORED_CLAIM,
	};
}

/**
 * The response that the first attempt stored.
 *
 * @throws AppError `idempotency_key_reused` for another request than the first; the refusal, if that was the response.
 */
export function replay(claim: Claim, stored: StoredClaim): StoredResponse {
	const { fingerprint, status, body, resource_id } = stored;
	if (ON_OTHER_FINGERPRINT === "refuse" && fingerprint !== claim.fingerprint) {
		throw new AppError(
			"validation_error",
			"idempotency_key_reused",
			"This idempotency key was used for a different request in the last 24 hours. Use a new key for a new request.",
			{ param: "Idempotency-Key" },
		);
	}
	if (status === REFUSED) throw refusalFromText(body!, claim.isClients);
	return {
		status: status!,
		body: body!,
		resourceId: resource_id!,
		replayed: claim.isClients,
	};
}

/** The first request with the key is still running. */
export function inProgress(cause?: unknown): AppError {
	return new AppError(
		"conflict",
		"idempotency_in_progress",
		"The first request with this idempotency key is still running. Retry in a second.",
		{ param: "Idempotency-Key", retryAfterSeconds: 1, cause },
	);
}

/** Whether a statement waited in vain for another transaction that has claimed the same name and not ended. */
export function waitedForClaim(err: unknown): boolean {
	// PostgreSQL names the table that it was inserting into, in any language.
	return (
		sqlState(err) === LOCK_NOT_AVAILABLE &&
		((err as pg.DatabaseError).where ?? "").includes(TABLE)
	);
}

/** Whether a batched write failed because a name had been claimed after the write began. */
export function claimIsTaken(err: unknown): boolean {
	return (
		err instanceof pg.DatabaseError &&
		err.code === NOT_NULL_VIOLATION &&
		err.table === TABLE
	);
}

export function nameOf(workspaceId: string, claim: Claim): string[] {
	return [workspaceId, claim.apiKeyId, claim.scope, claim.key];
}

/**
 * Removes keys that are no longer honoured, up to so many rows; for `inEachWorkspace`. Nothing depends on it but the size of
 * the table. The index of the keys' ages is for statements with the condition that every row meets.
 */
export function purgeIdempotencyKeys(
	workspaceId: string,
	now: Date,
	rowsMax: number,
): Statement {
	const createdBefore = new Date(now.getTime() - KEPT_MS);
	return {
		name: "idempotency_purge",
		text: `delete from ${TABLE}
 where ctid in (select ctid
                  from ${TABLE}
                 where workspace_id = $1
                   and created_at < $2
                   and created_at > '-infinity'
                 limit $3
                   for update skip locked)
   and workspace_id = $1`,
		values: [workspaceId, createdBefore.toISOString(), rowsMax],
	};
}
