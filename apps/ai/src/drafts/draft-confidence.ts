/**
 * Converts the log odds of a search result into those of a draft. Search is calibrated on short chatbot
 * questions too, half of which no article answers; on questions to help centres its probabilities are a little too low. Fitted on
 * the drafts of WixQA and TechQA dev together (`npm run bench:drafts -- --fit`). Fitted on one and measured on the other,
 * the calibration error is .06 (TechQA) and .09.
 */
const CONSTANT = 0.12;
const SLOPE = 1.03;
/** A relevance of 0 or 1 would have no odds. */
const NEARLY = 1e-4;

/**
 * The probability, 0 to 100 with one decimal, that a draft rests on the right article.
 * @param relevance of the article by search, 0 to 1
 */
export function draftConfidence(relevance: number): number {
	const p = Math.min(Math.max(relevance, NEARLY), 1 - NEARLY);
	const odds = CONSTANT + SLOPE * Math.log(p / (1 - p));
	return Math.round(1000 / (1 + Math.exp(-odds))) / 10;
}
