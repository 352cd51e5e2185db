import type { ArchiveArticleRequest } from "@supportdesk/contracts/supportdesk/knowledge/v1/knowledge.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { articleJson } from "./article-json.ts";
import { type BrokenTestsDeps, withBrokenTests } from "./broken-tests.ts";
import { changeArticle } from "./change-article.ts";

/** Archiving twice is the same as archiving once. */
export function archiveArticle(deps: BrokenTestsDeps) {
	const { db, clock } = deps;
	return async (
		{ id, idempotency }: ArchiveArticleRequest,
		context: CallContext,
	) => {
		const now = clock.now();
		const operation = operationOf(
			context,
			`articles.archive:${id}`,
			idempotency,
			now,
		);
		const change = () =>
			runOperation(db, operation, [], async (tx) => {
				const article = await changeArticle(
					tx,
					context,
					id,
					({ status }) => (status === "archived" ? {} : { status: "archived" }),
					now,
				);
				return { status: 200, body: articleJson(article), resourceId: "" };
			});
		return stored(await withBrokenTests(deps, context, operation, change));
	};
}
