/** One distinct term of a question, with its frequency in the corpus. */
export interface QuestionTerm {
	readonly term: string;
	/** Published articles of the workspace that hold the term, or one of the spellings it was forgiven for. */
	readonly articleCount: number;
	/** Whether an article of the workspace holds it as it is written. */
	readonly isKnown: boolean;
}

/** Averages over a workspace's published articles. */
export interface CorpusStatistics {
	readonly articleCount: number;
	readonly titleLengthMean: number;
	readonly bodyLengthMean: number;
}

/** The evidence that one article answers one question. */
export interface Evidence {
	readonly articleId: string;
	/** Beside each question term: its weight in the title and in the body (a count, less for a forgiven spelling). */
	readonly titleCounts: Float32Array;
	readonly bodyCounts: Float32Array;
	readonly titleLength: number;
	readonly bodyLength: number;
	/** Codes in the title: product numbers, versions. */
	readonly titleCodes: readonly string[];
	/** Where the article holds a term, whether or not the question has it. */
	readonly placeOf: (term: string) => Place;
	/** Of its words, to estimate what two articles have in common. */
	readonly sketch: Uint32Array;
	/** Cosine of the question and the title; 0 without an encoder. */
	readonly titleSimilarity: number;
	/** Cosines of the question and each passage, in the passages' order; empty without an encoder. */
	readonly passageSimilarities: Float32Array;
}

/** Where an article holds a term: nowhere, in its body only, in its title. */
export type Place = 0 | 1 | 2;

/** An engine's findings, with everything that the ranking needs. */
export interface Findings {
	readonly terms: readonly QuestionTerm[];
	/** See `IndexQuestion`. */
	readonly named?: readonly string[] | undefined;
	readonly marks?: readonly string[] | undefined;
	readonly statistics: CorpusStatistics;
	readonly candidates: readonly Evidence[];
	/** Encoder of the compared vectors; undefined when only the words were compared. */
	readonly encoder: string | undefined;
}
