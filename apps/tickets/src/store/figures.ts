import {
	integer,
	nullable,
	real,
	rowType,
	text,
} from "@supportdesk/pg/row-type.ts";
import type { Query } from "@supportdesk/pg/statement.ts";

/** A count that reaches it stands for as many or more: the inbox shows no larger ones. */
export const COUNT_MAX = 1_000;
/** What medians and drafts are read of: the newest tickets of the range, each by an index. */
export const SAMPLE_MAX = 2_000;

/** How many open tickets each view of the inbox has. */
export interface TicketCounts {
	readonly mine: number;
	readonly unassigned: number;
	readonly waiting: number;
	readonly all: number;
}

export function countOpenTickets(
	workspaceId: string,
	agentId: string,
): Query<TicketCounts> {
	const counted = (condition: string) => `(select count(*)::int
          from (select 1
                  from tickets
                 where workspace_id = $1
                   and status = 'open'
                   and deleted_at is null
                   and merged_into is null
                   and ${condition}
                 limit ${COUNT_MAX}) t)`;
	return {
		name: "tickets_counted",
		text: `select ${counted("assignee_id = $2")} as mine,
       ${counted("assignee_id is null")} as unassigned,
       ${counted("waiting_since is not null")} as waiting,
       ${counted("true")} as all_open`,
		values: [workspaceId, agentId],
		row: rowType(
			{
				mine: integer,
				unassigned: integer,
				waiting: integer,
				all_open: integer,
			},
			({ all_open, ...counts }): TicketCounts => ({
				...counts,
				all: all_open,
			}),
		),
	};
}

/** A day of the range. */
export interface DayFigures {
	/** `2026-11-21` */
	readonly date: string;
	readonly created: number;
	readonly resolved: number;
}

/** Created and resolved tickets of each day in UTC. @param until the first moment after the range */
export function selectDays(
	workspaceId: string,
	from: string,
	until: string,
): Query<DayFigures> {
	return {
		name: "figures_days",
		text: `select to_char(day, 'YYYY-MM-DD') as date, coalesce(c.created, 0) as created, coalesce(r.resolved, 0) as resolved
  from generate_series($2::timestamptz, $3::timestamptz - interval '1 day', interval '1 day') as day
  left join (select date_trunc('day', created_at, 'UTC') as at, count(*)::int as created
               from tickets
              where workspace_id = $1
                and deleted_at is null
                and created_at >= $2
                and created_at < $3
              group by 1) c on c.at = day
  left join (select date_trunc('day', resolved_at, 'UTC') as at, count(*)::int as resolved
               from tickets
              where workspace_id = $1
                and deleted_at is null
                and resolved_at >= $2
                and resolved_at < $3
              group by 1) r on r.at = day
 order by day`,
		values: [workspaceId, from, until],
		row: rowType({
			date: text,
			created: integer,
			resolved: integer,
		}),
	};
}

/** What happened to the newest tickets of the range. */
export interface SampleFigures {
	readonly tickets: number;
	readonly replied: number;
	readonly firstReplySeconds: number | null;
	readonly resolved: number;
	readonly resolutionSeconds: number | null;
	readonly draftsUnchanged: number;
	readonly draftsEdited: number;
	readonly draftsDiscarded: number;
}

/** A merge brings messages that are older than the ticket: none of them is a reply to it. */
export function selectSample(
	workspaceId: string,
	from: string,
	until: string,
): Query<SampleFigures> {
	return {
		name: "figures_sample",
		text: `with sample as (
  select id, created_at, resolved_at
    from tickets
   where workspace_id = $1
     and deleted_at is null
     and created_at >= $2
     and created_at < $3
   order by created_at desc, id desc
   limit ${SAMPLE_MAX}
), replies as (
  select extract(epoch from m.created_at - s.created_at) as seconds
    from sample s
   cross join lateral (select created_at
                         from messages
                        where workspace_id = $1
                          and ticket_id = s.id
                          and type = 'outbound'
                          and created_at >= s.created_at
                        order by created_at, id
                        limit 1) m
), decided as (
  select count(*) filter (where d.status = 'approved' and f.kind is null)::int as unchanged,
         count(*) filter (where f.kind = 'edited')::int as edited,
         count(*) filter (where f.kind = 'discarded')::int as discarded
    from sample s
    join drafts d on d.workspace_id = $1 and d.ticket_id = s.id
    left join draft_feedback f on f.workspace_id = $1 and f.draft_id = d.id
)
select (select count(*)::int from sample) as tickets,
       (select count(*)::int from replies) as replied,
       (select percentile_cont(0.5) within group (order by seconds)::float8 from replies) as first_reply,
       (select count(resolved_at)::int from sample) as resolved,
       (select percentile_cont(0.5) within group (order by extract(epoch from resolved_at - created_at))::float8
          from sample
         where resolved_at is not null) as resolution,
       d.unchanged, d.edited, d.discarded
  from decided d`,
		values: [workspaceId, from, until],
		row: rowType(
			{
				tickets: integer,
				replied: integer,
				first_reply: nullable(real),
				resolved: integer,
				resolution: nullable(real),
				unchanged: integer,
				edited: integer,
				discarded: integer,
			},
			(row): SampleFigures => ({
				tickets: row.tickets,
				replied: row.replied,
				firstReplySeconds: row.first_reply,
				resolved: row.resolved,
				resolutionSeconds: row.resolution,
				draftsUnchanged: row.unchanged,
				draftsEdited: row.edited,
				draftsDiscarded: row.discarded,
			}),
		),
	};
}
