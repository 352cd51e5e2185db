import { ApiError, ConnectionError } from "@supportdesk/client";

/** Sentences for errors, in a language that the API does not speak. */
export interface ErrorSentences {
	readonly noResponse: string;
	readonly codes: Readonly<Record<string, string>>;
}

let sentences: ErrorSentences | undefined;

/** Chooses the language of {@link messageOf}; undefined for the API's own, English. */
export function speakOfErrors(chosen: ErrorSentences | undefined): void {
	sentences = chosen;
}

/** What to say about an error, in the page's language. */
export function messageOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	if (!sentences) return error.message;
	const { code, param } = error as { code?: unknown; param?: unknown };
	const hasNoCode = error instanceof ApiError && code === undefined;
	if (error instanceof ConnectionError || hasNoCode)
		return sentences.noResponse;
	const sentence = sentences.codes[String(code)];
	if (!sentence) return error.message;
	// Only the API's own sentence says which rule a value breaks.
	return param ? `${sentence} (${error.message})` : sentence;
}
