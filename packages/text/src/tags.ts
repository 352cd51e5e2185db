import { AppError } from "@supportdesk/errors/app-error.ts";

const LENGTH_MAX = 64; // code points
export const TAGS_MAX = 50;
const CONTROL = /\p{Cc}/u;

/**
 * A tag as it is stored: Unicode NFC, trimmed; case is kept.
 *
 * @param param path of the tag in the request.
 * @throws AppError `invalid_parameter`
 */
export function normaliseTag(text: string, param = "tag"): string {
	const tag = text.normalize("NFC").trim();
	if (tag === "" || [...tag].length > LENGTH_MAX || CONTROL.test(tag)) {
		throw new AppError(
			"invalid_request",
			"invalid_parameter",
			`A tag has 1 to ${LENGTH_MAX} characters, none of them a control character.`,
			{ param },
		);
	}
	return tag;
}

/** Tags in the order given, each once. @throws AppError `invalid_parameter` */
export function normaliseTags(texts: readonly string[]): string[] {
	return [...new Set(texts.map((text, i) => normaliseTag(text, `tags.${i}`)))];
}

/**
 * The ticket's tags, followed by the added ones that it did not have.
 *
 * @throws AppError `tag_limit_exceeded`
 */
export function joinTags(
	present: readonly string[],
	added: readonly string[],
): string[] {
	const joined = [...new Set([...present, ...added])];
	if (joined.length > TAGS_MAX) {
		throw new AppError(
			"validation_error",
			"tag_limit_exceeded",
			`A ticket carries at most ${TAGS_MAX} tags.`,
			{ param: "tags" },
		);
	}
	return joined;
}
