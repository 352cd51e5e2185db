import type { BatchedWrite, ItemRow } from "@supportdesk/pg/batched-write.ts";
import {
	bytes,
	integer,
	nullable,
	rowType,
	text,
	timestamp,
} from "@supportdesk/pg/row-type.ts";
import type { Query, Statement } from "@supportdesk/pg/statement.ts";
import type { UnansweredQuery } from "../domain/gaps/unanswered-query.ts";
import { type Jobs, jobs } from "../queue.ts";
import { bytesText, directionFrom } from "./gap-vectors.ts";

/** Of the job that counts a workspace's unanswered queries. */
export const COUNT_TASK = "count_unanswered" satisfies keyof Jobs;
/** Queries that arrive in this time are counted together. */
const GATHERED_MS = 250;
/** A job that is due sooner may have read the queries before this one is committed. */
const COMMIT_MS = 100;

/**
 * Stores unanswered queries, and queues the job that counts them unless one is waiting that will see them: many
 * transactions that write the same job would wait for each other. Should a commit take longer than expected, the job
 * of every minute counts the query.
 */
export const unansweredQueryInsert: BatchedWrite<UnansweredQuery, ItemRow> = {
	name: "unanswered_queries_insert",
	statement: insertUnansweredQueries,
	idOf: ({ id }) => id,
	isDuplicate: () => false, // nothing is unique but the sequence
};

const INSERTED = rowType({ id: text }, ({ id }): ItemRow => ({ itemId: id }));

function insertUnansweredQueries(
	workspaceId: string,
	queries: readonly UnansweredQuery[],
): Query<ItemRow> {
	jobs.announce();
	return {
		name: "unanswered_queries_insert",
		text: `with inserted as (
  insert into unanswered_queries
         (workspace_id, id, question, question_key, encoder, vector, ticket_id, searched_at)
  select $1, a.id, a.question, a.key, a.encoder, a.vector::bytea, a.ticket_id, a.searched_at
    from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::timestamptz[])
         as a (id, question, key, encoder, vector, ticket_id, searched_at)
  returning id
), job as materialized (
  select ${jobs.schema}.enqueue('${COUNT_TASK}', $9, now() + interval '${GATHERED_MS} ms', $10, 0)::text
   where not exists (select
                       from ${jobs.schema}._private_jobs
                      where key = $10
                        and locked_at is null
                        and run_at > now() + interval '${COMMIT_MS} ms')
)
select inserted.id
  from inserted
  left join job on true`,
		values: [
			workspaceId,
			queries.map(({ id }) => id),
			queries.map((query) => query.text),
			queries.map(({ key }) => key),
			queries.map(({ embedding }) => embedding?.encoder ?? null),
			queries.map(({ embedding }) => bytesText(embedding?.direction.vector)),
			queries.map(({ ticketId }) => ticketId ?? null),
			queries.map(({ searchedAt }) => searchedAt.toISOString()),
			JSON.stringify({ workspaceId }),
			`${COUNT_TASK} ${workspaceId}`,
		],
		row: INSERTED,
	};
}

export interface StoredQuery extends UnansweredQuery {
	/** In the order in which queries were stored. */
	readonly sequence: number;
}

const UNANSWERED = rowType(
	{
		sequence: integer,
		id: text,
		question: text,
		question_key: text,
		encoder: nullable(text),
		vector: nullable(bytes),
		ticket_id: nullable(text),
		searched_at: timestamp,
	},
	(row): StoredQuery => ({
		sequence: row.sequence,
		id: row.id,
		text: row.question,
		key: row.question_key,
		embedding:
			row.encoder !== null && row.vector !== null
				? { encoder: row.encoder, direction: directionFrom(row.vector) }
				: undefined,
		ticketId: row.ticket_id ?? undefined,
		searchedAt: new Date(row.searched_at),
	}),
);

/** The queries of a workspace that are not counted yet, oldest first. */
export function selectUnansweredQueries(
	workspaceId: string,
	limit: number,
): Query<StoredQuery> {
	return {
		name: "unanswered_queries_list",
		text: `select sequence, id, question, question_key, encoder, vector, ticket_id, searched_at
  from unanswered_queries
 where workspace_id = $1
 order by sequence
 limit $2`,
		values: [workspaceId, limit],
		row: UNANSWERED,
	};
}

export function deleteUnansweredQueries(
	workspaceId: string,
	sequences: readonly number[],
): Statement {
	return {
		name: "unanswered_queries_delete",
		text: `delete from unanswered_queries
 where workspace_id = $1 and sequence = any($2::bigint[])`,
		values: [workspaceId, sequences],
	};
}
