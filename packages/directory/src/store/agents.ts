import {
	nullable,
	type Row,
	rowType,
	text,
	timestamp,
} from "@supportdesk/pg/row-type.ts";
import type { Db } from "@supportdesk/pg/statement.ts";

const AGENT = rowType({
	id: text,
	workspace_id: text,
	name: text,
	email: text,
	deactivated_at: nullable(timestamp),
	created_at: timestamp,
});
export type Agent = Row<typeof AGENT.columns>;

const COLUMNS = "id, workspace_id, name, email, deactivated_at, created_at";

/** Returns undefined when the workspace has an agent with this address. */
export async function insertAgent(
	db: Db,
	agent: {
		workspaceId: string;
		id: string;
		name: string;
		email: string;
		now: Date;
	},
): Promise<Agent | undefined> {
	const { workspaceId, id, name, email, now } = agent;
	const { rows } = await db.query({
		text: `insert into tickets.agents (workspace_id, id, name, email, created_at)
		       values ($1, $2, $3, $4, $5)
		       on conflict (workspace_id, lower(email)) do nothing
		       returning ${COLUMNS}`,
		values: [workspaceId, id, name, email, now.toISOString()],
		row: AGENT,
	});
	return rows[0];
}

/** Oldest first. */
export async function listAgents(
	db: Db,
	workspaceId: string,
): Promise<Agent[]> {
	const { rows } = await db.query({
		text: `select ${COLUMNS}
		         from tickets.agents
		        where workspace_id = $1
		        order by created_at, id`,
		values: [workspaceId],
		row: AGENT,
	});
	return rows;
}

/** The agent, locked until the transaction ends. */
export async function lockAgent(
	db: Db,
	workspaceId: string,
	id: string,
): Promise<Agent | undefined> {
	const { rows } = await db.query({
		text: `select ${COLUMNS}
		         from tickets.agents
		        where workspace_id = $1 and id = $2
		          for update`,
		values: [workspaceId, id],
		row: AGENT,
	});
	return rows[0];
}

/** Saves an agent's name and deactivation. */
export async function saveAgent(db: Db, agent: Agent): Promise<void> {
	await db.query({
		text: `update tickets.agents
		          set name = $3, deactivated_at = $4
		        where workspace_id = $1 and id = $2`,
		values: [agent.workspace_id, agent.id, agent.name, agent.deactivated_at],
	});
}
