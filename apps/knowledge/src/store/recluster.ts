import {
	bytes,
	integer,
	nullable,
	rowType,
	text,
} from "@supportdesk/pg/row-type.ts";
import type { Query, Statement } from "@supportdesk/pg/statement.ts";
import type { Direction } from "../domain/gaps/centred.ts";
import type { CountedQuestion } from "../domain/gaps/plan-recluster.ts";
import { directionFrom } from "./gap-vectors.ts";

/** A phrasing of an open gap. */
export interface OpenQuestion extends CountedQuestion {
	readonly question: string;
	readonly encoder: string | undefined;
	/** Undefined when it could not be encoded. */
	readonly direction: Direction | undefined;
}

const OPEN_QUESTION = rowType(
	{
		id: integer,
		gap_id: text,
		question: text,
		frequency: integer,
		encoder: nullable(text),
		vector: nullable(bytes),
	},
	(row): OpenQuestion => ({
		id: row.id,
		gapId: row.gap_id,
		question: row.question,
		frequency: row.frequency,
		encoder: row.encoder ?? undefined,
		direction: row.vector ? directionFrom(row.vector) : undefined,
	}),
);

/** The latest phrasings of open gaps. */
export function selectOpenQuestions(
	workspaceId: string,
	limit: number,
): Query<OpenQuestion> {
	return {
		name: "gap_questions_open",
		text: `select q.id, q.gap_id, q.question, q.frequency, q.encoder, q.vector
  from gap_questions q
  join gaps g on g.workspace_id = q.workspace_id and g.id = q.gap_id
 where q.workspace_id = $1 and g.status = 'open'
 order by q.last_seen_at desc
 limit $2`,
		values: [workspaceId, limit],
		row: OPEN_QUESTION,
	};
}

export function saveQuestionVector(
	workspaceId: string,
	id: number,
	encoder: string,
	vector: Int8Array,
): Statement {
	return {
		name: "gap_question_vector",
		text: `update gap_questions
   set encoder = $3, vector = $4
 where workspace_id = $1 and id = $2`,
		values: [workspaceId, id, encoder, Buffer.from(vector)],
	};
}

/** Counts the phrasings in this gap from now on. It has been seen since the first of the gaps they come from. */
export function moveQuestions(
	workspaceId: string,
	gapId: string,
	questionIds: readonly number[],
): Statement[] {
	const values = [workspaceId, gapId, questionIds];
	return [
		{
			name: "gap_first_seen",
			text: `update gaps g
   set first_seen_at = least(g.first_seen_at, source.first_seen_at)
  from (select min(s.first_seen_at) as first_seen_at
          from gap_questions q
          join gaps s on s.workspace_id = q.workspace_id and s.id = q.gap_id
         where q.workspace_id = $1 and q.id = any($3::bigint[])) source
 where g.workspace_id = $1 and g.id = $2`,
			values,
		},
		{
			name: "gap_questions_move",
			text: `update gap_questions
   set gap_id = $2
 where workspace_id = $1 and id = any($3::bigint[])`,
			values,
		},
	];
}

/** Recomputes a gap's figures from its phrasings; it has at least one. */
export function recountGap(
	workspaceId: string,
	gapId: string,
	topic: string,
	now: Date,
): Statement {
	return {
		name: "gap_recount",
		text: `update gaps g
   set topic = $3,
       frequency = own.frequency,
       last_seen_at = own.last_seen_at,
       updated_at = greatest(g.updated_at, $4)
  from (select sum(frequency) as frequency, max(last_seen_at) as last_seen_at
          from gap_questions
         where workspace_id = $1 and gap_id = $2) own
 where g.workspace_id = $1 and g.id = $2
   and (g.topic, g.frequency, g.last_seen_at) is distinct from ($3, own.frequency, own.last_seen_at)`,
		values: [workspaceId, gapId, topic, now.toISOString()],
	};
}

/** Those of these gaps that have no phrasings left. */
export function deleteEmptyGaps(
	workspaceId: string,
	gapIds: readonly string[],
): Statement {
	return {
		name: "gaps_delete_empty",
		text: `delete from gaps g
 where g.workspace_id = $1
   and g.id = any($2::text[])
   and not exists (select from gap_questions q where q.workspace_id = $1 and q.gap_id = g.id)`,
		values: [workspaceId, gapIds],
	};
}

/** The same for gaps that only phrasings are left in which were not reclustered; the most frequent one becomes the topic. */
export function recountLeftGaps(
	workspaceId: string,
	gapIds: readonly string[],
	now: Date,
): Statement {
	return {
		name: "gaps_recount_left",
		text: `update gaps g
   set topic = own.topic,
       frequency = own.frequency,
       last_seen_at = own.last_seen_at,
       updated_at = greatest(g.updated_at, $3)
  from (select gap_id, sum(frequency) as frequency, max(last_seen_at) as last_seen_at,
               (array_agg(question order by frequency desc, id))[1] as topic
          from gap_questions
         where workspace_id = $1 and gap_id = any($2::text[])
         group by gap_id) own
 where g.workspace_id = $1 and g.id = own.gap_id`,
		values: [workspaceId, gapIds, now.toISOString()],
	};
}

/** Notes up to which phrasing the gaps have been reclustered. */
export function saveRecluster(workspaceId: string): Statement {
	return {
		name: "gap_recluster_save",
		text: `insert into gap_regroups (workspace_id, last_question_id)
select $1, coalesce(max(id), 0)
  from gap_questions
 where workspace_id = $1
    on conflict (workspace_id)
    do update set last_question_id = excluded.last_question_id`,
		values: [workspaceId],
	};
}
