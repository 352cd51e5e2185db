import {
	arrayOf,
	boolean,
	bytes,
	integer,
	nullable,
	real,
	rowType,
	text,
} from "@supportdesk/pg/row-type.ts";
import type { Query, Statement } from "@supportdesk/pg/statement.ts";
import type { Article } from "../domain/article.ts";
import {
	ANALYSIS_VERSION,
	type Profile,
	profileOf,
} from "../domain/index/profile.ts";
import type { CorpusStatistics } from "../domain/ranking/evidence.ts";

/** An article as searches find it. */
export interface ProfiledArticle {
	readonly id: string;
	readonly revision: number;
	readonly tags: readonly string[];
	readonly profile: Profile;
}

/** A change for searches. */
export interface ProfileChange extends Omit<ProfiledArticle, "profile"> {
	/** Undefined when searches no longer find the article. */
	readonly profile: Profile | undefined;
}

const PROFILE_COLUMNS =
	"p.terms, p.title_counts, p.body_counts, p.title_length, p.body_length, p.encoder, p.dimensions, p.vectors";
const IS_PUBLISHED = "a.status = 'published' and a.deleted_at is null";

const PROFILE = rowType(
	{
		terms: text,
		title_counts: bytes,
		body_counts: bytes,
		title_length: integer,
		body_length: integer,
		encoder: nullable(text),
		dimensions: integer,
		vectors: nullable(bytes),
	},
	(row): Profile => ({
		terms: row.terms === "" ? [] : row.terms.split(" "),
		titleCounts: row.title_counts,
		bodyCounts: row.body_counts,
		titleLength: row.title_length,
		bodyLength: row.body_length,
		encoder: row.encoder ?? undefined,
		dimensions: row.dimensions,
		vectors: row.vectors
			? new Int8Array(
					row.vectors.buffer,
					row.vectors.byteOffset,
					row.vectors.length,
				)
			: new Int8Array(),
	}),
);
const PROFILED_ARTICLE = rowType(
	{ ...PROFILE.columns, id: text, revision: integer, tags: arrayOf(text) },
	(row): ProfiledArticle => ({
		id: row.id,
		revision: row.revision,
		tags: row.tags,
		profile: PROFILE.from(row),
	}),
);
// The columns of the profile are null, and not read, where the article is not published.
const PROFILE_CHANGE = rowType(
	{ ...PROFILED_ARTICLE.columns, published: boolean },
	(row): ProfileChange => ({
		id: row.id,
		revision: row.revision,
		tags: row.tags,
		profile: row.published ? PROFILE.from(row) : undefined,
	}),
);
const ID = rowType({ id: text }, ({ id }) => id);
const CORPUS_STATISTICS = rowType(
	{ article_count: integer, title_length_mean: real, body_length_mean: real },
	(row): CorpusStatistics => ({
		articleCount: row.article_count,
		titleLengthMean: row.title_length_mean,
		bodyLengthMean: row.body_length_mean,
	}),
);

/** The changes for searches after a revision, in the order of the revisions; at most `limit` articles. */
export function selectProfilesAfter(
	workspaceId: string,
	revision: number,
	limit: number,
): Query<ProfileChange> {
	return {
		name: "profiles_after",
		text: `select a.id, a.revision, ${IS_PUBLISHED} as published, a.tags, ${PROFILE_COLUMNS}
  from articles a
  left join article_profiles p on p.workspace_id = a.workspace_id and p.article_id = a.id
 where a.workspace_id = $1 and a.revision > $2
 order by a.revision
 limit $3`,
		values: [workspaceId, revision, limit],
		row: PROFILE_CHANGE,
	};
}

const PUBLISHED_PROFILES = `select a.id, a.revision, a.tags, ${PROFILE_COLUMNS}
  from articles a
  join article_profiles p on p.workspace_id = a.workspace_id and p.article_id = a.id
 where a.workspace_id = $1 and ${IS_PUBLISHED}`;

