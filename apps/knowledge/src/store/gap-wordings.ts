import type { Statement } from "@supportdesk/pg/statement.ts";
import type { CountedWording } from "../domain/gaps/plan-counts.ts";

/** What a new wording is compared with. */
export interface WordingRow {
	id: number;
	gap_id: string;
	question_key: string;
	encoder: string | null;
	vector: Buffer | null;
}

const WORDING_COLUMNS = "id, gap_id, question_key, encoder, vector";
const FRESH_MAX = 1_000;

/** The wordings asked last. */
export function selectRecentWordings(
	workspaceId: string,
	limit: number,
): Statement {
	return {
		name: "gap_wordings_recent",
		text: `select ${WORDING_COLUMNS}
  from gap_questions
 where workspace_id = $1
 order by last_seen_at desc
 limit $2`,
		values: [workspaceId, limit],
	};
}

/** The wordings that came after one, oldest first; none after undefined. */
export function selectWordingsAfter(
	workspaceId: string,
	id: number | undefined,
): Statement {
	return {
		name: "gap_wordings_after",
		text: `select ${WORDING_COLUMNS}
  from gap_questions
 where workspace_id = $1 and id > $2
 order by id
 limit $3`,
		values: [workspaceId, id ?? Number.MAX_SAFE_INTEGER, FRESH_MAX],
	};
}

/** When a workspace's gaps were put together anew. */
export interface RegroupRow {
	last_question_id: number;
	/** Another one after each time. */
	version: string;
}

export function selectRegroup(workspaceId: string): Statement {
	return {
		name: "gap_regroup_get",
		text: `select last_question_id, xmin::text as version
  from gap_regroups
 where workspace_id = $1`,
		values: [workspaceId],
	};
}

/** Gives the regrouping another version: known wordings have changed. */
export function touchRegroup(workspaceId: string): Statement {
	return {
		name: "gap_regroup_touch",
		text: `insert into gap_regroups as r (workspace_id, last_question_id)
values ($1, 0)
    on conflict (workspace_id)
    do update set last_question_id = r.last_question_id`,
		values: [workspaceId],
	};
}

/** The gaps of wordings that were asked before. */
export function selectGapsOfWordings(
	workspaceId: string,
	keys: readonly string[],
): Statement {
	return {
		name: "gap_wordings_same",
		text: `select question_key, gap_id, vector is not null as is_encoded
  from gap_questions
 where workspace_id = $1 and question_key = any($2::text[])`,
		values: [workspaceId, keys],
	};
}

/** The gaps that tickets were counted for, under whatever wording. */
export function selectGapsOfTickets(
	workspaceId: string,
	ticketIds: readonly string[],
): Statement {
	return {
		name: "gap_tickets_get",
		text: `select t.ticket_id, q.gap_id
  from gap_tickets t
  join gap_questions q on q.workspace_id = t.workspace_id and q.id = t.question_id
 where t.workspace_id = $1 and t.ticket_id = any($2::text[])`,
		values: [workspaceId, ticketIds],
	};
}

/** Counts misses in wordings of open gaps that are known with their meaning, and answers which those are. */
export function countKnownWordings(
	workspaceId: string,
	counts: ReadonlyMap<string, number>,
	now: Date,
): Statement {
	return {
		name: "gap_wordings_count_known",
		text: `with asked as (
  update gap_questions q
     set frequency = q.frequency + a.count,
         last_seen_at = greatest(q.last_seen_at, $4)
    from unnest($2::text[], $3::int[]) as a (key, count), gaps g
   where q.workspace_id = $1 and q.question_key = a.key and q.vector is not null
     and g.workspace_id = $1 and g.id = q.gap_id and g.status = 'open'
  returning q.gap_id, q.question_key, a.count
), counted as (
  update gaps g
     set frequency = g.frequency + own.count,
         last_seen_at = greatest(g.last_seen_at, $4),
         updated_at = greatest(g.updated_at, $4)
    from (select gap_id, sum(count)::int as count from asked group by gap_id) own
   where g.workspace_id = $1 and g.id = own.gap_id
)
select question_key from asked`,
		values: [
			workspaceId,
			[...counts.keys()],
			[...counts.values()],
			now.toISOString(),
		],
	};
}

/** Counts askings of wordings, new ones or known ones. */
export function countWordings(
	workspaceId: string,
	wordings: readonly CountedWording[],
	now: Date,
): Statement {
	return {
		name: "gap_wordings_count",
		text: `insert into gap_questions as q
       (workspace_id, gap_id, question, question_key, encoder, vector, frequency, last_seen_at)
select $1, a.gap_id, a.question, a.key, a.encoder, a.vector::bytea, a.count, $8
  from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::int[])
       as a (gap_id, question, key, encoder, vector, count)
    on conflict (workspace_id, question_key)
    do update set frequency = q.frequency + excluded.frequency,
                  last_seen_at = greatest(q.last_seen_at, excluded.last_seen_at),
                  encoder = coalesce(q.encoder, excluded.encoder),
                  vector = coalesce(q.vector, excluded.vector)`,
		values: [
			workspaceId,
			wordings.map(({ gapId }) => gapId),
			wordings.map(({ asked }) => asked.text),
			wordings.map(({ asked }) => asked.key),
			wordings.map(({ asked }) => asked.meaning?.encoder ?? null),
			wordings.map(({ asked }) => bytesText(asked.meaning?.direction.vector)),
			wordings.map(({ count }) => count),
			now.toISOString(),
		],
	};
}

function bytesText(vector: Int8Array | undefined): string | null {
	return vector ? `\\x${Buffer.from(vector).toString("hex")}` : null;
}
