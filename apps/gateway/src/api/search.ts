import { z } from "../openapi/zod.ts";
import { endpoint } from "./endpoint.ts";
import * as examples from "./examples.ts";
import { tags, text } from "./fields.ts";
import { Gap, SearchResults } from "./knowledge-resources.ts";
import { cursor, limit, oneOfOrAll, sort } from "./query-fields.ts";
import { listOf } from "./resources.ts";

const QUERY_CHARACTERS_MAX = 10_000;
const TOP_K_DEFAULT = 5;
const TOP_K_MAX = 100;

export const search = endpoint({
	method: "post",
	path: "/v1/knowledge/search",
	scope: "knowledge:read",
	ids: {},
	query: z.strictObject({
		include: z.literal("candidates").optional().openapi({
			description:
				"Also returns the articles that were ranked and are not among the results. Needs the scope `knowledge:write` as well.",
		}),
	}),
	body: z
		.strictObject({
			query: text({
				max: QUERY_CHARACTERS_MAX,
				trimmed: true,
				joined: true,
			}).openapi({
				description:
					"A question in natural language, or the text of a mail that asks it: of a long text the first words count. Line ends and tabs count as spaces.",
			}),
			top_k: z.int().min(1).max(TOP_K_MAX).default(TOP_K_DEFAULT),
			tags: tags
				.default([])
				.openapi({ description: "The article must have all of them." }),
		})
		.openapi("Search"),
	scopesOf: ({ include }) => (include ? ["knowledge:write"] : []),
	call: ({ knowledge }, { query, body }, context) =>
		knowledge.search(
			{
				query: body.query,
				topK: body.top_k,
				tags: body.tags,
				candidates: query.include !== undefined || undefined,
			},
			context,
		),
	documentation: {
		operationId: "searchArticles",
		tag: "Knowledge base",
		summary: "Search articles",
		description:
			"Published articles only, most relevant first. A query without a result is counted as a gap, unless it filters by tags: other articles may answer it. With `include=candidates` the response also shows, best first, up to 20 published articles that were ranked and are not among the results: the cutoff that `relevance_score` of the first result has to reach, and each feature's value and what it adds to the logarithm of the article's odds.",
		response: SearchResults,
		requestExample: { query: "How do I get my money back?", top_k: 3 },
		responseExample: { results: [examples.searchResult] },
	},
});

export const listGaps = endpoint({
	method: "get",
	path: "/v1/knowledge/gaps",
	scope: "knowledge:read",
	ids: {},
	query: z.strictObject({
		status: oneOfOrAll(["open", "resolved"], "open"),
		sort: sort(
			["frequency", "last_seen_at", "first_seen_at"],
			"frequency:desc",
		),
		limit,
		cursor,
	}),
	call: ({ knowledge }, { query }, context) =>
		knowledge.listGaps(
			{
				page: {
					limit: query.limit,
					cursor: query.cursor ?? "",
					sort: query.sort,
				},
				status: query.status,
			},
			context,
		),
	documentation: {
		operationId: "listGaps",
		tag: "Knowledge base",
		summary: "List knowledge gaps",
		description:
			"Questions of customers that no article answers. A query is counted within about a second.",
		response: listOf(Gap, "GapList"),
		errors: ["invalid_cursor", "invalid_sort"],
		responseExample: examples.list(examples.gap),
	},
});
