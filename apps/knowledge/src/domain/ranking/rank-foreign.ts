import {
	isSurelyForeign,
	readsAsEnglish,
} from "@supportdesk/text/language-of.ts";
import type { Evidence, Findings } from "./evidence.ts";
import { isMiniLm, isWithoutEmbedding, type Ranked, rank } from "./rank.ts";

interface Fit {
	readonly similarity: number;
	readonly aboveRival: number;
	readonly constant: number;
	readonly cutoff: number;
}

/**
 * Fitted on the titles and summaries of GNOME's help pages in nine languages, with the English page among 15 to 100 others and
 * without it. At the cutoff six in ten find the right page, and one in ten another one.
 */
const MULTILINGUAL: Fit = {
	similarity: 7.9,
	aboveRival: 15,
	constant: -4.8,
	cutoff: 0.25,
};
/** The same for the static table's rows of other languages. At the cutoff four in ten find the right page, and one in twenty another one. */
const STATIC: Fit = {
	similarity: 5,
	aboveRival: 11,
	constant: -4,
	cutoff: 0.3,
};
/** Of a question's terms: with more that no article holds, the articles are in another language. */
const UNKNOWN_SHARE_MIN = 0.5;
const PASSAGE_SHARE = 0.6; // of an article's similarity; the title has the rest

/** Whether a question is read as foreign where this encoder reads other languages. The static table's rows know little of them. */
export function isForeignTo(encoder: string, question: string): boolean {
	return isMiniLm(encoder)
		? !readsAsEnglish(question)
		: isSurelyForeign(question);
}

/**
 * Orders what an engine found for a question that is not in English, best first. The articles may be in another language than
 * it: then words that none of them holds say nothing. So where they hold few of its words the embedding
 * alone decides, and elsewhere an article has the better of two probabilities, with the words and without.
 */
export function rankForeign(findings: Findings): Ranked[] {
	const whole = rank(findings);
	if (findings.encoder === undefined) return whole;
	const fit = isMiniLm(findings.encoder) ? MULTILINGUAL : STATIC;
	const { cutoff } = fit;
	const bySimilarity = relevancesBySimilarity(findings, fit);
	const { terms } = findings;
	const unknown = terms.filter(({ articleCount }) => articleCount === 0);
	const isTranslated = unknown.length >= UNKNOWN_SHARE_MIN * terms.length;
	return whole
		.map((ranked): Ranked => {
			const relevance = bySimilarity.get(ranked.articleId) ?? 0;
			if (relevance <= ranked.relevance && !isTranslated) return ranked;
			const isAnswer =
				relevance >= cutoff || (ranked.isAnswer && !isTranslated);
			const quotability = () => ({
				draftRelevance: relevance,
				isQuotable:
					relevance >= cutoff ||
					(!isTranslated && ranked.quotability().isQuotable),
			});
			return { ...ranked, relevance, isAnswer, cutoff, quotability };
		})
		.sort(
			(a, b) =>
				b.relevance - a.relevance || (a.articleId < b.articleId ? -1 : 1),
		);
}

/** Of each article. */
function relevancesBySimilarity(
	{ candidates }: Findings,
	fit: Fit,
): ReadonlyMap<string, number> {
	const similarities = candidates.map(similarityOf);
	const [first = 0, second = 0] = [...similarities].sort((a, b) => b - a);
	// An article that waits for its embedding may be the nearest: it leaves no other one above its rivals.
	const isComplete = !candidates.some(isUnembedded);
	return new Map(
		candidates.map(({ articleId }, i) => {
			const similarity = similarities[i]!;
			const next = isComplete ? second : first;
			const rival = similarity === first ? next : first;
			const odds =
				fit.similarity * similarity +
				fit.aboveRival * (similarity - rival) +
				fit.constant;
			return [articleId, 1 / (1 + Math.exp(-odds))];
		}),
	);
}

/** Not even its title: an article without text has no passages. */
const isUnembedded = (candidate: Evidence) =>
	candidate.titleSimilarity === 0 && isWithoutEmbedding(candidate);

function similarityOf({ titleSimilarity, passageSimilarities }: Evidence) {
	const passage = Math.max(0, ...passageSimilarities);
	return (
		PASSAGE_SHARE * passage + (1 - PASSAGE_SHARE) * Math.max(0, titleSimilarity)
	);
}
