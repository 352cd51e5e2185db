import { ConnectionError } from "@supportdesk/client";

/** Sentences for errors, in a language that the API does not speak. */
export interface ErrorSentences {
	readonly noResponse: string;
	/** Names the parameter to blame. */
	readonly param: string;
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
	if (error instanceof ConnectionError) return sentences.noResponse;
	const { code, param } = error as { code?: unknown; param?: unknown };
	const sentence = sentences.codes[String(code)];
	if (!sentence) return error.message;
	const blamed = param && sentences.param.replace("{param}", String(param));
	return blamed ? `${sentence} ${blamed}` : sentence;
}
