import {
	json,
	nullable,
	oneOf,
	real,
	rowType,
	text,
	timestamp,
} from "@supportdesk/pg/row-type.ts";
import type { Db, Query, Statement } from "@supportdesk/pg/statement.ts";
import { type Draft, type DraftStatus, withoutHtml } from "../domain/draft.ts";
import { readyDraft } from "./ticket-rows.ts";

/** A draft and the newest inbound message of its ticket. */
export interface CurrentDraft {
	readonly draft: Draft;
	readonly lastInboundId: string;
}

const CURRENT_DRAFT = rowType(
	{
		id: text,
		ticket_id: text,
		in_reply_to: text,
		body: text,
		status: oneOf<DraftStatus>(),
		confidence: real,
		sources: json,
		sentences: nullable(json),
		generated_by: text,
		created_at: timestamp,
		updated_at: timestamp,
		last_inbound_id: text,
	},
	(row): CurrentDraft => ({
		draft: withoutHtml({
			id: row.id,
			ticketId: row.ticket_id,
			inReplyTo: row.in_reply_to,
			body: row.body,
			status: row.status,
			confidence: row.confidence,
			sourcesJson: row.sources,
			sentencesJson: row.sentences,
			generatedBy: row.generated_by,
			createdAt: row.created_at,
			updatedAt: row.updated_at,
		}),
		lastInboundId: row.last_inbound_id,
	}),
);

/**
 * The newest draft of a ticket. One that the ticket does not name as ready is retracted, even if its own row says otherwise: a
 * statement that waited for the ticket's lock does not see the row of a draft that was stored meanwhile.
 */
export function selectCurrentDraft(
	workspaceId: string,
	ticketId: string,
): Query<CurrentDraft> {
	return {
		name: "draft_current",
		text: `select d.id, d.ticket_id, d.in_reply_to, d.body, d.confidence, d.sources, d.sentences, d.generated_by,
       d.created_at, d.updated_at,
       case when d.status = 'ready' and d.id is distinct from ${readyDraft("t")} then 'superseded' else d.status end as status,
       (select m.id
          from messages m
         where m.workspace_id = d.workspace_id
           and m.ticket_id = d.ticket_id
           and m.type = 'inbound'
         order by m.created_at desc, m.id desc
         limit 1) as last_inbound_id
  from drafts d
  join tickets t on t.workspace_id = d.workspace_id and t.id = d.ticket_id
 where d.workspace_id = $1
   and d.ticket_id = $2
 order by d.created_at desc, d.id desc
 limit 1`,
		values: [workspaceId, ticketId],
		row: CURRENT_DRAFT,
	};
}

export async function findCurrentDraft(
	db: Db,
	workspaceId: string,
	ticketId: string,
): Promise<CurrentDraft | undefined> {
	const { rows } = await db.query(selectCurrentDraft(workspaceId, ticketId));
	return rows[0];
}

/**
 * Retracts the ready draft, if there is one: what it answers is answered or not the last question any more, or what it
 * quotes does not stand any more.
 */
export function supersedeDraft(
	workspaceId: string,
	ticketId: string,
	now: Date,
): Statement {
	return {
		name: "draft_supersede",
		text: `with shown as (
  update tickets
     set ready_draft_id = null
   where workspace_id = $1
     and id = $2
     and ready_draft_id is not null
)
update drafts
   set status = 'superseded',
       updated_at = greatest(updated_at + interval '1 millisecond', $3)
 where workspace_id = $1
   and ticket_id = $2
   and status = 'ready'`,
		values: [workspaceId, ticketId, now.toISOString()],
	};
}

/**
 * Stores a new draft, and readers see it from now on.
 *
 * @param sourceVersions of the articles it quotes, by their ids.
 * @param suggestionsJson the articles that are suggested for the ticket.
 */
export function insertDraft(
	workspaceId: string,
	draft: Draft,
	sourceVersions: Readonly<Record<string, string>>,
	suggestionsJson: string,
): Statement {
	return {
		name: "draft_insert",
		text: `with shown as (
  update tickets
     set ready_draft_id = $3,
         suggested_articles = $12
   where workspace_id = $1
     and id = $2
)
insert into drafts (workspace_id, ticket_id, id, in_reply_to, body, status, confidence, sources, generated_by,
                    created_at, updated_at, source_versions, sentences)
values ($1, $2, $3, $4, $5, 'ready', $6, $7, $8, $9, $9, $10, $11)`,
		values: [
			workspaceId,
			draft.ticketId,
			draft.id,
			draft.inReplyTo,
			draft.body,
			draft.confidence,
			draft.sourcesJson,
			draft.generatedBy,
			draft.createdAt,
			JSON.stringify(sourceVersions),
			draft.sentencesJson,
			suggestionsJson,
		],
	};
}

/** Stores that the draft was sent with this message. */
export function approveDraft(
	workspaceId: string,
	draft: Draft,
	messageId: string,
): Statement {
	return {
		name: "draft_approve",
		text: `with shown as (
  update tickets
     set ready_draft_id = null
   where workspace_id = $1
     and id = $2
)
update drafts
   set status = 'approved',
       message_id = $4,
       updated_at = $5
 where workspace_id = $1
   and id = $3
   and status = 'ready'`,
		values: [workspaceId, draft.ticketId, draft.id, messageId, draft.updatedAt],
	};
}
