import { listWorkspaceIds } from "@supportdesk/pg/each-workspace.ts";
import { inTransaction, read } from "@supportdesk/pg/transaction.ts";
import { ownContext } from "@supportdesk/rpc/own-context.ts";
import { encode } from "../ask/encode.ts";
import type { Deps } from "../deps.ts";
import { indexJob } from "../queue.ts";
import { selectOutdatedProfiles } from "../store/profiles.ts";

const BATCH = 500;
const TIME_LIMIT_MS = 10_000;

/**
 * Reindexes the articles whose vectors are of another encoder than the one in use (MiniLM may have been added later) or
 * of an earlier version of it (which read fewer languages), or that an earlier version of the product analysed. Vectors of two encoders cannot be compared: until then
 * articles with those of another are found by their words.
 */
export function refreshVectors({
	db,
	clock,
	ai,
}: Pick<Deps, "db" | "clock" | "ai">) {
	return async (): Promise<void> => {
		const context = ownContext("", TIME_LIMIT_MS, clock.now().getTime());
		const { encoder, version } = await encode(ai, ["which encoder"], context);
		for (const id of await listWorkspaceIds(db)) {
			const outdated = await read(
				db,
				id,
				selectOutdatedProfiles(id, { encoder, version }, BATCH),
			);
			await inTransaction(db, id, async (tx) => {
				for (const articleId of outdated)
					tx.defer(indexJob(id, articleId, `refresh ${articleId}`));
			});
		}
	};
}
