import {
	OUTBOX_COLUMNS,
	OUTBOX_RECORD,
	OUTBOX_ROWS,
	outboxRows,
} from "@supportdesk/outbox/outbox.ts";
import type { OutboxEvent } from "@supportdesk/outbox/outbox-event.ts";
import type { BatchedWrite, ItemRow } from "@supportdesk/pg/batched-write.ts";
import { rowType, text } from "@supportdesk/pg/row-type.ts";
import { announceRows } from "@supportdesk/pg/row-watch.ts";
import type { Query } from "@supportdesk/pg/statement.ts";
import type { Draft } from "../domain/draft.ts";
import type { Signals } from "../domain/ticket.ts";

const VERSION = rowType({ version: text }, ({ version }) => version);

/** What a ticket's row is at this moment: another one after any change of it, and so after any message or draft. */
export function selectTicketVersion(
	workspaceId: string,
	ticketId: string,
): Query<string> {
	return {
		name: "ticket_version",
		text: `select xmin::text as version
  from tickets
 where workspace_id = $1
   and id = $2`,
		values: [workspaceId, ticketId],
		row: VERSION,
	};
}

/** What jobs have found out about a ticket, to be stored if nothing has changed it since it was read. */
export interface Answer {
	readonly ticketId: string;
	/** The row's, when it was read. */
	readonly version: string;
	/** Undefined where they stay. */
	readonly signals: Signals | undefined;
	/** The ticket's first draft, and the versions of the articles it quotes by their ids. */
	readonly draft: Draft | undefined;
	readonly sourceVersions: Readonly<Record<string, string>>;
	/** The articles that are suggested; undefined where they stay. */
	readonly suggestionsJson: string | undefined;
	readonly events: readonly OutboxEvent[];
}

/** Stores signals, drafts, suggestions and their events; nothing of a ticket that has changed. */
export const STORE_ANSWERS: BatchedWrite<Answer, ItemRow> = {
	name: "answers_store",
	statement: storeAnswers,
	idOf: ({ ticketId }) => ticketId,
	isDuplicate: () => false, // a second attempt finds the ticket changed
};

const STORED = rowType(
	{ ticket_id: text },
	({ ticket_id }): ItemRow => ({ itemId: ticket_id }),
);

function storeAnswers(
	workspaceId: string,
	answers: readonly Answer[],
): Query<ItemRow> {
	announceRows(OUTBOX_ROWS);
	return {
		name: "answers_store",
		// A row that has waited for another writer's lock is compared as that writer left it. With the ids in an array each
		// is looked up, however many rows the planner expects.
		text: `with asked as materialized (
  select *
    from json_to_recordset($2) as a (ticket_id text, version text, intent text, urgency text, sentiment text, certainty real,
                                     draft_id text, in_reply_to text, body text, confidence real, sources jsonb,
                                     generated_by text, at timestamptz, source_versions jsonb, sentences jsonb,
                                     suggestions jsonb, events json)
), unchanged as materialized (
  select a.*
    from asked a
    join tickets t on t.id = a.ticket_id
   where t.workspace_id = $1
     and t.id = any(array(select ticket_id from asked))
     and t.xmin::text = a.version
     and t.deleted_at is null
   order by t.id
     for no key update of t
), saved as (
  update tickets t
     set ready_draft_id = coalesce(a.draft_id, t.ready_draft_id),
         suggested_articles = coalesce(a.suggestions, t.suggested_articles),
         ai_intent = coalesce(a.intent, t.ai_intent),
         ai_urgency = coalesce(a.urgency, t.ai_urgency),
         ai_sentiment = coalesce(a.sentiment, t.ai_sentiment),
         ai_confidence = coalesce(a.certainty, t.ai_confidence)
    from unchanged a
   where t.workspace_id = $1
     and t.id = any(array(select ticket_id from unchanged))
     and t.id = a.ticket_id
), drafted as (
  insert into drafts (workspace_id, ticket_id, id, in_reply_to, body, status, confidence, sources, generated_by,
                      created_at, updated_at, source_versions, sentences)
  select $1, ticket_id, draft_id, in_reply_to, body, 'ready', confidence, sources, generated_by, at, at, source_versions, sentences
    from unchanged
   where draft_id is not null
), reported as (
  insert into outbox (workspace_id, ${OUTBOX_COLUMNS})
  select $1, e.*
    from unchanged
   cross join lateral json_to_recordset(events) as e (${OUTBOX_RECORD})
)
select ticket_id
  from unchanged`,
		values: [workspaceId, JSON.stringify(answers.map(asked))],
		row: STORED,
	};
}

function asked({ draft, signals, ...answer }: Answer) {
	return {
		ticket_id: answer.ticketId,
		version: answer.version,
		...(signals && {
			intent: signals.intent,
			urgency: signals.urgency,
			sentiment: signals.sentiment,
			certainty: signals.confidence,
		}),
		...(draft && {
			draft_id: draft.id,
			in_reply_to: draft.inReplyTo,
			body: draft.body.toWellFormed(), // as a JSON text must be
			confidence: draft.confidence,
			sources: JSON.parse(draft.sourcesJson),
			generated_by: draft.generatedBy,
			at: draft.createdAt,
			source_versions: answer.sourceVersions,
			sentences:
				draft.sentencesJson === null ? null : JSON.parse(draft.sentencesJson),
		}),
		suggestions: answer.suggestionsJson && JSON.parse(answer.suggestionsJson),
		events: outboxRows(answer.events),
	};
}
