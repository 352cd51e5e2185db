/** An article that may hold the answer. */
export interface DraftSource {
	readonly articleId: string;
	readonly title: string;
	readonly body: string;
	/** The probability, 0 to 1, that this article answers the question. */
	readonly relevanceScore: number;
	/** The parts of the body that search ranked highest. */
	readonly passages: readonly string[];
	/** Of a message that asks several questions, the one that the article answers. */
	readonly question?: string | undefined;
}

export interface DraftRequest {
	readonly question: string;
	readonly contactName: string;
	/** Those that answer one question of several in the order of these, then the others, best first. */
	readonly sources: readonly DraftSource[];
}

/** A part of the text that an article has for quotes, in Unicode code points. */
export interface Evidence {
	readonly articleId: string;
	readonly start: number;
	readonly end: number;
}

/** A sentence of a draft. */
export interface Sentence {
	readonly text: string;
	/** What supports it. */
	readonly sources: readonly Evidence[];
	/** Greeting, closing, and what names the articles: needs no source. */
	readonly isFrame: boolean;
}

export interface WrittenDraft {
	readonly body: string;
	/** Of the body, in their order. */
	readonly sentences: readonly Sentence[];
	/** The probability, 0 to 100, that the draft rests on the right articles. */
	readonly confidence: number;
	/** The articles that the body quotes. */
	readonly sourceArticleIds: readonly string[];
	/** `extractive`, or the name of the language model. */
	readonly generatedBy: string;
}

/** Writes a draft, or none when the sources hold no answer. */
export type DraftWriter = (
	request: DraftRequest,
	signal: AbortSignal,
) => Promise<WrittenDraft | undefined>;
