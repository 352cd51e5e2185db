import type { Position } from "@supportdesk/paging/cursor.ts";
import type { Sort } from "@supportdesk/paging/sort.ts";
import {
	nullable,
	rowType,
	text,
	timestamp,
} from "@supportdesk/pg/row-type.ts";
import type { Query, Value } from "@supportdesk/pg/statement.ts";
import type { AgentRecord } from "../domain/agent.ts";
import type { Agent } from "../domain/ticket.ts";
import { keysetPage, type SortColumn } from "./keyset-page.ts";

export const AGENT_SORTS = ["created_at", "name"] as const;
export type AgentSort = Sort<(typeof AGENT_SORTS)[number]>;

const SORT_COLUMNS: Record<AgentSort["field"], SortColumn> = {
	created_at: { sql: "created_at", type: "timestamptz" },
	name: { sql: "name", type: "text" },
};

const COLUMNS = "id, name, email, deactivated_at, created_at";

const AGENT = rowType(
	{
		id: text,
		name: text,
		email: text,
		deactivated_at: nullable(timestamp),
		created_at: timestamp,
	},
	(row): AgentRecord => ({
		id: row.id,
		name: row.name,
		email: row.email,
		deactivatedAt: row.deactivated_at,
		createdAt: row.created_at,
	}),
);

const ACTIVE_AGENT = rowType({ id: text, name: text, email: text });

/** The agent, unless deactivated. */
export function selectActiveAgent(
	workspaceId: string,
	id: string,
): Query<Agent> {
	return {
		name: "agent_active",
		text: `select id, name, email
  from agents
 where workspace_id = $1
   and id = $2
   and deactivated_at is null`,
		values: [workspaceId, id],
		row: ACTIVE_AGENT,
	};
}

/** The agent, deactivated or not. */
export function selectAgent(
	workspaceId: string,
	id: string,
): Query<AgentRecord> {
	return {
		name: "agent",
		text: `select ${COLUMNS}
  from agents
 where workspace_id = $1
   and id = $2`,
		values: [workspaceId, id],
		row: AGENT,
	};
}

/** One page. @param status `active` or `deactivated`; undefined for both. */
export function selectAgentPage(
	workspaceId: string,
	status: string | undefined,
	sort: AgentSort,
	rowsMax: number,
	position: Position | undefined,
): Query<AgentRecord> {
	const values: Value[] = [workspaceId, status];
	const column = SORT_COLUMNS[sort.field];
	return {
		text: `select ${COLUMNS}
  from agents
 where workspace_id = $1
   and ($2::text is null or ($2 = 'active') = (deactivated_at is null))${keysetPage(column, sort, rowsMax, position, values)}`,
		values,
		row: AGENT,
	};
}
