import { newId } from "@supportdesk/ids/ids.ts";
import type { Pool } from "@supportdesk/pg/pool.ts";
import { inTransaction } from "@supportdesk/pg/transaction.ts";
import { type Article, countWords } from "../src/domain/article.ts";
import type { IndexQuestion } from "../src/domain/index/article-index.ts";
import type { Embedding } from "../src/domain/index/embeddings.ts";
import { profileOf, withEmbedding } from "../src/domain/index/profile.ts";
import { questionTerms } from "../src/domain/question.ts";
import type { Findings } from "../src/domain/ranking/evidence.ts";
import type {
	ArticleStore,
	SearchEngine,
} from "../src/engine/search-engine.ts";
import {
	deleteArticle,
	insertArticle,
	takeRevision,
} from "../src/store/articles.ts";
import { confirmIndexed } from "../src/store/index-state.ts";
import { deleteProfile, saveProfile } from "../src/store/profiles.ts";

/** Writes an article as the service does, and indexes it as its job does. */
export async function writeArticle(
	db: Pool,
	engine: ArticleStore,
	workspaceId: string,
	[title, body]: readonly [string, string],
	tags: string[] = [],
	embedding?: Embedding,
): Promise<string> {
	const now = new Date();
	const article: Article = {
		id: newId("kb", now.getTime()),
		title,
		body,
		tags,
		status: "published",
		wordCount: countWords(body),
		retrievalCount: 0,
		indexedAt: null,
		createdAt: now.toISOString(),
		updatedAt: now.toISOString(),
		externalId: null,
	};
	const words = profileOf(title, body);
	// Of the title and of the one passage.
	const vectors = embedding && [embedding.vector, embedding.vector];
	const profile = vectors
		? withEmbedding(words, embedding.encoder, vectors)
		: words;
	const indexed = await inTransaction(db, workspaceId, async (tx) => {
		const revision = await takeRevision(tx, workspaceId);
		tx.defer(insertArticle(workspaceId, article, revision));
		tx.defer(saveProfile(workspaceId, article.id, profile));
		return revision;
	});
	await engine.put(workspaceId, [{ id: article.id, tags, profile }]);
	await inTransaction(db, workspaceId, async (tx) => {
		const next = await takeRevision(tx, workspaceId);
		const revision = { indexed, next };
		tx.defer(confirmIndexed(workspaceId, article.id, revision, now));
	});
	return article.id;
}

/** Deletes an article as the service does, and updates the engine as its job does. */
export async function removeArticle(
	db: Pool,
	engine: ArticleStore,
	workspaceId: string,
	id: string,
): Promise<void> {
	await inTransaction(db, workspaceId, async (tx) => {
		const revision = await takeRevision(tx, workspaceId);
		tx.defer(deleteArticle(workspaceId, id, revision, new Date()));
		tx.defer(deleteProfile(workspaceId, id));
	});
	await engine.remove(workspaceId, [id]);
}

/** A question as the ranking gets it: its words and, where given, an embedding. */
export function question(
	query: string,
	tags: string[] = [],
	embedding?: Embedding,
) {
	return { terms: questionTerms(query), embedding, tags, limit: 5 };
}

export type Find = (
	workspaceId: string,
	question: IndexQuestion,
) => Promise<Findings>;

/** The engine's findings, unranked. */
export function findIn(engine: SearchEngine): Find {
	return async (workspaceId, question) => {
		const { judged } = await engine.find(workspaceId, question, (findings) => ({
			findings,
			check: undefined,
		}));
		return judged.findings;
	};
}
