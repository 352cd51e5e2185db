import { BODY_BYTES_MAX } from "../guards/read-body.ts";
import { z } from "../openapi/zod.ts";
import { endpoint, type PathId } from "./endpoint.ts";
import * as examples from "./examples.ts";
import {
	externalId,
	nameMissing,
	tag,
	tags,
	text,
	textOrNull,
} from "./fields.ts";
import { Article, ArticleText, ChangedArticle } from "./knowledge-resources.ts";
import { cursor, limit, moment, sort } from "./query-fields.ts";
import { Deleted, listOf } from "./resources.ts";

const TITLE_CHARACTERS_MAX = 255;
const BODY_CHARACTERS_MAX = 500_000;

export const articleId: PathId = {
	prefix: "kb",
	notFound: "article_not_found",
	noun: "article",
};

const title = text({ max: TITLE_CHARACTERS_MAX });
const body = text({ max: BODY_CHARACTERS_MAX, multiline: true }).openapi({
	description:
		"Plain text, Markdown or HTML. Searches and drafts quote it as plain text.",
});
const status = z.enum(["published", "draft"]);

export const listArticles = endpoint({
	method: "get",
	path: "/v1/knowledge/articles",
	scope: "knowledge:read",
	ids: {},
	query: z.strictObject({
		status: z
			.enum(["published", "draft", "archived", "all"])
			.optional()
			.openapi({ description: "All but archived articles by default." }),
		tag: tag.optional(),
		external_id: externalId.optional(),
		q: text({ max: TITLE_CHARACTERS_MAX, trimmed: true }).optional().openapi({
			description:
				"Up to ten words of the title or parts of them, in any order, ignoring case.",
		}),
		created_after: moment("after").optional(),
		created_before: moment("before").optional(),
		sort: sort(
			["created_at", "updated_at", "title", "retrieval_count"],
			"created_at:desc",
		),
		limit,
		cursor,
	}),
	call: ({ knowledge }, { query }, context) =>
		knowledge.listArticles(
			{
				page: {
					limit: query.limit,
					cursor: query.cursor ?? "",
					sort: query.sort,
				},
				status: query.status,
				tag: query.tag,
				externalId: query.external_id,
				q: query.q,
				createdAfter: query.created_after,
				createdBefore: query.created_before,
			},
			context,
		),
	documentation: {
		operationId: "listArticles",
		tag: "Knowledge base",
		summary: "List articles",
		response: listOf(Article, "ArticleList"),
		errors: ["invalid_cursor", "invalid_sort", "missing_parameter"],
		responseExample: examples.list(examples.article),
	},
});

export const createArticle = endpoint({
	method: "post",
	path: "/v1/knowledge/articles",
	scope: "knowledge:write",
	ids: {},
	body: z
		.strictObject({
			title,
			body,
			tags: tags.optional(),
			status: status
				.optional()
				.openapi({ description: "`published` if not given." }),
			external_id: externalId.optional(),
		})
		.openapi("NewArticle"),
	bodyBytesMax: BODY_BYTES_MAX.article,
	query: z.strictObject({
		upsert: z.literal("external_id").optional().openapi({
			description:
				"Changes the article that has the body's `external_id`, if there is one: its title and body, and the tags and status that are given. The response has the status 200 then.",
		}),
	}),
	idempotent: true,
	// As they were before there was any choice: a repetition may reach another version of the product.
	fingerprintOf: (body, { upsert }) => ({
		...{ tags: [], status: "published" },
		...body,
		...(upsert && { upsert }),
	}),
	location: (id) => `/v1/knowledge/articles/${id}`,
	call: ({ knowledge }, { query, body, idempotency }, context) => {
		if (query.upsert && body.external_id === undefined) throw nameMissing();
		return knowledge.createArticle(
			{
				title: body.title,
				body: body.body,
				tags: body.tags ?? [],
				status: body.status ?? "published",
				externalId: body.external_id,
				upsert: query.upsert !== undefined,
				givesTags: body.tags !== undefined,
				givesStatus: body.status !== undefined,
				idempotency,
			},
			context,
		);
	},
	documentation: {
		operationId: "createArticle",
		tag: "Knowledge base",
		summary: "Create an article",
		status: 201,
		changes: "Changed: with `upsert`, the article was there before.",
		response: ChangedArticle,
		errors: ["external_id_exists"],
		requestExample: examples.newArticle,
		responseExample: examples.article,
	},
});

