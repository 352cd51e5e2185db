import { selectAccount } from "@supportdesk/accounts/accounts.ts";
import type { Role } from "@supportdesk/accounts/role.ts";
import type {
	Page,
	Rendered,
} from "@supportdesk/contracts/supportdesk/api/v1/rendered.ts";
import { ok } from "@supportdesk/operations/rendered.ts";
import { read } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { type OwnSession, selectOwnSession } from "../store/own-session.ts";
import { accountJson } from "./account-json.ts";
import type { AccountsDeps } from "./accounts-deps.ts";
import type { Caller } from "./caller.ts";
import {
	accountNotFound,
	changeRole,
	deactivateAccount,
	resetSecondFactor,
	unlinkProvider,
} from "./change-account.ts";
import { type Invitation, type InvitedAgent, invite } from "./invite.ts";
import { listAccounts, listAuditEvents } from "./list-accounts.ts";

/** The accounts and sessions of the gateway's own database, as endpoints of `/v1` call them. */
export interface AccountsApi {
	/** The session that sends the request; undefined when it has ended since. */
	readonly findOwnSession: (
		context: CallContext,
	) => Promise<(OwnSession & { readonly plan: string }) | undefined>;
	readonly listAccounts: (
		request: { readonly page: Page },
		context: CallContext,
	) => Promise<Rendered>;
	readonly getAccount: (
		request: { readonly agentId: string },
		context: CallContext,
	) => Promise<Rendered>;
	readonly changeRole: (
		request: { readonly agentId: string; readonly role: Role },
		context: CallContext,
		caller: Caller,
	) => Promise<Rendered>;
	readonly resetSecondFactor: (
		request: { readonly agentId: string },
		context: CallContext,
		caller: Caller,
	) => Promise<Rendered>;
	readonly unlinkProvider: (
		request: { readonly agentId: string },
		context: CallContext,
		caller: Caller,
	) => Promise<Rendered>;
	/** Before the agent is deactivated: refuses the last admin. */
	readonly deactivate: (
		request: { readonly agentId: string },
		context: CallContext,
	) => Promise<void>;
	readonly invite: (
		request: Invitation & { readonly agent: InvitedAgent },
		context: CallContext,
		caller: Caller,
	) => Promise<Rendered>;
	readonly listAuditEvents: (
		request: { readonly page: Page; readonly agentId: string | undefined },
		context: CallContext,
	) => Promise<Rendered>;
}

export function createAccountsApi(deps: AccountsDeps): AccountsApi {
	const { db, sessions } = deps;
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
		listAccounts: ({ page }, context) => listAccounts(deps, context, page),
		async getAccount({ agentId }, context) {
			const [account] = await read(
				db,
				context,
				selectAccount(context.workspaceId, agentId),
			);
			if (!account) throw accountNotFound();
			return ok(accountJson(account));
		},
		changeRole: ({ agentId, role }, context, caller) =>
			changeRole(deps, agentId, role, context, caller),
		resetSecondFactor: ({ agentId }, context, caller) =>
			resetSecondFactor(deps, agentId, context, caller),
		unlinkProvider: ({ agentId }, context, caller) =>
			unlinkProvider(deps, agentId, context, caller),
		deactivate: ({ agentId }, context) =>
			deactivateAccount(deps, agentId, context),
		invite: ({ agent, ...invitation }, context, caller) =>
			invite(deps, agent, invitation, context, caller),
		listAuditEvents: ({ page, agentId }, context) =>
			listAuditEvents(deps, context, page, agentId),
	};
}
