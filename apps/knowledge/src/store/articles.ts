import {
	arrayOf,
	integer,
	nullable,
	oneOf,
	rowType,
	text,
	timestamp,
} from "@supportdesk/pg/row-type.ts";
import type { Db, Query, Statement } from "@supportdesk/pg/statement.ts";
import type { Article, ArticleStatus } from "../domain/article.ts";

export const ARTICLE_COLUMNS = `id, title, body, tags, status, word_count, retrieval_count, indexed_at, created_at, updated_at, external_id`;

export const ARTICLE = rowType(
	{
		id: text,
		title: text,
		body: text,
		tags: arrayOf(text),
		status: oneOf<ArticleStatus>(),
		word_count: integer,
		retrieval_count: integer,
		indexed_at: nullable(timestamp),
		created_at: timestamp,
		updated_at: timestamp,
		external_id: nullable(text),
	},
	(row): Article => ({
		id: row.id,
		title: row.title,
		body: row.body,
		tags: row.tags,
		status: row.status,
		wordCount: row.word_count,
		retrievalCount: row.retrieval_count,
		indexedAt: row.indexed_at,
		createdAt: row.created_at,
		updatedAt: row.updated_at,
		externalId: row.external_id,
	}),
);
const REVISION = rowType({ revision: integer }, ({ revision }) => revision);
const VERSION = rowType(
	{ id: text, version: text },
	({ id, version }): ArticleVersion => ({ articleId: id, version }),
);

/** Which words an article has: equal for equal title and body. */
export interface ArticleVersion {
	readonly articleId: string;
	readonly version: string;
}

export function selectArticle(workspaceId: string, id: string): Query<Article> {
	return {
		name: "article_get",
		text: `select ${ARTICLE_COLUMNS}
  from articles
 where workspace_id = $1
   and id = $2
   and deleted_at is null`,
		values: [workspaceId, id],
		row: ARTICLE,
	};
}

export function selectArticleExists(
	workspaceId: string,
	id: string,
): Query<string> {
	return {
		name: "article_exists",
		text: `select id
  from articles
 where workspace_id = $1
   and id = $2
   and deleted_at is null`,
		values: [workspaceId, id],
		row: rowType({ id: text }, ({ id }) => id),
	};
}

/** The article that another system knows by this name. */
export function selectIdByExternalId(
	workspaceId: string,
	externalId: string,
): Query<string> {
	return {
		name: "article_by_external_id",
		text: `select id
  from articles
 where workspace_id = $1
   and external_id = $2
   and deleted_at is null`,
		values: [workspaceId, externalId],
		row: rowType({ id: text }, ({ id }) => id),
	};
}

/**
 * Takes the workspace's next revision, which is the lock that orders its changes: every change of
 * articles begins with it.
 */
export async function takeRevision(
	db: Db,
	workspaceId: string,
): Promise<number> {
	const { rows } = await db.query({
		name: "revision_take",
		text: `insert into revisions as r (workspace_id, revision)
values ($1, 1)
    on conflict (workspace_id)
    do update set revision = r.revision + 1
returning revision`,
		values: [workspaceId],
		row: REVISION,
	});
	return rows[0]!;
}

/** The workspace's revision; no row before its first article. */
export function selectRevision(workspaceId: string): Query<number> {
	return {
		name: "revision_get",
		text: "select revision from revisions where workspace_id = $1",
		values: [workspaceId],
		row: REVISION,
	};
}

export function insertArticle(
	workspaceId: string,
	article: Article,
	revision: number,
): Statement {
	return {
		name: "article_insert",
		text: `insert into articles (workspace_id, id, title, body, tags, status, word_count, revision, created_at, updated_at, external_id)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10)`,
		values: [
			workspaceId,
			article.id,
			article.title,
			article.body,
			article.tags,
			article.status,
			article.wordCount,
			revision,
			article.createdAt,
			article.externalId,
		],
	};
}

/** Writes the columns that a change may have affected. */
export function saveArticle(
	workspaceId: string,
	article: Article,
	revision: number,
): Statement {
	return {
		name: "article_save",
		text: `update articles
   set title = $3,
       body = $4,
       tags = $5,
       status = $6,
       word_count = $7,
       revision = $8,
       indexed_at = null,
       updated_at = $9,
       external_id = $10
 where workspace_id = $1
   and id = $2`,
		values: [
			workspaceId,
			article.id,
			article.title,
			article.body,
			article.tags,
			article.status,
			article.wordCount,
			revision,
			article.updatedAt,
			article.externalId,
		],
	};
}

/** Empties the article; the row stays, so that indexes learn of the deletion. */
export function deleteArticle(
	workspaceId: string,
	id: string,
	revision: number,
	now: Date,
): Statement {
	return {
		name: "article_delete",
		text: `update articles
   set title = '',
       body = '',
       tags = '{}',
       external_id = null,
       revision = $3,
       deleted_at = $4,
       updated_at = $4
 where workspace_id = $1
   and id = $2
   and deleted_at is null`,
		values: [workspaceId, id, revision, now.toISOString()],
	};
}

/** The published ones among these, which a search may show. */
export function selectPublished(
	workspaceId: string,
	ids: readonly string[],
): Query<Article> {
	return {
		name: "articles_published",
		text: `select ${ARTICLE_COLUMNS}
  from articles
 where workspace_id = $1
   and id = any($2::text[])
   and status = 'published'
   and deleted_at is null`,
		values: [workspaceId, ids],
		row: ARTICLE,
	};
}

/** The versions of the published ones among these. */
export function selectVersions(
	workspaceId: string,
	ids: readonly string[],
): Query<ArticleVersion> {
	return {
		name: "articles_versions",
		text: `select id, encode(sha256(convert_to(title || E'\\n' || body, 'UTF8')), 'hex') as version
  from articles
 where workspace_id = $1
   and id = any($2::text[])
   and status = 'published'
   and deleted_at is null`,
		values: [workspaceId, ids],
		row: VERSION,
	};
}

/** Counts one if an article that is there was changed since then. */
export function selectChangedSince(
	workspaceId: string,
	since: Date,
): Statement {
	return {
		name: "articles_changed_since",
		text: `select
  from (select updated_at
          from articles
         where workspace_id = $1
           and deleted_at is null
         order by updated_at desc
         limit 1) latest
 where updated_at >= $2`,
		values: [workspaceId, since.toISOString()],
	};
}

/** Updates the article's rows in the index of tags to its tags. */
export function replaceTags(
	workspaceId: string,
	id: string,
	tags: readonly string[],
): Statement[] {
	return [
		{
			name: "article_tags_delete",
			text: `delete from article_tags
 where workspace_id = $1
   and article_id = $2
   and tag <> all($3::text[])`,
			values: [workspaceId, id, tags],
		},
		{
			name: "article_tags_insert",
			text: `insert into article_tags (workspace_id, tag, article_id)
select $1, tag, $2
  from unnest($3::text[]) as tag
    on conflict do nothing`,
			values: [workspaceId, id, tags],
		},
	];
}
