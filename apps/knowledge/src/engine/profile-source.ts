import type { Pool } from "@supportdesk/pg/pool.ts";
import { read } from "@supportdesk/pg/transaction.ts";
import type { Profile } from "../domain/index/profile.ts";
import type { CorpusStatistics } from "../domain/ranking/evidence.ts";
import {
	type ProfileRow,
	profileFromRow,
	selectCorpusStatistics,
	selectProfiles,
} from "../store/profiles.ts";

/** Where an engine that keeps no profiles of its own reads those of what it found. */
export interface ProfileSource {
	statistics(workspaceId: string): Promise<CorpusStatistics>;
	/** Those of the published ones among the articles, by their ids. */
	profiles(
		workspaceId: string,
		articleIds: readonly string[],
	): Promise<ReadonlyMap<string, Profile>>;
}

interface StatisticsRow {
	article_count: number;
	title_length_mean: number;
	body_length_mean: number;
}

export function createProfileSource(db: Pool): ProfileSource {
	return {
		async statistics(workspaceId) {
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
		},
		async profiles(workspaceId, articleIds) {
			const rows = await read<ProfileRow>(
				db,
				workspaceId,
				selectProfiles(workspaceId, articleIds),
			);
			return new Map(rows.map((row) => [row.id, profileFromRow(row)]));
		},
	};
}
