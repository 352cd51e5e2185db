import { integer, nullable, type Row, text } from "../statement/row-type.ts";
import { KEY_LIFETIME, type StoredClaim } from "./claim.ts";
import type { Operation } from "./operation.ts";

// The parts that make a batched statement claim names and store responses. The statement's items have the alias `a`.

/** The fields of an item, for `json_to_recordset`. */
export const CLAIM_FIELDS =
	"api_key_id text, claim_scope text, claim_key text, fingerprint text, claimed_at timestamptz";

/**
 * Finds the response of an earlier request with the item's key; an expired one is not found. `limit 1` makes this a lookup by
 * primary key for each item, whatever the statistics of the table are.
 */
export const FIND_STORED = `left join lateral (
           select k.fingerprint as stored_fingerprint, k.status as stored_status, k.body as stored_body,
                  k.resource_id as stored_resource_id, k.created_at as stored_at
             from idempotency_keys k
            where k.workspace_id = $1
              and k.api_key_id = a.api_key_id
              and k.scope = a.claim_scope
              and k.key = a.claim_key
            limit 1) as stored on stored_at > a.claimed_at - interval '${KEY_LIFETIME}'`;

/** What the statement returns of each item in addition to its own columns. */
export const STORED_FIELDS = {
	stored_fingerprint: nullable(text),
	stored_status: nullable(integer),
	stored_body: nullable(text),
	stored_resource_id: nullable(text),
};
export const SELECT_STORED = Object.keys(STORED_FIELDS).join(", ");

/**
 * Claims the names of written items and stores their responses. A name that another transaction has claimed since the
 * statement began makes all of it fail: the fingerprint of a claim that is alive would become null, which it must not.
 *
 * @param from where the written items are, with their ids and claims.
 * @param body the expression of an item's response.
 */
export function storeResponses(from: string, body: string): string {
	return `insert into idempotency_keys as k (workspace_id, api_key_id, scope, key, fingerprint, status, body,
                                     resource_id, created_at)
  select $1, api_key_id, claim_scope, claim_key, fingerprint, 201, ${body}, id, claimed_at
    from ${from}
   where claim_key is not null
   order by api_key_id, claim_scope, claim_key
      on conflict (workspace_id, api_key_id, scope, key)
      do update set fingerprint = case when k.created_at <= excluded.created_at - interval '${KEY_LIFETIME}'
                                       then excluded.fingerprint end,
                    status = excluded.status,
                    body = excluded.body,
                    resource_id = excluded.resource_id,
                    created_at = excluded.created_at`;
}

/** The values of the fields for an item. */
export function claimFields({ claim, now }: Operation) {
	return claim
		? {
				api_key_id: claim.apiKeyId,
				claim_scope: claim.scope,
				claim_key: claim.key,
				fingerprint: claim.fingerprint,
				claimed_at: now.toISOString(),
			}
		: {};
}

/** The claim that an earlier request with the item's key has stored. */
export function storedClaim(
	row: Row<typeof STORED_FIELDS>,
): StoredClaim | undefined {
	if (row.stored_fingerprint === null) return undefined;
	return {
		fingerprint: row.stored_fingerprint,
		status: row.stored_status,
		body: row.stored_body,
		resource_id: row.stored_resource_id,
	};
}
