import { parseName } from "@supportdesk/directory/text.ts";
import {
	changeKey,
	revokeKey as revoke,
} from "@supportdesk/keys/change-key.ts";
import type { Key } from "@supportdesk/keys/key.ts";
import { lockKeys } from "@supportdesk/keys/keys.ts";
import { rotateKey as rotate } from "@supportdesk/keys/rotate-key.ts";
import type { Transaction } from "@supportdesk/pg/transaction.ts";
import { AdminError } from "./admin-error.ts";
import {
	parseApiVersion,
	parseExpiry,
	parseHours,
	parseScopes,
	type ShownKey,
	shownKey,
} from "./domain/key.ts";
import { type LimitTexts, parseLimits } from "./domain/limits.ts";
import { parsePlan } from "./domain/plan.ts";

const HOUR_MS = 60 * 60 * 1000;

/** Absent properties stay unchanged. */
export interface KeyTexts extends LimitTexts {
	readonly name?: string;
	readonly plan?: string;
	/** The configured plans; the published plans by default. */
	readonly planNames?: readonly string[];
	readonly scopes?: string;
	readonly apiVersion?: string;
	/** A date, a time, or `never`. */
	readonly expiresAt?: string;
}

/**
 * Changes the name, the scopes, the limits or the expiry of a key; gateways apply the change within 5 s.
 *
 * @param tx a transaction of the owner's login that entered the workspace.
 * @throws AdminError that names the invalid part; AppError for an invalid name.
 */
export async function updateKey(
	tx: Transaction,
	workspaceId: string,
	id: string,
	texts: KeyTexts,
	now: Date,
): Promise<ShownKey> {
	const { name, plan, planNames, scopes, apiVersion, expiresAt } = texts;
	const limits = parseLimits(texts);
	const key = await lockUnrevoked(tx, workspaceId, id);
	const next = await changeKey(tx, key, {
		name: name === undefined ? undefined : parseName(name),
		plan: plan === undefined ? undefined : parsePlan(plan, planNames),
		scopes: scopes === undefined ? undefined : parseScopes(scopes),
		limits,
		apiVersion:
			apiVersion === undefined ? undefined : parseApiVersion(apiVersion),
		expiresAt: expiryOf(expiresAt, now),
	});
	return shownKey(next);
}

/**
 * Revokes a key permanently: gateways refuse it within 5 s. Revoking it again changes nothing.
 *
 * @param tx a transaction of the owner's login that entered the workspace.
 * @throws AdminError for an unknown key.
 */
export async function revokeKey(
	tx: Transaction,
	workspaceId: string,
	id: string,
	now: Date,
): Promise<ShownKey> {
	return shownKey(await revoke(tx, await lock(tx, workspaceId, id), now));
}

/**
 * Gives a key another secret, which only this call returns.
 *
 * @param tx a transaction of the owner's login that entered the workspace.
 * @param keepOldFor hours, as typed, for which the secret before is accepted as well.
 * @throws AdminError that names the invalid part.
 */
export async function rotateKey(
	tx: Transaction,
	workspaceId: string,
	id: string,
	keepOldFor: string,
	now: Date,
): Promise<ShownKey> {
	const validUntil = new Date(now.getTime() + parseHours(keepOldFor) * HOUR_MS);
	const key = await lockUnrevoked(tx, workspaceId, id);
	const rotated = await rotate(tx, key, validUntil, now);
	return { ...shownKey(rotated.key), secret: rotated.secret };
}

async function lock(
	tx: Transaction,
	workspaceId: string,
	id: string,
): Promise<Key> {
	const { rows } = await tx.query(lockKeys(workspaceId, [id]));
	const [key] = rows;
	if (!key) {
		throw new AdminError(
			`There is no key ${id} in the workspace ${workspaceId}.`,
		);
	}
	return key;
}

async function lockUnrevoked(
	tx: Transaction,
	workspaceId: string,
	id: string,
): Promise<Key> {
	const key = await lock(tx, workspaceId, id);
	if (key.revokedAt) throw new AdminError(`The key ${id} is revoked.`);
	return key;
}

function expiryOf(
	text: string | undefined,
	now: Date,
): string | null | undefined {
	if (text === undefined) return undefined;
	return text === "never" ? null : parseExpiry(text, now).toISOString();
}
