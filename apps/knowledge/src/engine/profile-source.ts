import type { Pool } from "@supportdesk/pg/pool.ts";
import { read, readAll } from "@supportdesk/pg/transaction.ts";
import type { Profile } from "../domain/index/profile.ts";
import type { CorpusStatistics } from "../domain/ranking/evidence.ts";
import { selectRevision } from "../store/articles.ts";
import {
	selectCorpusStatistics,
	selectProfiles,
	selectUnconfirmed,
} from "../store/profiles.ts";

/** The searchable articles of a workspace. */
export interface Corpus {
	readonly statistics: CorpusStatistics;
	/** The newest articles that the engine has not confirmed yet; at most {@link UNCONFIRMED_MAX}. */
	readonly unconfirmed: readonly string[];
}

/** Reads the profiles of found articles for an engine that keeps none itself. */
export interface ProfileSource {
	corpus(workspaceId: string): Promise<Corpus>;
	/** Those of the published ones among the articles that carry all the tags, by their ids. */
	profiles(
		workspaceId: string,
		articleIds: readonly string[],
		tags: readonly string[],
	): Promise<ReadonlyMap<string, Profile>>;
}

/** More than these are an import. */
const UNCONFIRMED_MAX = 50;
/** Workspaces whose statistics are remembered. */
const WORKSPACES_MAX = 10_000;

export function createProfileSource(db: Pool): ProfileSource {
	// Counting reads every profile, so it is done once for each change of the workspace's articles.
	const counted = new Map<string, [revision: number, CorpusStatistics]>();

	return {
		async corpus(workspaceId) {
			const waiting = selectUnconfirmed(workspaceId, UNCONFIRMED_MAX);
			const [[revision = 0], unconfirmed] = await readAll(db, workspaceId, [
				selectRevision(workspaceId),
				waiting,
			]);
			const [known, statistics] = counted.get(workspaceId) ?? [];
			if (statistics && known === revision) return { statistics, unconfirmed };
			// Counted after the revision was read, they are at least as new; and every counted article is in the engine, or
			// among those that it has not confirmed a moment later.
			const [[statisticsNow], unconfirmedNow] = await readAll(db, workspaceId, [
				selectCorpusStatistics(workspaceId),
				waiting,
			]);
			if (counted.size >= WORKSPACES_MAX) counted.clear();
			counted.set(workspaceId, [revision, statisticsNow!]);
			return { statistics: statisticsNow!, unconfirmed: unconfirmedNow };
		},
		async profiles(workspaceId, articleIds, tags) {
			const rows = await read(
				db,
				workspaceId,
				selectProfiles(workspaceId, articleIds),
			);
			const tagged = rows.filter((row) =>
				tags.every((tag) => row.tags.includes(tag)),
			);
			return new Map(tagged.map((row) => [row.id, row.profile]));
		},
	};
}
