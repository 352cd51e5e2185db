import { nullable, type Row, rowType, text } from "@supportdesk/pg/row-type.ts";
import type { Query, Statement } from "@supportdesk/pg/statement.ts";
import { jobs } from "../queue.ts";

const LABELLED = rowType({
	subject: text,
	body: text,
	intent: nullable(text),
	urgency: nullable(text),
	sentiment: nullable(text),
});
type Labelled = Row<typeof LABELLED.columns>;

/** Characters of a body that are handed over: what the AI service reads, and 5,000 of them fit into one call. */
const BODY_LENGTH_MAX = 2_000;

/** What agents confirmed or corrected, newest first, with the beginning of what the customer opened the ticket with. */
export function selectLabelled(
	workspaceId: string,
	limit: number,
): Query<Labelled> {
	return {
		text: `select t.subject, m.body_text as body, l.intent, l.urgency, l.sentiment
  from labels l
  join tickets t on t.workspace_id = l.workspace_id and t.id = l.ticket_id
 cross join lateral (
   select left(body_text, $3) as body_text
     from messages
    where workspace_id = t.workspace_id and ticket_id = t.id and written_in is null
    order by created_at, id
    limit 1) m
 where l.workspace_id = $1 and t.deleted_at is null
 order by l.updated_at desc
 limit $2`,
		values: [workspaceId, limit, BODY_LENGTH_MAX],
		row: LABELLED,
	};
}

/** Puts the workspace's new model in the place of its last one. */
export function saveModel(
	workspaceId: string,
	model: { id: string; bytes: Buffer; exampleCount: number; now: Date },
): Statement {
	return {
		text: `insert into models (workspace_id, model_id, model, example_count, created_at)
values ($1, $2, $3, $4, $5)
    on conflict (workspace_id)
    do update set model_id = excluded.model_id,
                  model = excluded.model,
                  example_count = excluded.example_count,
                  created_at = excluded.created_at`,
		values: [
			workspaceId,
			model.id,
			model.bytes,
			model.exampleCount,
			model.now.toISOString(),
		],
	};
}

/** Queues training of the workspace's model if agents have labelled tickets since it was trained. */
export function queueTrainingIfOutdated(workspaceId: string): Statement {
	jobs.announce();
	return {
		text: `select ${jobs.schema}.enqueue('train_model', json_build_object('workspaceId', $1::text), null, 'train_model ' || $1::text)
 where exists (
   select
     from labels
    where workspace_id = $1
      and updated_at > coalesce(
            (select created_at from models where workspace_id = $1), '-infinity'))`,
		values: [workspaceId],
	};
}
