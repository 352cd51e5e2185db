/** What a draft must be to be sent as it is. A person can check each rule by reading the draft. */
export interface Rule {
	/** The file of the article that the question is about, without `.md`; `manual` is the long one. */
	readonly article: string;
	readonly question: string;
	/** The language of the frame; English if not given. */
	readonly language?: string;
	/** The first of them is the answer: a draft without it is wrong. One without another needs an edit. */
	readonly has?: readonly RegExp[];
	/** The first sentence of the answer. */
	readonly first?: RegExp;
	/** What would mislead the customer. A draft with it is wrong. */
	readonly never?: RegExp;
	/** What the customer did not ask for. A draft with it needs an edit. */
	readonly without?: RegExp;
	/** Words of the answer at most; {@link WORDS_MAX} if not given. */
	readonly wordsMax?: number;
	/** The article does not answer it, or only in another language: there must be no draft. */
	readonly none?: true;
}

/** What a customer reads of an answer by mail. */
export const WORDS_MAX = 170;
