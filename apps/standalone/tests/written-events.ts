import { setTimeout as sleep } from "node:timers/promises";
import { integer, rowType, text } from "@supportdesk/pg/row-type.ts";
import { inTransaction } from "@supportdesk/pg/transaction.ts";
import type pg from "pg";

/** An event of the log. */
export interface WrittenEvent {
	readonly type: string;
	readonly actor: string;
	readonly request_id: string;
	readonly object: string;
}

const EVENT = rowType({
	type: text,
	actor: text,
	request_id: text,
	object: text,
});
const COUNT = rowType({ count: integer }, ({ count }) => count);

/** The events of the log that are about a resource, in their order, with those that the service's outbox still has. */
export async function selectEvents(
	pool: pg.Pool,
	service: string,
	workspaceId: string,
	resourceId: string,
): Promise<WrittenEvent[]> {
	return inTransaction(pool, workspaceId, async (tx) => {
		const values = [workspaceId, resourceId];
		const countUncollected = async () => {
			const { rows } = await tx.query({
				text: `select count(*) as count
				         from ${service}.outbox
				        where workspace_id = $1 and resource_id = $2`,
				values,
				row: COUNT,
			});
			return rows[0]!;
		};
		while ((await countUncollected()) > 0) await sleep(20);
		const { rows } = await tx.query({
			text: `select type, actor_type || ' ' || actor_id as actor, request_id, object
			         from events.events
			        where workspace_id = $1 and resource_id = $2
			        order by sequence`,
			values,
			row: EVENT,
		});
		return rows;
	});
}
