import type { UpdateArticleRequest } from "@supportdesk/contracts/supportdesk/knowledge/v1/knowledge.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { normaliseTags } from "@supportdesk/text/tags.ts";
import type { ArticlePatch, ArticleStatus } from "../domain/article.ts";
import { articleJson } from "./article-json.ts";
import { type BrokenTestsDeps, withBrokenTests } from "./broken-tests.ts";
import { changeArticle } from "./change-article.ts";

export function updateArticle(deps: BrokenTestsDeps) {
	const { db, clock } = deps;
	return async (request: UpdateArticleRequest, context: CallContext) => {
		const { id } = request;
		const patch: ArticlePatch = {
			title: request.title,
			body: request.body,
			tags: request.tags && normaliseTags(request.tags.values),
			status: request.status as ArticleStatus | undefined,
			externalId: request.externalId === "" ? null : request.externalId,
		};
		const now = clock.now();
		const operation = operationOf(
			context,
			`articles.update:${id}`,
			undefined,
			now,
		);
		const change = () =>
			runOperation(db, operation, [], async (tx) => {
				const article = await changeArticle(tx, context, id, () => patch, now);
				return { status: 200, body: articleJson(article), resourceId: "" };
			});
		return stored(await withBrokenTests(deps, context, operation, change));
	};
}
