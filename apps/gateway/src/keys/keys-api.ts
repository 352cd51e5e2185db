import type { Pool } from "@supportdesk/pg/pool.ts";
import { read } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { type OwnKey, selectOwnKey } from "../store/api-keys.ts";

/** The API keys of the gateway's own database, as endpoints call them. */
export interface KeysApi {
	/** The key that a request presents; undefined when it was deleted since. */
	readonly findOwnKey: (context: CallContext) => Promise<OwnKey | undefined>;
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
	};
}
