import { type Cause, newEvent } from "@supportdesk/outbox/new-event.ts";
import type { OutboxEvent } from "@supportdesk/outbox/outbox-event.ts";
import { type Article, changeOf } from "../domain/article.ts";
import { articleJson } from "../rpc/article-json.ts";

/** The event of a new article, also of one that is published at once: every change is one event. */
export function articleCreated(
	cause: Cause,
	article: Article,
	now: Date,
): OutboxEvent {
	const change = {
		type: "article.created",
		resourceId: article.id,
		beforeJson: undefined,
		afterJson: articleJson(article),
	} as const;
	return newEvent(cause, change, now);
}

/** The event of an article's change. */
export function articleChanged(
	cause: Cause,
	before: Article,
	after: Article,
	now: Date,
): OutboxEvent {
	const change = {
		type: `article.${changeOf(before, after)}`,
		resourceId: before.id,
		beforeJson: articleJson(before),
		afterJson: articleJson(after),
	} as const;
	return newEvent(cause, change, now);
}

/** The event of an article's deletion, with the article as its GET showed it last. */
export function articleDeleted(
	cause: Cause,
	article: Article,
	now: Date,
): OutboxEvent {
	const shown = articleJson(article);
	const change = {
		type: "article.deleted",
		resourceId: article.id,
		beforeJson: shown,
		afterJson: shown,
	} as const;
	return newEvent(cause, change, now);
}
