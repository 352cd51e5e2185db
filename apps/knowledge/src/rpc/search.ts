import type { SearchRequest } from "@supportdesk/contracts/supportdesk/knowledge/v1/knowledge.ts";
import { ok } from "@supportdesk/operations/rendered.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import {
	type Answer,
	type AskDeps,
	type Candidate,
	searchAnswers,
} from "../ask/find-answers.ts";
import type { SplitBody } from "../ask/passage-cache.ts";
import { type RecordDeps, recordUnanswered } from "../ask/record-unanswered.ts";
import type { Deps } from "../deps.ts";
import { bestPassage, excerptOf } from "../domain/excerpt.ts";
import type { FEATURE_NAMES } from "../domain/ranking/features.ts";

/** What searches and the retrieval for drafts need. */
export type RetrievalDeps = AskDeps &
	RecordDeps &
	Pick<Deps, "retrievals" | "splitBody">;

/** From the start of a search, which may take twice as long. */
const INDEX_WAIT_MS = 1_500;

export function search(deps: RetrievalDeps) {
	return async (
		{ query, topK, tags, candidates: wantsCandidates }: SearchRequest,
		context: CallContext,
	) => {
		const { workspaceId } = context;
		const found = await searchAnswers(deps, query, topK, tags, context, {
			wantsCandidates,
			enough: AbortSignal.timeout(INDEX_WAIT_MS),
		});
		const { answers, candidates, question, isComplete } = found;
		// A search within tags, or of some articles, may be unanswered although another article answers it.
		if (answers.length === 0 && tags.length === 0 && isComplete)
			await recordUnanswered(deps, context, { text: query, question });
		deps.retrievals.count(
			workspaceId,
			answers.map(({ article }) => article.id),
		);
		const results = answers.map((answer) =>
			resultOf(answer, question.terms, deps.splitBody),
		);
		return ok(
			JSON.stringify({
				results,
				candidates: wantsCandidates ? candidates.map(candidateOf) : undefined,
				search_incomplete: isComplete ? undefined : true,
			}),
		);
	};
}

const RELEVANCE_DIGITS = 4;

/** Further digits differ between machines and carry no information. */
export function rounded(relevance: number): number {
	return Number(relevance.toFixed(RELEVANCE_DIGITS));
}

/** The features of the ranking by the names of the API, in the order of `FEATURE_NAMES`. */
const FEATURES = [
	"word_score_of_best",
	"word_score_of_ideal",
	"words_found",
	"words_found_in_title",
	"title_explained",
	"word_score",
	"word_score_above_usual",
	"word_score_z",
	"word_score_above_rival",
	"words_found_above_rival",
	"words_misspelled",
	"words_unknown",
	"words_elsewhere",
	"word_missing_most",
	"words_missing",
	"codes_missing",
	"codes_found",
	"title_names_another_code",
	"names_missing",
	"is_opposite",
	"is_another_of_kind",
	"is_another_matter",
	"has_only_code",
	"passage_similarity",
	"title_similarity",
	"second_passage_similarity",
	"similarity_behind_best",
	"similarity_above_usual",
	"similarity_z",
	"question_length",
	"base_rate",
] as const satisfies NamesFor<typeof FEATURE_NAMES>;

/** As many names as there are features. */
type NamesFor<Features extends readonly string[]> = {
	readonly [Position in keyof Features]: string;
};

/** Of these, the ones that the API had first; its clients know no others there. */
const FIRST_FEATURES: ReadonlySet<string> = new Set([
	...["word_score_of_best", "word_score_of_ideal", "words_found"],
	...["words_found_in_title", "title_explained", "passage_similarity"],
	...["title_similarity", "similarity_behind_best", "word_score"],
	...["second_passage_similarity", "similarity_above_usual"],
	...["word_score_above_usual", "word_score_z", "similarity_z"],
	...["question_length", "base_rate"],
]);

function candidateOf({ article, relevance, cutoff, features }: Candidate) {
	const named = features.map(({ value, contribution }, i) => ({
		name: FEATURES[i]!,
		value: rounded(value),
		contribution: rounded(contribution),
	}));
	return {
		article_id: article.id,
		title: article.title,
		relevance_score: rounded(relevance),
		cutoff: rounded(cutoff),
		features: named.filter(({ name }) => FIRST_FEATURES.has(name)),
		further_features: named.filter(({ name }) => !FIRST_FEATURES.has(name)),
	};
}

function resultOf(
	{ article, relevance, passage }: Answer,
	terms: readonly string[],
	splitBody: SplitBody,
) {
	const best = bestPassage(splitBody(article.body), terms, passage);
	return {
		article_id: article.id,
		title: article.title,
		relevance_score: rounded(relevance),
		excerpt: excerptOf(best, terms),
	};
}
