import type { GetArticleTextRequest } from "@supportdesk/contracts/supportdesk/knowledge/v1/knowledge.ts";
import { quotableText } from "@supportdesk/markdown/quotable-text.ts";
import { ok } from "@supportdesk/operations/rendered.ts";
import { read } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { articleNotFound } from "../domain/errors.ts";
import { selectArticle } from "../store/articles.ts";

/** The text that the sentences of drafts point into. */
export function getArticleText({ db }: Pick<Deps, "db">) {
	return async ({ id }: GetArticleTextRequest, context: CallContext) => {
		const { workspaceId } = context;
		const [article] = await read(db, context, selectArticle(workspaceId, id));
		if (!article) throw articleNotFound();
		const { text } = quotableText(article.body);
		return ok(
			JSON.stringify({ article_id: id, text, updated_at: article.updatedAt }),
		);
	};
}
