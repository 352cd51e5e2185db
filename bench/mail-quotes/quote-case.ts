/** A mail of a set and what its sender wrote, by that set. */
export interface QuoteCase {
	readonly name: string;
	readonly format: "text" | "html";
	readonly mail: string;
	/** In the mail's format. */
	readonly expected: string;
}