/** The profiles of the published ones among these articles. */
export function selectProfiles(
	workspaceId: string,
	ids: readonly string[],
): Query<ProfiledArticle> {
	return {
		name: "profiles_of",
		text: `${PUBLISHED_PROFILES} and a.id = any($2::text[])`,
		values: [workspaceId, ids],
		row: PROFILED_ARTICLE,
	};
}

/** The newest articles that the search engine has not confirmed yet. */
export function selectUnconfirmed(
	workspaceId: string,
	limit: number,
): Query<string> {
	return {
		name: "articles_unconfirmed",
		text: `select a.id
  from articles a
 where a.workspace_id = $1 and ${IS_PUBLISHED} and a.indexed_at is null
 order by a.id desc
 limit $2`,
		values: [workspaceId, limit],
		row: ID,
	};
}

/** Makes searches find the article by its words from the commit on, or find it no longer. */
export function writeProfile(workspaceId: string, article: Article): Statement {
	return article.status === "published"
		? saveProfile(
				workspaceId,
				article.id,
				profileOf(article.title, article.body),
			)
		: deleteProfile(workspaceId, article.id);
}

export function saveProfile(
	workspaceId: string,
	articleId: string,
	profile: Profile,
	/** Of the encoder that made the vectors. */
	encoderVersion = "",
): Statement {
	return {
		name: "profile_save",
		text: `insert into article_profiles
       (workspace_id, article_id, terms, title_counts, body_counts, title_length, body_length, encoder, dimensions, vectors,
        analysis_version, encoder_version)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
on conflict (workspace_id, article_id)
do update set terms = excluded.terms,
              title_counts = excluded.title_counts,
              body_counts = excluded.body_counts,
              title_length = excluded.title_length,
              body_length = excluded.body_length,
              encoder = excluded.encoder,
              dimensions = excluded.dimensions,
              vectors = excluded.vectors,
              analysis_version = excluded.analysis_version,
              encoder_version = excluded.encoder_version`,
		values: [
			workspaceId,
			articleId,
			profile.terms.join(" "),
			Buffer.from(profile.titleCounts),
			Buffer.from(profile.bodyCounts),
			profile.titleLength,
			profile.bodyLength,
			profile.encoder,
			profile.dimensions,
			profile.encoder === undefined
				? null
				: Buffer.from(
						profile.vectors.buffer,
						profile.vectors.byteOffset,
						profile.vectors.length,
					),
			ANALYSIS_VERSION,
			encoderVersion,
		],
	};
}

export function deleteProfile(
	workspaceId: string,
	articleId: string,
): Statement {
	return {
		name: "profile_delete",
		text: "delete from article_profiles where workspace_id = $1 and article_id = $2",
		values: [workspaceId, articleId],
	};
}

/** How many articles can be found, and how long their titles and bodies are on average. */
export function selectCorpusStatistics(
	workspaceId: string,
): Query<CorpusStatistics> {
	return {
		name: "corpus_statistics",
		text: `select count(*)::int as article_count,
       coalesce(avg(title_length), 0)::float8 as title_length_mean,
       coalesce(avg(body_length), 0)::float8 as body_length_mean
  from article_profiles
 where workspace_id = $1`,
		values: [workspaceId],
		row: CORPUS_STATISTICS,
	};
}

/** Published articles whose vectors are missing, another encoder's or another version's, or whose words an earlier analysis has read. */
export function selectOutdatedProfiles(
	workspaceId: string,
	{ encoder, version }: { encoder: string; version: string },
	limit: number,
): Query<string> {
	return {
		name: "profiles_outdated",
		text: `select article_id as id
  from article_profiles
 where workspace_id = $1
   and (encoder is distinct from $2 or encoder_version <> $3 or analysis_version < $4)
 order by article_id
 limit $5`,
		values: [workspaceId, encoder, version, ANALYSIS_VERSION, limit],
		row: ID,
	};
}
