import type { GetArticleRequest } from "@supportdesk/contracts/supportdesk/knowledge/v1/knowledge.ts";
import { ok } from "@supportdesk/operations/rendered.ts";
import { read } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { articleNotFound } from "../domain/errors.ts";
import { selectArticle } from "../store/articles.ts";
import { articleJson } from "./article-json.ts";

export function getArticle({ db }: Pick<Deps, "db">) {
	return async ({ id }: GetArticleRequest, context: CallContext) => {
		const { workspaceId } = context;
		// Not a lookup: an article of 4 MiB would delay those that share its round trip.
		const [article] = await read(db, context, selectArticle(workspaceId, id));
		if (!article) throw articleNotFound();
		return ok(articleJson(article));
	};
}
