import { lockAgent } from "@supportdesk/directory/agents.ts";
import { newId } from "@supportdesk/ids/ids.ts";
import {
	generateApiKey,
	hashApiKey,
	maskApiKey,
} from "@supportdesk/keys/api-key.ts";
import type { Transaction } from "@supportdesk/pg/transaction.ts";
import { AdminError } from "./admin-error.ts";
import {
	type Key,
	keyFromRow,
	parseExpiry,
	parseScopes,
} from "./domain/key.ts";
import { type LimitTexts, parseLimits } from "./domain/limits.ts";
import { parsePlan } from "./domain/plan.ts";
import { insertKey } from "./store/keys.ts";

export interface KeyRequest extends LimitTexts {
	readonly workspaceId: string;
	/** The agent who is the author of what the key writes. */
	readonly ownerId: string;
	readonly plan: string;
	/** The configured plans; the published plans by default. */
	readonly planNames?: readonly string[];
	/** Separated by commas, or `all`. */
	readonly scopes: string;
	/** A date or a time; the key never expires by default. */
	readonly expiresAt?: string;
	readonly now: Date;
}

/**
 * Creates an API key. Only this call returns its secret.
 *
 * @param tx a transaction of the owner's login that entered the workspace.
 * @throws AdminError that names the invalid part.
 */
export async function createKey(
	tx: Transaction,
	request: KeyRequest,
): Promise<Key & { readonly secret: string }> {
	const { workspaceId, ownerId, now } = request;
	const limits = parseLimits(request);
	const plan = parsePlan(request.plan, request.planNames);
	const scopes = parseScopes(request.scopes);
	const expiresAt = request.expiresAt && parseExpiry(request.expiresAt, now);
	const owner = await lockAgent(tx, workspaceId, ownerId);
	if (!owner) {
		throw new AdminError(
			`${ownerId} is not an agent of the workspace ${workspaceId}.`,
		);
	}
	if (owner.deactivated_at)
		throw new AdminError(`The agent ${ownerId} is deactivated.`);
	const secret = generateApiKey();
	const row = {
		id: newId("key", now.getTime()),
		workspace_id: workspaceId,
		owner_id: ownerId,
		key_hash: hashApiKey(secret),
		masked: maskApiKey(secret),
		scopes,
		plan,
		per_minute: limits.perMinute ?? null,
		burst: limits.burst ?? null,
		per_day: limits.perDay ?? null,
		concurrent: limits.concurrent ?? null,
		expires_at: expiresAt ? expiresAt.toISOString() : null,
		revoked_at: null,
		owner_deactivated_at: null,
		last_used_at: null,
		created_at: now.toISOString(),
	};
	await insertKey(tx, row);
	return { ...keyFromRow(row), secret };
}
