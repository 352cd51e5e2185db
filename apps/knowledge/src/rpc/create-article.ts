import type { CreateArticleRequest } from "@supportdesk/contracts/supportdesk/knowledge/v1/knowledge.ts";
import { newId } from "@supportdesk/ids/ids.ts";
import { operationOf } from "@supportdesk/operations/operation.ts";
import { stored } from "@supportdesk/operations/rendered.ts";
import { insertEvents } from "@supportdesk/outbox/outbox.ts";
import { runOperation } from "@supportdesk/pg/run-operation.ts";
import type { Transaction } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { normaliseTags } from "@supportdesk/text/tags.ts";
import {
	type Article,
	type ArticlePatch,
	type ArticleStatus,
	countWords,
} from "../domain/article.ts";
import { articleCreated } from "../events/article-events.ts";
import { indexJob } from "../queue.ts";
import {
	insertArticle,
	replaceTags,
	selectIdByExternalId,
	takeRevision,
} from "../store/articles.ts";
import { writeProfile } from "../store/profiles.ts";
import { articleJson } from "./article-json.ts";
import { type BrokenTestsDeps, withBrokenTests } from "./broken-tests.ts";
import { changeArticle, refuseNamesake } from "./change-article.ts";

export function createArticle(deps: BrokenTestsDeps) {
	const { db, clock } = deps;
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
		const change = () =>
			runOperation(db, operation, [], async (tx) => {
				const revision = await takeRevision(tx, workspaceId);
				const { externalId } = request;
				if (externalId !== undefined && request.upsert) {
					const named = selectIdByExternalId(workspaceId, externalId);
					const [id] = (await tx.query(named)).rows;
					if (id !== undefined) {
						const patch = patchOf(request, tags);
						const changed = await changeArticle(
							tx,
							context,
							id,
							() => patch,
							now,
						);
						return { status: 200, body: articleJson(changed), resourceId: "" };
					}
				} else if (externalId !== undefined)
					await refuseNamesake(tx, workspaceId, externalId);
				const article = newArticle(request, tags, now);
				store(tx, context, article, revision, now);
				return {
					status: 201,
					body: articleJson(article),
					resourceId: article.id,
				};
			});
		return stored(await withBrokenTests(deps, context, operation, change));
	};
}

/** What a request says of an article that is there. */
function patchOf(
	request: CreateArticleRequest,
	tags: readonly string[],
): ArticlePatch {
	const { title, body, status } = request;
	return {
		title,
		body,
		...(request.givesTags && { tags }),
		...(request.givesStatus && { status: status as ArticleStatus }),
	};
}

function store(
	tx: Transaction,
	context: CallContext,
	article: Article,
	revision: number,
	now: Date,
): void {
	const { workspaceId } = context;
	tx.defer(insertArticle(workspaceId, article, revision));
	for (const statement of replaceTags(workspaceId, article.id, article.tags))
		tx.defer(statement);
	tx.defer(writeProfile(workspaceId, article));
	tx.defer(indexJob(workspaceId, article.id));
	tx.defer(insertEvents(workspaceId, [articleCreated(context, article, now)]));
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
		externalId: request.externalId ?? null,
	};
}
