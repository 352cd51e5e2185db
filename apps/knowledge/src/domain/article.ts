import { isDeepStrictEqual } from "node:util";
import { later } from "@supportdesk/operations/later.ts";

export type ArticleStatus = "published" | "draft" | "archived";

/** An article of the help centre. Times are ISO 8601 in UTC. */
export interface Article {
	readonly id: string;
	readonly title: string;
	readonly body: string;
	readonly tags: readonly string[];
	readonly status: ArticleStatus;
	readonly wordCount: number;
	readonly retrievalCount: number;
	readonly indexedAt: string | null;
	readonly createdAt: string;
	readonly updatedAt: string;
	/** The name that another system has for it. */
	readonly externalId: string | null;
}

/** The fields a PATCH may change; an absent field stays. */
export interface ArticlePatch {
	readonly title?: string;
	readonly body?: string;
	readonly tags?: readonly string[];
	readonly status?: ArticleStatus;
	/** Null removes it. */
	readonly externalId?: string | null;
}

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/**
 * Runs of characters between white space that hold a letter or a digit. Each run is read once: one pattern for both
 * would try a run without a letter again from each of its characters.
 */
export function countWords(body: string): number {
	const runs = body.match(/\S+/g) ?? [];
	return runs.filter((run) => LETTER_OR_DIGIT.test(run)).length;
}

/** A change of an article, as the type of its event names it. */
export type ArticleChange = "updated" | "published" | "archived";

/** The article after a PATCH, not indexed yet; the article itself when the patch changes no field. */
export function applyPatch(
	article: Article,
	patch: ArticlePatch,
	now: Date,
): Article {
	const changed = Object.entries(patch).filter(
		([field, value]) =>
			value !== undefined &&
			!isDeepStrictEqual(value, article[field as keyof ArticlePatch]),
	);
	if (changed.length === 0) return article;
	const body = patch.body ?? article.body;
	return {
		...article,
		...Object.fromEntries(changed),
		wordCount: countWords(body),
		indexedAt: null,
		updatedAt: later(article.updatedAt, now),
	};
}

/** Publishing and archiving name the change, whatever else it changed; becoming a draft is an update. */
export function changeOf(before: Article, { status }: Article): ArticleChange {
	return status === before.status || status === "draft" ? "updated" : status;
}

/** Whether the change removes words that readers were shown. */
export function takesWordsBack(before: Article, after: Article): boolean {
	return (
		before.status === "published" &&
		(after.status !== "published" ||
			after.title !== before.title ||
			after.body !== before.body)
	);
}
