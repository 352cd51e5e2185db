import { saveAccountDeactivation } from "@supportdesk/accounts/deactivation.ts";
import type {
	Idempotency,
	Page,
	Rendered,
} from "@supportdesk/contracts/supportdesk/api/v1/rendered.ts";
import type { KeyChange } from "@supportdesk/keys/key.ts";
import { type KeyStatus, selectKey } from "@supportdesk/keys/keys.ts";
import { saveOwnerDeactivation } from "@supportdesk/keys/owners.ts";
import { ok } from "@supportdesk/operations/rendered.ts";
import { read, writeAll } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { actorOf } from "../accounts/caller.ts";
import { type OwnKey, selectOwnKey } from "../store/api-keys.ts";
import { createKey, type KeyRequest } from "./create-key.ts";
import { apiKeyNotFound } from "./errors.ts";
import { keyJson } from "./key-json.ts";
import { listKeys } from "./list-keys.ts";
import type { KeysDeps, Managed } from "./manage-keys.ts";
import { revokeKey } from "./revoke-key.ts";
import { rotateKey } from "./rotate-key.ts";
import { updateKey } from "./update-key.ts";

/** The secret that a request presents. */
export interface Caller {
	readonly secret: string;
}

/** The API keys of the gateway's own database, as endpoints call them. */
export interface KeysApi {
	/** The key that a request presents; undefined when it was deleted since. */
	readonly findOwnKey: (context: CallContext) => Promise<OwnKey | undefined>;
	/** Refuses the keys and ends the sessions of a deactivated agent within 5 s, and accepts the keys of an active one. */
	readonly saveOwnerDeactivation: (
		owner: { readonly id: string; readonly deactivated_at: string | null },
		context: CallContext,
	) => Promise<void>;
	readonly listKeys: (
		request: { readonly page: Page; readonly status: KeyStatus | undefined },
		context: CallContext,
	) => Promise<Rendered>;
	readonly getKey: (
		request: { readonly id: string },
		context: CallContext,
	) => Promise<Rendered>;
	readonly createKey: (
		request: {
			readonly key: KeyRequest;
			readonly idempotency: Idempotency | undefined;
		},
		context: CallContext,
		caller: Caller,
	) => Promise<Rendered>;
	readonly updateKey: (
		request: { readonly id: string; readonly change: Omit<KeyChange, "plan"> },
		context: CallContext,
		caller: Caller,
	) => Promise<Rendered>;
	readonly revokeKey: (
		request: {
			readonly id: string;
			readonly idempotency: Idempotency | undefined;
		},
		context: CallContext,
		caller: Caller,
	) => Promise<Rendered>;
	readonly rotateKey: (
		request: {
			readonly id: string;
			readonly oldValidSeconds: number;
			readonly idempotency: Idempotency | undefined;
		},
		context: CallContext,
		caller: Caller,
	) => Promise<Rendered>;
}

export function createKeysApi(deps: KeysDeps): KeysApi {
	const { db } = deps;
	const managed = (
		scope: string,
		idempotency: Idempotency | undefined,
		context: CallContext,
		{ secret }: Caller,
	): Managed => ({
		scope,
		idempotency,
		context,
		callersSecret: secret,
		sessionPlan: deps.sessionPlan,
		now: new Date(deps.now()),
	});
	return {
		async findOwnKey(context) {
			const { workspaceId, apiKeyId } = context;
			const [key] = await read(
				db,
				context,
				selectOwnKey(workspaceId, apiKeyId),
			);
			return key;
		},
		async saveOwnerDeactivation({ id, deactivated_at }, context) {
			const { workspaceId } = context;
			await writeAll(db, context, [
				...saveOwnerDeactivation(workspaceId, id, deactivated_at),
				...saveAccountDeactivation(
					...([workspaceId, id, deactivated_at] as const),
					actorOf(context),
					new Date(deps.now()),
				),
			]);
		},
		listKeys: ({ page, status }, context) =>
			listKeys(deps, context, page, status),
		async getKey({ id }, context) {
			const [key] = await read(db, context, selectKey(context.workspaceId, id));
			if (!key) throw apiKeyNotFound();
			return ok(keyJson(key));
		},
		createKey: ({ key, idempotency }, context, caller) =>
			createKey(
				deps,
				managed("keys.create", idempotency, context, caller),
				key,
			),
		updateKey: ({ id, change }, context, caller) =>
			updateKey(
				deps,
				managed("keys.update", undefined, context, caller),
				id,
				change,
			),
		revokeKey: ({ id, idempotency }, context, caller) =>
			revokeKey(
				deps,
				managed(`keys.revoke:${id}`, idempotency, context, caller),
				id,
			),
		rotateKey: ({ id, oldValidSeconds, idempotency }, context, caller) =>
			rotateKey(
				deps,
				managed(`keys.rotate:${id}`, idempotency, context, caller),
				id,
				oldValidSeconds,
			),
	};
}
