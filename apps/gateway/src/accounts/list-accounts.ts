import {
	type Account,
	selectAccountPage,
} from "@supportdesk/accounts/accounts.ts";
import {
	type AuditEvent,
	selectAuditPage,
} from "@supportdesk/accounts/audit-events.ts";
import type {
	Page,
	Rendered,
} from "@supportdesk/contracts/supportdesk/api/v1/rendered.ts";
import { page } from "@supportdesk/operations/rendered.ts";
import { startWalk } from "@supportdesk/paging/page.ts";
import { read } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { accountJson, auditJson } from "./account-json.ts";
import type { AccountsDeps } from "./accounts-deps.ts";

type ListDeps = Pick<AccountsDeps, "db" | "cursorSecret">;

/** The oldest agents' accounts first. */
export async function listAccounts(
	{ db, cursorSecret }: ListDeps,
	context: CallContext,
	{ limit, cursor, sort }: Page,
): Promise<Rendered> {
	const { workspaceId } = context;
	const scope = { list: "accounts", workspaceId, sort, filters: {} };
	const walk = startWalk(cursorSecret, scope, limit, cursor);
	const accounts = await read(
		db,
		context,
		selectAccountPage(workspaceId, limit + 1, walk.position?.id),
	);
	const shown = await walk.write(accounts, accountJson, positionOf);
	return page(shown.items, shown.nextCursor);
}

const positionOf = ({ agentId }: Account) => ({ value: agentId, id: agentId });

/** The newest first. */
export async function listAuditEvents(
	{ db, cursorSecret }: ListDeps,
	context: CallContext,
	{ limit, cursor, sort }: Page,
	agentId: string | undefined,
): Promise<Rendered> {
	const { workspaceId } = context;
	const filters = { agentId };
	const scope = { list: "audit_events", workspaceId, sort, filters };
	const walk = startWalk(cursorSecret, scope, limit, cursor);
	const events = await read(
		db,
		context,
		selectAuditPage(workspaceId, agentId, limit + 1, walk.position?.id),
	);
	const position = ({ id }: AuditEvent) => ({ value: id, id });
	const shown = await walk.write(events, auditJson, position);
	return page(shown.items, shown.nextCursor);
}
