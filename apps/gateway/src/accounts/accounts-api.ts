import { read } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { type OwnSession, selectOwnSession } from "../store/own-session.ts";
import type { AccountsDeps } from "./accounts-deps.ts";

/** The accounts and sessions of the gateway's own database, as endpoints of `/v1` call them. */
export interface AccountsApi {
	/** The session that sends the request; undefined when it has ended since. */
	readonly findOwnSession: (
		context: CallContext,
	) => Promise<(OwnSession & { readonly plan: string }) | undefined>;
}

export function createAccountsApi({
	db,
	sessions,
}: Pick<AccountsDeps, "db" | "sessions">): AccountsApi {
	return {
		async findOwnSession(context) {
			const { workspaceId, apiKeyId } = context;
			const [session] = await read(
				db,
				context,
				selectOwnSession(workspaceId, apiKeyId),
			);
			return session && { ...session, plan: sessions.plan };
		},
	};
}
