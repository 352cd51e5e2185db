import type { CreateArticleRequest } from "@supportdesk/contracts/supportdesk/knowledge/v1/knowledge.ts";
import { newId } from "@supportdesk/ids/ids.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { insertEvents } from "@supportdesk/outbox/outbox.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { normaliseTags } from "@supportdesk/text/tags.ts";
import type { Deps } from "../deps.ts";
import {
	type Article,
	type ArticleStatus,
	countWords,
} from "../domain/article.ts";
import { articleCreated } from "../events/article-events.ts";
import { indexJob } from "../queue.ts";
import { insertArticle, replaceTags, takeRevision } from "../store/articles.ts";
import { writeProfile } from "../store/profiles.ts";
import { articleJson } from "./article-json.ts";

export function createArticle({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async (request: CreateArticleRequest, context: CallContext) => {
		const { workspaceId } = context;
		const tags = normaliseTags(request.tags);
		const now = clock.now();
		const operation = operationOf(
			context,
			"articles.create",
			request.idempotency,
			now,
		);
		const response = await runOperation(db, operation, [], async (tx) => {
			const article = newArticle(request, tags, now);
			const revision = await takeRevision(tx, workspaceId);
			tx.defer(insertArticle(workspaceId, article, revision));
			for (const statement of replaceTags(workspaceId, article.id, tags)) {
				tx.defer(statement);
			}
			tx.defer(writeProfile(workspaceId, article));
			tx.defer(indexJob(workspaceId, article.id));
			tx.defer(
				insertEvents(workspaceId, [articleCreated(context, article, now)]),
			);
			return {
				status: 201,
				body: articleJson(article),
				resourceId: article.id,
			};
		});
		return stored(response);
	};
}

function newArticle(
	request: CreateArticleRequest,
	tags: readonly string[],
	now: Date,
): Article {
	const { title, body, status } = request;
	return {
		id: newId("kb", now.getTime()),
		title,
		body,
		tags,
		status: status as ArticleStatus,
		wordCount: countWords(body),
		retrievalCount: 0,
		indexedAt: null,
		createdAt: now.toISOString(),
		updatedAt: now.toISOString(),
	};
}
