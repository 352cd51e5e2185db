import { addJob } from "@supportdesk/pg/jobs.ts";
import type { Statement } from "@supportdesk/pg/statement.ts";
import { inTransaction, read } from "@supportdesk/pg/transaction.ts";
import { ownContext } from "@supportdesk/rpc/own-context.ts";
import { encode } from "../ask/encode.ts";
import type { Deps } from "../deps.ts";
import {
	profileOf,
	textsToEmbed,
	withMeaning,
} from "../domain/index/profile.ts";
import { takeRevision } from "../store/articles.ts";
import {
	confirmIndexed,
	type IndexableRow,
	selectIndexable,
} from "../store/index-state.ts";
import { saveProfile } from "../store/profiles.ts";
import { JOBS_SCHEMA } from "./queue.ts";
import { reviewGapsJob } from "./review-gaps.ts";

interface IndexPayload {
	readonly workspaceId: string;
	readonly articleId: string;
}

type IndexDeps = Pick<Deps, "db" | "clock" | "ai" | "engine">;

const TIME_LIMIT_MS = 120_000; // 200 passages take MiniLM seven seconds when nobody else wants it

/**
 * Brings what the search knows of an article in line with the article, whatever became of it meanwhile.
 *
 * @param jobKey of a job that may already be waiting.
 */
export function indexJob(
	workspaceId: string,
	articleId: string,
	jobKey?: string,
): Statement {
	return addJob(JOBS_SCHEMA, {
		task: "index_article",
		payload: { workspaceId, articleId } satisfies IndexPayload,
		jobKey,
	});
}

/** Safe to repeat: it reads what the article is now, and confirms only that. */
export function indexArticle(deps: IndexDeps) {
	return async (payload: unknown): Promise<void> => {
		const { workspaceId, articleId } = payload as IndexPayload;
		await indexOne(deps, workspaceId, articleId);
		await inTransaction(deps.db, workspaceId, async (tx) => {
			tx.defer(reviewGapsJob(workspaceId, deps.clock.now()));
		});
	};
}

/** Indexes one article as it is now, or takes it out of the engine. */
async function indexOne(
	deps: IndexDeps,
	workspaceId: string,
	articleId: string,
): Promise<void> {
	const { db, clock, ai, engine } = deps;
	const [row] = await read<IndexableRow>(
		db,
		workspaceId,
		selectIndexable(workspaceId, articleId),
	);
	if (!row) {
		await engine.remove(workspaceId, [articleId]);
		return;
	}
	const { title, body, tags, revision } = row;
	const { encoder, vectors } = await encode(
		ai,
		textsToEmbed(title, body),
		ownContext(workspaceId, TIME_LIMIT_MS, clock.now().getTime()),
	);
	const profile = withMeaning(profileOf(title, body), encoder, vectors);
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
		if (count > 0) tx.defer(saveProfile(workspaceId, articleId, profile));
		return count > 0;
	});
	// Changed meanwhile. The job of the change may have told the engine before we did: what we told it must not stay.
	if (!isConfirmed) await indexOne(deps, workspaceId, articleId);
}
