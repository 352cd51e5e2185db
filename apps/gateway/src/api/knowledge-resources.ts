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

export const KnowledgeTest = z
	.object({
		id: id("knt"),
		question: z.string(),
		article_id: id("kb").nullable().openapi({
			description:
				"The article that has to be a search's first result; null where no article may be found.",
		}),
		passed: z.boolean().nullable().openapi({
			description: "Null until it was run as it is now, within seconds.",
		}),
		found_article_id: id("kb").nullable().openapi({
			description: "What the last run found; null for nothing.",
		}),
		run_at: timestamp.nullable(),
		created_at: timestamp,
		updated_at: timestamp,
	})
	.openapi("KnowledgeTest");

const brokenTests = z.array(KnowledgeTest);

/** The response to a change of an article. */
export const ChangedArticle = Article.extend({
	broken_tests: brokenTests.optional().openapi({
		description:
			"The knowledge tests that passed before and fail now; absent if there are none, or if running them takes more than two seconds: `knowledge.regression` events report them in any case.",
	}),
}).openapi("ChangedArticle");

const count = z.int().min(0);

export const KnowledgeTestRun = z
	.object({
		passed: count,
		failed: count,
		not_run: count.openapi({
			description:
				"Tests that five seconds were not enough for, or that the AI service was not available for.",
		}),
		broken_tests: brokenTests.openapi({
			description: "Those that passed before and fail now.",
		}),
		tests: z.array(KnowledgeTest),
	})
	.openapi("KnowledgeTestRun");

export const ArticleText = z
	.object({ article_id: id("kb"), text: z.string(), updated_at: timestamp })
	.openapi("ArticleText");

const FEATURES = {
	word_score_of_best: "The word score (BM25) as a share of the best article's.",
	word_score_of_ideal:
		"The word score as a share of what an ideal article would have.",
	words_found:
		"The share of the question's words that the article has, by how informative they are.",
	words_found_in_title: "The same for its title.",
	title_explained: "The share of the title's words that the question has.",
	passage_similarity: "The similarity of the best passage to the question.",
	title_similarity: "The similarity of the title to the question.",
	similarity_behind_best:
		"The similarity of title and passage, less that of the most similar other article.",
	word_score: "The word score, damped.",
	second_passage_similarity: "The similarity of the second passage.",
	similarity_above_usual: "The similarity, less that of the best ten articles.",
	word_score_above_usual: "The word score, less that of the best ten articles.",
	word_score_z: "How far the word score stands out, by the words found.",
	similarity_z: "How far the similarity stands out, by the similarity.",
	question_length: "The number of the question's words, damped.",
	base_rate: "1 for every article.",
};

const FURTHER_FEATURES = {
	word_score_above_rival:
		"The word score, less that of the best other article.",
	words_found_above_rival:
		"The words found, less those of the best other article.",
	words_misspelled: "The share of words found by another spelling.",
	words_unknown: "The share of words that no article has.",
	words_elsewhere: "The share of words that only other articles have.",
	word_missing_most: "The share of the most informative word that it lacks.",
	words_missing: "The number of words that it lacks.",
	codes_missing:
		"The share of product numbers, versions and error codes that it lacks.",
	codes_found: "The number of those that it has.",
	title_names_another_code: "1 if its title has a code and none of these.",
	names_missing: "The share of names that it lacks.",
	is_opposite: "1 if its title is about the opposite of what is asked.",
	is_another_of_kind:
		"1 if it is about another country, platform, plan or role than the question.",
	is_another_matter:
		'1 if a question of up to six words has a number or a name that no article has, or its title leads the other way ("on" and "off", "from" and "to").',
	has_only_code:
		"1 if no other article has a product number, version or error code of the question, -1 if another one alone has it.",
};

const described = (features: Readonly<Record<string, string>>) =>
	Object.entries(features)
		.map(([name, meaning]) => `\`${name}\`: ${meaning}`)
		.join(" ");

const featureOf = <Name extends z.ZodType>(name: Name) =>
	z.object({
		name,
		value: z.number(),
		contribution: z.number().openapi({
			description:
				"What the feature adds to the logarithm of the article's odds.",
		}),
	});

const Candidate = z
	.object({
		article_id: id("kb"),
		title: z.string(),
		relevance_score: z.number().min(0).max(1),
		cutoff: z.number().min(0).max(1).openapi({
			description: "The lowest `relevance_score` that answers a question.",
		}),
		features: z.array(
			featureOf(
				z.enum(Object.keys(FEATURES) as [string, ...string[]]).openapi({
					description: described(FEATURES),
				}),
			),
		),
		further_features: z
			.array(
				featureOf(
					z.string().openapi({
						description: `Later rankings may have others. ${described(FURTHER_FEATURES)}`,
					}),
				),
			)
			.openapi({
				description: "What the article lacks or has instead.",
			}),
	})
	.openapi("SearchCandidate");

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
		candidates: z.array(Candidate).optional().openapi({
			description: "Only with `include=candidates`.",
		}),
		search_incomplete: z.literal(true).optional().openapi({
			description:
				"Only for some seconds after a start or an import, in a workspace of many articles: some of them have not been read yet. No gap is counted then.",
		}),
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
