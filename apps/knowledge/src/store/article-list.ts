import type { Position } from "@supportdesk/paging/cursor.ts";
import { selectFitting } from "@supportdesk/paging/page.ts";
import type { Sort } from "@supportdesk/paging/sort.ts";
import { containing } from "@supportdesk/pg/like-pattern.ts";
import type { Query, Value } from "@supportdesk/pg/statement.ts";
import type { Article } from "../domain/article.ts";
import type { ArticleFilter } from "../domain/article-list.ts";
import { ARTICLE, ARTICLE_COLUMNS } from "./articles.ts";

export const ARTICLE_SORTS = [
	"created_at",
	"updated_at",
	"title",
	"retrieval_count",
] as const;
export type ArticleSort = Sort<(typeof ARTICLE_SORTS)[number]>;

const TYPES: Record<ArticleSort["field"], string> = {
	created_at: "timestamptz",
	updated_at: "timestamptz",
	title: "text",
	retrieval_count: "bigint",
};

/** Each word is looked for in every title. */
const TITLE_WORDS_MAX = 10;

// Everything else of an article is at most 15 kB. Known without reading the body.
const ARTICLE_BYTES = "octet_length(r.body)";

/** One page, which ends early where its bytes are too many, and a row more if there is another page behind it. */
export function selectArticlePage(
	workspaceId: string,
	filter: ArticleFilter,
	{ field, direction }: ArticleSort,
	limit: number,
	position: Position | undefined,
): Query<Article> {
	const values: Value[] = [workspaceId];
	const parameter = (value: Value) => `$${values.push(value)}`;
	const key = field === "title" ? `title collate "C"` : field;
	const conditions = ["workspace_id = $1", "deleted_at is null"];
	if (filter.status === undefined) conditions.push("status <> 'archived'");
	else if (filter.status !== "all") {
		conditions.push(`status = ${parameter(filter.status)}`);
	}
	if (filter.tag !== undefined) {
		conditions.push(`exists (select
                 from article_tags t
                where t.workspace_id = $1
                  and t.tag = ${parameter(filter.tag)}
                  and t.article_id = articles.id)`);
	}
	if (filter.external_id !== undefined) {
		conditions.push(`external_id = ${parameter(filter.external_id)}`);
	}
	if (filter.created_after !== undefined) {
		conditions.push(
			`created_at > ${parameter(filter.created_after)}::timestamptz`,
		);
	}
	if (filter.created_before !== undefined) {
		conditions.push(
			`created_at < ${parameter(filter.created_before)}::timestamptz`,
		);
	}
	if (filter.q !== undefined) {
		const words = new Set(filter.q.split(/\s+/).filter(Boolean));
		const patterns = [...words].slice(0, TITLE_WORDS_MAX).map(containing);
		conditions.push(`title ilike all(${parameter(patterns)}::text[])`);
	}
	if (position) {
		const beyond = direction === "desc" ? "<" : ">";
		conditions.push(
			`(${key}, id) ${beyond} (${parameter(position.value)}::${TYPES[field]}, ${parameter(position.id)})`,
		);
	}
	return {
		text: `select ${ARTICLE_COLUMNS}
  from ${selectFitting(
		`select *
              from articles
             where ${conditions.join("\n               and ")}
             order by ${key} ${direction}, id ${direction}
             limit ${limit + 1}`,
		ARTICLE_BYTES,
		`r.${key} ${direction}, r.id ${direction}`,
		"articles",
	)}
 order by ${key} ${direction}, id ${direction}`,
		values,
		row: ARTICLE,
	};
}
