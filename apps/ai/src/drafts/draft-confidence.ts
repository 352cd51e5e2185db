/**
 * Converts the log odds of a search result into those of a draft. Search is calibrated on short chatbot
 * questions too, half of which no article answers; on questions to help centres its probabilities are too low. Fitted on
 * the drafts of WixQA and TechQA dev together (`npm run bench:drafts -- --fit`). Fitted on one and measured on the other,
 * the calibration error is .05 (TechQA) and .11.
 */
const CONSTANT = 1;
const SLOPE = 1.35;
/** A relevance of 0 or 1 would have no odds. */
const NEARLY = 1e-4;

/**
 * The same for the passage, from how it fits the question. Fitted on questions of TechQA and WixQA dev to articles that were
 * joined to manuals of 1,000 to 90,000 words, with and without the article that answers (`npm run bench:drafts -- --fit`);
 * fitted on one set and measured on the other, the calibration error is .03 (TechQA) and .05.
 */
const PASSAGE_CONSTANT = -2.42;
const COVERAGE_WEIGHT = 5.47;
const SIMILARITY_WEIGHT = 5.13;
/** Of the natural logarithm of the article's words: in a long article more passages fit by chance. */
const LENGTH_WEIGHT = -0.34;
/** Of a shorter article most is quoted, and search has judged all of it. */
const LONG_ARTICLE_WORDS = 1_000;
/** Of the passages below this one in ten answers. */
const PASSAGE_MIN = 0.25;

/** How a passage fits a question. */
export interface PassageFit {
	/** The share, 0 to 1, of the question's informative words that it has. */
	readonly coverage: number;
	/** The cosine of both. */
	readonly similarity: number;
	readonly articleWords: number;
}

/**
 * The probability, 0 to 100 with one decimal, that a draft rests on the right article, and in a long one on the right
 * passage.
 * @param relevance of the article by search, 0 to 1
 */
export function draftConfidence(
	relevance: number,
	passage?: PassageFit,
): number {
	const p = Math.min(Math.max(relevance, NEARLY), 1 - NEARLY);
	const article = sigmoid(CONSTANT + SLOPE * Math.log(p / (1 - p)));
	const least = passage
		? Math.min(article, passageProbability(passage))
		: article;
	return Math.round(1000 * least) / 10;
}

/** The probability, 0 to 100 with one decimal, that all parts of a draft are right, from each part's. */
export function togetherRight(confidences: readonly number[]): number {
	const share = confidences.reduce((product, one) => product * (one / 100), 1);
	return Math.round(1000 * share) / 10;
}

/** Whether a passage may answer at all. In a long article some passage always fits best. */
export function mayAnswer(passage: PassageFit): boolean {
	return passageProbability(passage) >= PASSAGE_MIN;
}

function passageProbability({
	coverage,
	similarity,
	articleWords,
}: PassageFit): number {
	if (articleWords < LONG_ARTICLE_WORDS) return 1;
	return sigmoid(
		PASSAGE_CONSTANT +
			COVERAGE_WEIGHT * coverage +
			SIMILARITY_WEIGHT * similarity +
			LENGTH_WEIGHT * Math.log(articleWords),
	);
}

function sigmoid(x: number): number {
	return 1 / (1 + Math.exp(-x));
}