export const getArticle = endpoint({
	method: "get",
	path: "/v1/knowledge/articles/:id",
	scope: "knowledge:read",
	ids: { id: articleId },
	call: ({ knowledge }, { params }, context) =>
		knowledge.getArticle({ id: params.id! }, context),
	documentation: {
		operationId: "getArticle",
		tag: "Knowledge base",
		summary: "Retrieve an article",
		response: Article,
		responseExample: examples.article,
	},
});

export const getArticleText = endpoint({
	method: "get",
	path: "/v1/knowledge/articles/:id/text",
	scope: "knowledge:read",
	ids: { id: articleId },
	call: ({ knowledge }, { params }, context) =>
		knowledge.getArticleText({ id: params.id! }, context),
	documentation: {
		operationId: "getArticleText",
		tag: "Knowledge base",
		summary: "Retrieve an article's text",
		description:
			'The body as drafts quote it: plain text without Markdown and tags, with the addresses of links and the markers of lists. The `start` and `end` of a draft\'s evidence count its Unicode code points, from 0 to before `end`, as it was when the draft was written: in Python `text[start:end]`, in JavaScript `[...text].slice(start, end).join("")`.',
		response: ArticleText,
		responseExample: examples.articleText,
	},
});

export const updateArticle = endpoint({
	method: "patch",
	path: "/v1/knowledge/articles/:id",
	scope: "knowledge:write",
	ids: { id: articleId },
	body: z
		.strictObject({
			title: title.optional(),
			body: body.optional(),
			tags: tags.optional().openapi({ description: "Replaces the tags." }),
			status: status.optional().openapi({
				description: "`published` also restores an archived article.",
			}),
			external_id: textOrNull(externalId, "Null removes it."),
		})
		.openapi("ArticleChanges"),
	bodyOptional: true,
	bodyBytesMax: BODY_BYTES_MAX.article,
	call: ({ knowledge }, { params, body }, context) =>
		knowledge.updateArticle(
			{
				id: params.id!,
				title: body.title,
				body: body.body,
				tags: body.tags && { values: body.tags },
				status: body.status,
				externalId: body.external_id === null ? "" : body.external_id,
			},
			context,
		),
	documentation: {
		operationId: "updateArticle",
		tag: "Knowledge base",
		summary: "Update an article",
		description: "Only the fields in the body change.",
		response: ChangedArticle,
		errors: ["external_id_exists"],
		requestExample: { tags: ["refunds", "billing"] },
		responseExample: examples.article,
	},
});

export const deleteArticle = endpoint({
	method: "delete",
	path: "/v1/knowledge/articles/:id",
	scope: "knowledge:write",
	ids: { id: articleId },
	call: ({ knowledge }, { params }, context) =>
		knowledge.deleteArticle({ id: params.id! }, context),
	documentation: {
		operationId: "deleteArticle",
		tag: "Knowledge base",
		summary: "Delete an article",
		response: Deleted,
		responseExample: examples.deleted(examples.article.id),
	},
});

export const archiveArticle = endpoint({
	method: "post",
	path: "/v1/knowledge/articles/:id/archive",
	scope: "knowledge:write",
	ids: { id: articleId },
	body: z.strictObject({}).openapi("ArchiveArticle"),
	bodyOptional: true,
	idempotent: true,
	call: ({ knowledge }, { params, idempotency }, context) =>
		knowledge.archiveArticle({ id: params.id!, idempotency }, context),
	documentation: {
		operationId: "archiveArticle",
		tag: "Knowledge base",
		summary: "Archive an article",
		description: "Archiving an archived article changes nothing.",
		response: ChangedArticle,
		responseExample: { ...examples.article, status: "archived" },
	},
});
