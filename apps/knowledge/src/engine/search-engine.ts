import type { IndexQuestion } from "../domain/index/article-index.ts";
import type { Profile } from "../domain/index/profile.ts";
import type { Findings } from "../domain/ranking/evidence.ts";

/** A published article as an engine is given it. */
export interface EngineArticle {
	readonly id: string;
	readonly tags: readonly string[];
	readonly profile: Profile;
}

/**
 * Finds the articles that may answer a question. What it knows may lag behind the database; whoever asks checks each
 * article there. The ranking, not the engine, says which article is best.
 */
export interface SearchEngine {
	readonly name: "embedded" | "meilisearch";
	/** Makes the engine ready; it also does so by itself when it is first needed. */
	prepare(): Promise<void>;
	/** The likeliest articles of the workspace with all that the ranking needs. Nobody waits for it after the signal. */
	find(
		workspaceId: string,
		question: IndexQuestion,
		signal?: AbortSignal,
	): Promise<Findings>;
	/** Resolves when the engine has confirmed that it finds the articles so. */
	put(workspaceId: string, articles: readonly EngineArticle[]): Promise<void>;
	/** Resolves when the engine has confirmed that it no longer finds them. */
	remove(workspaceId: string, articleIds: readonly string[]): Promise<void>;
}
