import type { Query } from "@supportdesk/pg/statement.ts";
import type { Article } from "../domain/article.ts";
import type { IndexQuestion } from "../domain/index/article-index.ts";
import type { Profile } from "../domain/index/profile.ts";
import type { Findings } from "../domain/ranking/evidence.ts";

/** A published article as an engine is given it. */
export interface EngineArticle {
	readonly id: string;
	readonly tags: readonly string[];
	readonly profile: Profile;
}

/** Receives the changes of articles. It may lag behind the database. */
export interface ArticleStore {
	/** Makes it ready; it also does so by itself when it is first needed. */
	prepare(): Promise<void>;
	/** Resolves when it has confirmed that it finds the articles so. */
	put(workspaceId: string, articles: readonly EngineArticle[]): Promise<void>;
	/** Resolves when it has confirmed that it no longer finds them. */
	remove(workspaceId: string, articleIds: readonly string[]): Promise<void>;
}

/** The caller's judgement of findings, and the query that checks it in the database; none if nothing was found. */
export interface Judged {
	readonly check: Query<Article> | undefined;
}

export interface Checked<J extends Judged> {
	readonly judged: J;
	/** Of the check. */
	readonly rows: readonly Article[];
	/** Whether the engine has read all articles: one that it has not read may be a better answer. */
	readonly isComplete: boolean;
}

/**
 * Finds the articles that may answer a question; each is checked in the database, as it is after the call began. The
 * ranking, not the engine, says which article is best.
 */
export interface SearchEngine extends ArticleStore {
	/**
	 * @param judge given the likeliest articles of the workspace with all that the ranking needs. It may be called twice, or not at
	 *   all for a question that was given before, which is the same object: each has one way to be judged.
	 * @param enough once it is aborted the caller waits no longer until all articles are read; without it, as long as that
	 *   takes (after a start some 17 s of processor time with 50,000 articles).
	 */
	find<J extends Judged>(
		workspaceId: string,
		question: IndexQuestion,
		judge: (findings: Findings) => J,
		enough?: AbortSignal,
	): Promise<Checked<J>>;
	/**
	 * The judgement of what is in memory, which `find` would check in the database; undefined before all articles of the
	 * workspace were read. An engine on a server has none.
	 */
	judgeInMemory?<J extends Judged>(
		workspaceId: string,
		question: IndexQuestion,
		judge: (findings: Findings) => J,
	): J | undefined;
	/** The term of the workspace's articles that an unknown term was probably meant as, if the engine knows by itself. */
	spellingOf?(workspaceId: string, term: string): string | undefined;
}

/** The server's index lacks articles, and the answer may be one of those. */
export class IncompleteIndex extends Error {}

/** The same on a separate server, without access to our database. */
export interface SearchServer extends ArticleStore {
	/**
	 * The caller does not wait for it after the signal.
	 *
	 * @throws IncompleteIndex
	 */
	find(
		workspaceId: string,
		question: IndexQuestion,
		signal?: AbortSignal,
	): Promise<Findings>;
}
