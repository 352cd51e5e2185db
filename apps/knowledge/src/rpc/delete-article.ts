import type { DeleteArticleRequest } from "@supportdesk/contracts/supportdesk/knowledge/v1/knowledge.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { insertEvents } from "@supportdesk/outbox/outbox.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { articleNotFound } from "../domain/errors.ts";
import { articleDeleted } from "../events/article-events.ts";
import { indexJob, reviewDraftsJob } from "../queue.ts";
import {
	deleteArticle as deleteArticleRow,
	replaceTags,
	selectArticle,
	takeRevision,
} from "../store/articles.ts";
import { deleteProfile } from "../store/profiles.ts";

export function deleteArticle({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async ({ id }: DeleteArticleRequest, context: CallContext) => {
		const { workspaceId } = context;
		const now = clock.now();
		const operation = operationOf(
			context,
			`articles.delete:${id}`,
			undefined,
			now,
		);
		const response = await runOperation(db, operation, [], async (tx) => {
			const revision = await takeRevision(tx, workspaceId);
			const { rows } = await tx.query(selectArticle(workspaceId, id));
			const [article] = rows;
			if (!article) throw articleNotFound();
			tx.defer(deleteArticleRow(workspaceId, id, revision, now));
			for (const statement of replaceTags(workspaceId, id, [])) {
				tx.defer(statement);
			}
			tx.defer(deleteProfile(workspaceId, id));
			tx.defer(indexJob(workspaceId, id));
			tx.defer(reviewDraftsJob(workspaceId, id));
			tx.defer(
				insertEvents(workspaceId, [articleDeleted(context, article, now)]),
			);
			return {
				status: 200,
				body: `{"id":"${id}","deleted":true}`,
				resourceId: "",
			};
		});
		return stored(response);
	};
}
