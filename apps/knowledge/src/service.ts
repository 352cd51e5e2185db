import type { Logger } from "@supportdesk/logger/logger.ts";
import type { Pool } from "@supportdesk/pg/pool.ts";
import type { AiApi, KnowledgeApi } from "@supportdesk/rpc/service-api.ts";
import { archiveArticle } from "./rpc/archive-article.ts";
import { createArticle } from "./rpc/create-article.ts";
import { deleteArticle } from "./rpc/delete-article.ts";
import { getArticle } from "./rpc/get-article.ts";
import { listAnsweredTickets } from "./rpc/list-answered-tickets.ts";
import { listArticles } from "./rpc/list-articles.ts";
import { listGaps } from "./rpc/list-gaps.ts";
import { updateArticle } from "./rpc/update-article.ts";

/** Where the time comes from. */
export interface Clock {
	now(): Date;
}

export interface Deps {
	readonly db: Pool;
	readonly clock: Clock;
	readonly log: Logger;
	readonly ai: AiApi;
	readonly cursorSecret: string;
}

/** The handlers that need no search engine. */
export function createArticleHandlers(
	deps: Deps,
): Omit<KnowledgeApi, "search" | "findPassages"> {
	return {
		createArticle: createArticle(deps),
		getArticle: getArticle(deps),
		listArticles: listArticles(deps),
		updateArticle: updateArticle(deps),
		deleteArticle: deleteArticle(deps),
		archiveArticle: archiveArticle(deps),
		listGaps: listGaps(deps),
		listAnsweredTickets: listAnsweredTickets(deps),
	};
}
