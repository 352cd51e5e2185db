import {
	arrayOf,
	integer,
	type Row,
	rowType,
	text,
} from "@supportdesk/pg/row-type.ts";
import type { Query, Statement } from "@supportdesk/pg/statement.ts";

const INDEXABLE = rowType({
	title: text,
	body: text,
	tags: arrayOf(text),
	revision: integer,
});
type Indexable = Row<typeof INDEXABLE.columns>;

/** The article if searches may find it. */
export function selectIndexable(
	workspaceId: string,
	id: string,
): Query<Indexable> {
	return {
		name: "article_indexable",
		text: `select title, body, tags, revision
  from articles
 where workspace_id = $1
   and id = $2
   and status = 'published'
   and deleted_at is null`,
		values: [workspaceId, id],
		row: INDEXABLE,
	};
}

/**
 * Notes that the engine holds the article as it was at a revision; its profile, which goes with this, makes a new one.
 * Changes nothing when the article has changed since. An article that is indexed again unchanged keeps its time of indexing.
 */
export function confirmIndexed(
	workspaceId: string,
	id: string,
	revision: { readonly indexed: number; readonly next: number },
	now: Date,
): Statement {
	return {
		name: "article_confirm",
		text: `update articles
   set indexed_at = coalesce(indexed_at, $4),
       revision = $5
 where workspace_id = $1
   and id = $2
   and revision = $3
   and status = 'published'
   and deleted_at is null`,
		values: [
			workspaceId,
			id,
			revision.indexed,
			now.toISOString(),
			revision.next,
		],
	};
}
