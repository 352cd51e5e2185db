import { inTransaction, read } from "@supportdesk/pg/transaction.ts";
import { ownContext } from "@supportdesk/rpc/own-context.ts";
import { encode } from "../ask/encode.ts";
import type { Deps } from "../deps.ts";
import {
	profileOf,
	textsToEmbed,
	withEmbedding,
} from "../domain/index/profile.ts";
import { type ArticlePayload, reviewGapsJob, runTestsJob } from "../queue.ts";
import { takeRevision } from "../store/articles.ts";
import { confirmIndexed, selectIndexable } from "../store/index-state.ts";
import { saveProfile } from "../store/profiles.ts";

type IndexDeps = Pick<Deps, "db" | "clock" | "ai" | "engine">;

const TIME_LIMIT_MS = 120_000; // 200 passages take MiniLM seven seconds without other load

/** Indexes an article for searches. Safe to repeat: it reads the article's current state, and confirms only that. */
export function indexArticle(deps: IndexDeps) {
	return async ({ workspaceId, articleId }: ArticlePayload): Promise<void> => {
		await indexOne(deps, workspaceId, articleId);
		await inTransaction(deps.db, workspaceId, async (tx) => {
			const now = deps.clock.now();
			tx.defer(reviewGapsJob(workspaceId, now));
			tx.defer(runTestsJob(workspaceId, now));
		});
	};
}

/** Indexes one article as it is now, or takes it out of the engine. */
export async function indexOne(
	deps: IndexDeps,
	workspaceId: string,
	articleId: string,
): Promise<void> {
	const { db, clock, ai, engine } = deps;
	const [row] = await read(
		db,
		workspaceId,
		selectIndexable(workspaceId, articleId),
	);
	if (!row) {
		await engine.remove(workspaceId, [articleId]);
		return;
	}
	const { title, body, tags, revision } = row;
	const { encoder, version, vectors } = await encode(
		ai,
		textsToEmbed(title, body),
		ownContext(workspaceId, TIME_LIMIT_MS, clock.now().getTime()),
	);
	const profile = withEmbedding(profileOf(title, body), encoder, vectors);
	await engine.put(workspaceId, [{ id: articleId, tags, profile }]);
	const isConfirmed = await inTransaction(db, workspaceId, async (tx) => {
		const next = await takeRevision(tx, workspaceId);
		const { count } = await tx.query(
			confirmIndexed(
				workspaceId,
				articleId,
				{ indexed: revision, next },
				clock.now(),
			),
		);
		if (count > 0)
			tx.defer(saveProfile(workspaceId, articleId, profile, version));
		return count > 0;
	});
	// Changed meanwhile. The job of the change may have written to the engine before this one: this write must not stay.
	if (!isConfirmed) await indexOne(deps, workspaceId, articleId);
}
