import type { ListArticlesRequest } from "@supportdesk/contracts/supportdesk/knowledge/v1/knowledge.ts";
import { page } from "@supportdesk/operations/rendered.ts";
import { startWalk } from "@supportdesk/paging/page.ts";
import { parseSort } from "@supportdesk/paging/sort.ts";
import { read } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import type { Article } from "../domain/article.ts";
import {
	ARTICLE_SORTS,
	type ArticleSort,
	selectArticlePage,
} from "../store/article-list.ts";
import { articleJson } from "./article-json.ts";

const DEFAULT_PAGE = { limit: 25, cursor: "", sort: "created_at:desc" };

export function listArticles({
	db,
	cursorSecret,
}: Pick<Deps, "db" | "cursorSecret">) {
	return async (request: ListArticlesRequest, context: CallContext) => {
		const { workspaceId } = context;
		const { limit, cursor, sort: sortText } = request.page ?? DEFAULT_PAGE;
		const sort = parseSort(ARTICLE_SORTS, sortText);
		const filter = {
			status: request.status,
			tag: request.tag,
			external_id: request.externalId,
			created_after: request.createdAfter,
			created_before: request.createdBefore,
			q: request.q,
		};
		const scope = {
			list: "articles",
			workspaceId,
			sort: sortText,
			filters: filter,
		};
		const walk = startWalk(cursorSecret, scope, limit, cursor);
		const articles = await read(
			db,
			context,
			selectArticlePage(workspaceId, filter, sort, limit, walk.position),
		);
		const shown = await walk.write(articles, articleJson, (article) => ({
			value: sortValue(article, sort),
			id: article.id,
		}));
		return page(shown.items, shown.nextCursor);
	};
}

function sortValue(article: Article, { field }: ArticleSort): string {
	switch (field) {
		case "created_at":
			return article.createdAt;
		case "updated_at":
			return article.updatedAt;
		case "title":
			return article.title;
		case "retrieval_count":
			return String(article.retrievalCount);
	}
}
