import { lockAgent } from "@supportdesk/directory/agents.ts";
import { parseName } from "@supportdesk/directory/text.ts";
import { LATEST_API_VERSION } from "@supportdesk/keys/api-versions.ts";
import { createKey as create } from "@supportdesk/keys/create-key.ts";
import { ownLimits } from "@supportdesk/keys/key.ts";
import type { Transaction } from "@supportdesk/pg/transaction.ts";
import { AdminError } from "./admin-error.ts";
import {
	parseApiVersion,
	parseExpiry,
	parseScopes,
	type ShownKey,
	shownKey,
} from "./domain/key.ts";
import { type LimitTexts, parseLimits } from "./domain/limits.ts";
import { parsePlan } from "./domain/plan.ts";

export interface KeyRequest extends LimitTexts {
	readonly workspaceId: string;
	/** The agent who is the author of what the key writes. */
	readonly ownerId: string;
	readonly name?: string;
	readonly plan: string;
	/** The configured plans; the published plans by default. */
	readonly planNames?: readonly string[];
	/** Separated by commas, or `all`. */
	readonly scopes: string;
	/** A date or a time; the key never expires by default. */
	readonly expiresAt?: string;
	/** The latest one by default. */
	readonly apiVersion?: string;
	readonly now: Date;
}

/**
 * Creates an API key. Only this call returns its secret.
 *
 * @param tx a transaction of the owner's login that entered the workspace.
 * @throws AdminError that names the invalid part; AppError for an invalid name.
 */
export async function createKey(
	tx: Transaction,
	request: KeyRequest,
): Promise<ShownKey & { readonly secret: string }> {
	const { workspaceId, ownerId, now } = request;
	const expiresAt = request.expiresAt && parseExpiry(request.expiresAt, now);
	const given = {
		workspaceId,
		ownerId,
		name: request.name === undefined ? null : parseName(request.name),
		scopes: parseScopes(request.scopes),
		plan: parsePlan(request.plan, request.planNames),
		limits: ownLimits(parseLimits(request)),
		apiVersion: parseApiVersion(request.apiVersion ?? LATEST_API_VERSION),
		expiresAt: expiresAt ? expiresAt.toISOString() : null,
	};
	const owner = await lockAgent(tx, workspaceId, ownerId);
	if (!owner) {
		throw new AdminError(
			`${ownerId} is not an agent of the workspace ${workspaceId}.`,
		);
	}
	if (owner.deactivated_at)
		throw new AdminError(`The agent ${ownerId} is deactivated.`);
	const { key, secret } = await create(tx, given, now);
	return { ...shownKey(key), secret };
}
