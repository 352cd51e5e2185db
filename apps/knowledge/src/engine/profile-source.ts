import type { Pool } from "@supportdesk/pg/pool.ts";
import { read, readAll } from "@supportdesk/pg/transaction.ts";
import type { Profile } from "../domain/index/profile.ts";
import type { CorpusStatistics } from "../domain/ranking/evidence.ts";
import { selectRevision } from "../store/articles.ts";
import {
	type ProfileRow,
	profileFromRow,
	selectCorpusStatistics,
	selectProfiles,
	selectUnconfirmedProfiles,
} from "../store/profiles.ts";

/** Where an engine that keeps no profiles of its own reads those of what it found. */
export interface ProfileSource {
	statistics(workspaceId: string): Promise<CorpusStatistics>;
	/**
	 * Those of the published ones among the articles, by their ids, and of the newest articles that carry all the tags
	 * and that the engine has not confirmed yet.
	 */
	profiles(
		workspaceId: string,
		articleIds: readonly string[],
		tags: readonly string[],
	): Promise<ReadonlyMap<string, Profile>>;
}

interface StatisticsRow {
	article_count: number;
	title_length_mean: number;
	body_length_mean: number;
}

/** More than these are an import; it is found when the engine has it. */
const UNCONFIRMED_MAX = 50;
/** Workspaces whose statistics are remembered. */
const WORKSPACES_MAX = 10_000;

export function createProfileSource(db: Pool): ProfileSource {
	// Counting reads every profile, so it is done once for each change of the workspace's articles.
	const counted = new Map<string, [revision: number, CorpusStatistics]>();

	async function count(workspaceId: string): Promise<CorpusStatistics> {
		const [row] = await read<StatisticsRow>(
			db,
			workspaceId,
			selectCorpusStatistics(workspaceId),
		);
		return {
			articleCount: row!.article_count,
			titleLengthMean: row!.title_length_mean,
			bodyLengthMean: row!.body_length_mean,
		};
	}

	return {
		async statistics(workspaceId) {
			const [row] = await read<{ revision: number }>(
				db,
				workspaceId,
				selectRevision(workspaceId),
			);
			// Counted after the revision was read, they are at least as new.
			const revision = row?.revision ?? 0;
			const [known, statistics] = counted.get(workspaceId) ?? [];
			if (statistics && known === revision) return statistics;
			const fresh = await count(workspaceId);
			if (counted.size >= WORKSPACES_MAX) counted.clear();
			counted.set(workspaceId, [revision, fresh]);
			return fresh;
		},
		async profiles(workspaceId, articleIds, tags) {
			const [found, unconfirmed] = await readAll<[ProfileRow, ProfileRow]>(
				db,
				workspaceId,
				[
					selectProfiles(workspaceId, articleIds),
					selectUnconfirmedProfiles(workspaceId, UNCONFIRMED_MAX),
				],
			);
			const tagged = unconfirmed.filter((row) =>
				tags.every((tag) => row.tags.includes(tag)),
			);
			return new Map(
				[...found, ...tagged].map((row) => [row.id, profileFromRow(row)]),
			);
		},
	};
}
