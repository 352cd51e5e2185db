import type { Rendered } from "@supportdesk/contracts/supportdesk/api/v1/rendered.ts";
import { createKey as insertKey } from "@supportdesk/keys/create-key.ts";
import { changed, type KeyChange } from "@supportdesk/keys/key.ts";
import type { Transaction } from "@supportdesk/pg/transaction.ts";
import { countValidKeys } from "../store/api-keys.ts";
import { requireAuthority } from "./authority.ts";
import { hasPassed, ownerNotFound, tooManyKeys } from "./errors.ts";
import { keyJson } from "./key-json.ts";
import {
	type KeysDeps,
	type Managed,
	manageKeys,
	ofThisSecret,
} from "./manage-keys.ts";
import { openedResponse, sealedResponse } from "./secret-response.ts";

// Every key has limits of its own, so that their number bounds what a workspace may send.
const KEYS_MAX = 100;

/** What a client decides of a new key. The plan is the calling key's. */
export interface KeyRequest extends Omit<KeyChange, "plan"> {
	/** An active agent; undefined for one that is not there, or not active. */
	readonly ownerId: string | undefined;
}

/**
 * Creates a key with at most the permissions of the calling key, whose limits and expiry it has where none are given.
 *
 * @throws AppError `agent_not_found`, `scope_not_held`, `limit_not_held`, `api_key_limit_exceeded`, `invalid_parameter`
 */
export async function createKey(
	{ db, plans }: Pick<KeysDeps, "db" | "plans">,
	managed: Managed,
	request: KeyRequest,
): Promise<Rendered> {
	const { context, callersSecret, now } = managed;
	const { ownerId, ...given } = request;
	if (given.expiresAt && Date.parse(given.expiresAt) <= now.getTime())
		throw hasPassed();
	const idempotency = ofThisSecret(managed.idempotency, callersSecret);
	const operation = { ...managed, idempotency };
	const response = await manageKeys(db, operation, [], async (tx, caller) => {
		if (ownerId === undefined) throw ownerNotFound();
		const { workspaceId } = context;
		const key = { ...changed(caller, given), ownerId };
		requireAuthority(caller, key, plans, "request");
		await requireRoom(tx, workspaceId, now);
		const name = given.name ?? null;
		const created = await insertKey(tx, { ...key, name }, now);
		return sealedResponse(
			201,
			keyJson(created.key),
			created.key.id,
			created.secret,
			callersSecret,
		);
	});
	return openedResponse(response, callersSecret);
}

async function requireRoom(
	tx: Transaction,
	workspaceId: string,
	now: Date,
): Promise<void> {
	const { rows } = await tx.query(
		countValidKeys(workspaceId, now.toISOString()),
	);
	if (rows[0]! >= KEYS_MAX) throw tooManyKeys(KEYS_MAX);
}
