import { rowType, text } from "@supportdesk/pg/row-type.ts";
import { inTransaction } from "@supportdesk/pg/transaction.ts";
import type pg from "pg";

/** An event as a service has written it to its outbox. */
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

/** The events in a service's outbox that are about a resource, in their order. */
export async function selectEvents(
	pool: pg.Pool,
	service: string,
	workspaceId: string,
	resourceId: string,
): Promise<WrittenEvent[]> {
	return inTransaction(pool, workspaceId, async (tx) => {
		const { rows } = await tx.query({
			text: `select type, actor_type || ' ' || actor_id as actor, request_id, object
			         from ${service}.outbox
			        where workspace_id = $1 and resource_id = $2
			        order by position`,
			values: [workspaceId, resourceId],
			row: EVENT,
		});
		return rows;
	});
}
