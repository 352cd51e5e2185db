import { openStaticEncoder } from "@supportdesk/ai/encoder/static-encoder.ts";
import type { Workspace } from "@supportdesk/cluster/provision.ts";
import { newId } from "@supportdesk/ids/ids.ts";
import {
	ANALYSIS_VERSION,
	type Profile,
	profileOf,
	textsToEmbed,
	withEmbedding,
} from "@supportdesk/knowledge/domain/index/profile.ts";
import type pg from "pg";
import type { Draft } from "../http/help-centre.ts";
import { Rows } from "./copy.ts";

const BATCH = 1_000;

/**
 * Fills a workspace without articles with published ones, as they are when all of them are indexed with the static
 * table. Copied directly into the service's tables: through the API 50,000 articles take most of an hour.
 *
 * @param onProgress called with every batch's number of articles.
 */
export async function fillArticles(
	client: pg.Client,
	{ id: workspaceId }: Pick<Workspace, "id">,
	articles: readonly Draft[],
	onProgress: (count: number) => void = () => {},
): Promise<void> {
	const encoder = openStaticEncoder();
	const now = Date.now();
	let revision = 0;
	for (let at = 0; at < articles.length; at += BATCH) {
		const tables = articleTables();
		const batch = articles.slice(at, at + BATCH);
		for (const { title, body } of batch) {
			const id = newId("kb", now);
			const profile = withEmbedding(
				profileOf(title, body),
				encoder.name,
				textsToEmbed(title, body).map(encoder.embedNow),
			);
			revision += 1;
			tables.articles.add(
				...[workspaceId, id, title, body, "{}", "published"],
				...[body.split(" ").length, revision],
				...Array.from({ length: 3 }, () => new Date(now).toISOString()),
			);
			tables.profiles.add(...profileColumns(workspaceId, id, profile));
		}
		for (const table of Object.values(tables)) await table.copyInto(client);
		onProgress(batch.length);
	}
	await client.query("insert into knowledge.revisions values ($1, $2)", [
		workspaceId,
		revision,
	]);
}

const articleTables = () => ({
	articles: new Rows("knowledge.articles", [
		...["workspace_id", "id", "title", "body", "tags", "status"],
		...["word_count", "revision", "indexed_at", "created_at", "updated_at"],
	]),
	profiles: new Rows("knowledge.article_profiles", [
		...["workspace_id", "article_id", "terms", "title_counts", "body_counts"],
		...["title_length", "body_length", "encoder", "dimensions", "vectors"],
		"analysis_version",
	]),
});

function profileColumns(workspaceId: string, id: string, profile: Profile) {
	const { titleCounts, bodyCounts, titleLength, bodyLength } = profile;
	return [
		...[workspaceId, id, profile.terms.join(" ")],
		...[bytea(titleCounts), bytea(bodyCounts), titleLength, bodyLength],
		...[profile.encoder!, profile.dimensions, bytea(profile.vectors)],
		ANALYSIS_VERSION,
	];
}

/** The text of bytes in a COPY, whose format takes a backslash for itself. */
const bytea = ({ buffer, byteOffset, byteLength }: NodeJS.TypedArray) =>
	`\\\\x${Buffer.from(buffer, byteOffset, byteLength).toString("hex")}`;
