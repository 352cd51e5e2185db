import { z } from "../openapi/zod.ts";
import { EXCERPT, id, timestamp } from "./resources.ts";

// The knowledge service's responses, for the API document; see resources.ts.

export const Article = z
	.object({
		id: id("kb"),
		title: z.string(),
		body: z.string(),
		tags: z.array(z.string()),
		status: z.enum(["published", "draft", "archived"]),
		word_count: z.int(),
		retrieval_count: z.int(),
		indexed_at: timestamp.nullable().openapi({
			description: "Null until the search engine has confirmed the indexing.",
		}),
		created_at: timestamp,
		updated_at: timestamp,
		external_id: z.string().optional().openapi({
			description:
				"The id that your own system gave it; absent if it has none.",
		}),
	})
	.openapi("Article");

export const ArticleText = z
	.object({ article_id: id("kb"), text: z.string(), updated_at: timestamp })
	.openapi("ArticleText");

export const SearchResults = z
	.object({
		results: z.array(
			z
				.object({
					article_id: id("kb"),
					title: z.string(),
					relevance_score: z.number().min(0).max(1),
					excerpt: z.string().max(300).openapi({ description: EXCERPT }),
				})
				.openapi("SearchResult"),
		),
	})
	.openapi("SearchResults");

export const Gap = z
	.object({
		id: id("gap"),
		topic: z.string(),
		frequency: z.int(),
		status: z.enum(["open", "resolved"]),
		example_queries: z.array(z.string()).max(5).openapi({
			description:
				"The most frequent phrasings. A phrasing that occurs only in deleted tickets is deleted with them after 30 days.",
		}),
		ticket_ids: z.array(z.string()).max(10).openapi({
			description:
				"The latest tickets with this question. Deleted tickets are left out, but still count in `frequency`.",
		}),
		first_seen_at: timestamp,
		last_seen_at: timestamp,
		resolved_by_article_id: id("kb").nullable(),
		created_at: timestamp,
		updated_at: timestamp,
	})
	.openapi("Gap");
