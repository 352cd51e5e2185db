import type { Evidence, Findings } from "./evidence.ts";
import { type Ranked, rank } from "./rank.ts";

/**
 * Fitted on the titles and summaries of GNOME's help pages in nine languages, with the English page among 15 to 100 others and
 * without it. At the cutoff six in ten find the right page, and one in ten another one.
 */
const WEIGHTS = { similarity: 7.9, aboveRival: 15, constant: -4.8 };
const CUTOFF = 0.25;
/** Of a question's terms: with more that no article holds, the articles are in another language. */
const UNKNOWN_SHARE_MIN = 0.5;
const PASSAGE_SHARE = 0.6; // of an article's similarity; the title has the rest

/**
 * Orders what an engine found for a question that is not in English, best first. The articles may be in another language than
 * it: then words that none of them holds say nothing. So where they hold few of its words the embedding
 * alone decides, and elsewhere an article has the better of two probabilities, with the words and without.
 */
export function rankForeign(findings: Findings): Ranked[] {
	const whole = rank(findings);
	if (findings.encoder === undefined) return whole;
	const bySimilarity = relevancesBySimilarity(findings);
	const { terms } = findings;
	const unknown = terms.filter(({ articleCount }) => articleCount === 0);
	const isTranslated = unknown.length >= UNKNOWN_SHARE_MIN * terms.length;
	return whole
		.map((ranked): Ranked => {
			const relevance = bySimilarity.get(ranked.articleId) ?? 0;
			if (relevance <= ranked.relevance && !isTranslated) return ranked;
			const isAnswer =
				relevance >= CUTOFF || (ranked.isAnswer && !isTranslated);
			const quotability = () => ({
				draftRelevance: relevance,
				isQuotable:
					relevance >= CUTOFF ||
					(!isTranslated && ranked.quotability().isQuotable),
			});
			return { ...ranked, relevance, isAnswer, cutoff: CUTOFF, quotability };
		})
		.sort(
			(a, b) =>
				b.relevance - a.relevance || (a.articleId < b.articleId ? -1 : 1),
		);
}

/** Of each article. */
function relevancesBySimilarity({
	candidates,
}: Findings): ReadonlyMap<string, number> {
	const similarities = candidates.map(similarityOf);
	const [first = 0, second = 0] = [...similarities].sort((a, b) => b - a);
	return new Map(
		candidates.map(({ articleId }, i) => {
			const similarity = similarities[i]!;
			const rival = similarity === first ? second : first;
			const odds =
				WEIGHTS.similarity * similarity +
				WEIGHTS.aboveRival * (similarity - rival) +
				WEIGHTS.constant;
			return [articleId, 1 / (1 + Math.exp(-odds))];
		}),
	);
}

function similarityOf({ titleSimilarity, passageSimilarities }: Evidence) {
	const passage = Math.max(0, ...passageSimilarities);
	return (
		PASSAGE_SHARE * passage + (1 - PASSAGE_SHARE) * Math.max(0, titleSimilarity)
	);
}
