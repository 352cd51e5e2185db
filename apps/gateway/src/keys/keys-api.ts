import type { Pool } from "@supportdesk/pg/pool.ts";
import { read, writeAll } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import {
	type OwnKey,
	selectOwnKey,
	updateOwnerDeactivation,
} from "../store/api-keys.ts";

/** The API keys of the gateway's own database, as endpoints call them. */
export interface KeysApi {
	/** The key that a request presents; undefined when it was deleted since. */
	readonly findOwnKey: (context: CallContext) => Promise<OwnKey | undefined>;
	/** Refuses the keys of a deactivated agent within 5 s, and accepts those of an active one. */
	readonly saveOwnerDeactivation: (
		owner: { readonly id: string; readonly deactivated_at: string | null },
		context: CallContext,
	) => Promise<void>;
}

export function createKeysApi(db: Pool): KeysApi {
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
			await writeAll(
				db,
				context,
				updateOwnerDeactivation(context.workspaceId, id, deactivated_at),
			);
		},
	};
}
