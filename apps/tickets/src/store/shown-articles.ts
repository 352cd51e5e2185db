import { nullable, rowType, text } from "@supportdesk/pg/row-type.ts";
import type { Query, Statement } from "@supportdesk/pg/statement.ts";

/** An article that readers of a ticket are shown. */
export interface ShownArticle {
	readonly ticketId: string;
	readonly articleId: string;
	/** The ready draft that quotes it; null where it is suggested. */
	readonly draftId: string | null;
	/** The version that is quoted; null for a suggestion, and where it was not kept. */
	readonly version: string | null;
}

const SHOWN_ARTICLE = rowType(
	{
		ticket_id: text,
		article_id: text,
		draft_id: nullable(text),
		version: nullable(text),
	},
	(row): ShownArticle => ({
		ticketId: row.ticket_id,
		articleId: row.article_id,
		draftId: row.draft_id,
		version: row.version,
	}),
);

/** What the ready drafts of these tickets quote, and what is suggested. */
export function selectShownArticles(
	workspaceId: string,
	ticketIds: readonly string[],
): Query<ShownArticle> {
	return {
		name: "shown_articles",
		text: `select d.ticket_id, s.source->>'article_id' as article_id, d.id as draft_id,
       d.source_versions->>(s.source->>'article_id') as version
  from drafts d, jsonb_array_elements(d.sources) as s (source)
 where d.workspace_id = $1
   and d.ticket_id = any($2::text[])
   and d.status = 'ready'
 union all
select t.id, s.suggestion->>'article_id', null, null
  from tickets t, jsonb_array_elements(t.suggested_articles) as s (suggestion)
 where t.workspace_id = $1
   and t.id = any($2::text[])`,
		values: [workspaceId, ticketIds],
		row: SHOWN_ARTICLE,
	};
}

/** Suggests these articles no longer. */
export function removeSuggestedArticles(
	workspaceId: string,
	ticketId: string,
	articleIds: readonly string[],
): Statement {
	return {
		name: "ticket_remove_suggestions",
		text: `update tickets
   set suggested_articles = (
         select coalesce(jsonb_agg(suggestion order by position), '[]')
           from jsonb_array_elements(suggested_articles) with ordinality as s (suggestion, position)
          where suggestion->>'article_id' <> all($3::text[]))
 where workspace_id = $1
   and id = $2`,
		values: [workspaceId, ticketId, articleIds],
	};
}

/** What the help centre suggests for the ticket, whether or not a draft came of it. */
export function saveSuggestedArticles(
	workspaceId: string,
	ticketId: string,
	articlesJson: string,
): Statement {
	return {
		name: "ticket_save_suggestions",
		text: `update tickets
   set suggested_articles = $3
 where workspace_id = $1
   and id = $2`,
		values: [workspaceId, ticketId, articlesJson],
	};
}
