import { checkStore, type Samples } from "@supportdesk/pg/check-store.ts";
import { migrate } from "@supportdesk/pg/migrate.ts";
import { createTestDatabase } from "@supportdesk/testkit/database.ts";
import { expect, it, onTestFinished } from "vitest";
import type { Article } from "../src/domain/article.ts";
import { directionOf } from "../src/domain/gaps/centred.ts";
import { profileOf } from "../src/domain/index/profile.ts";
import { migration } from "../src/migration.ts";
import { ARTICLE_SORTS } from "../src/store/article-list.ts";
import { GAP_SORTS } from "../src/store/gap-list.ts";
import { log } from "./configuration.ts";

const W = "wsp_1";
const now = new Date("2026-11-20T09:30:00.000Z");
const at = now.toISOString();

const ARTICLE: Article = {
	id: "kb_1",
	title: "Returns",
	body: "Within sixty days.",
	tags: ["returns"],
	status: "published",
	wordCount: 3,
	retrievalCount: 0,
	indexedAt: null,
	createdAt: at,
	updatedAt: at,
	externalId: null,
};
const TEST = {
	id: "knt_1",
	question: "Where is my refund?",
	articleId: "kb_1",
	passed: true,
	foundArticleId: "kb_1",
	runAt: at,
	createdAt: at,
	updatedAt: at,
};
const PROFILE = profileOf(ARTICLE.title, ARTICLE.body);
const COUNTED = { topic: "t", firstSeenAt: now, lastSeenAt: now, count: 1 };
const QUERY = {
	id: "gap_1",
	text: "Where?",
	key: "where",
	embedding: {
		encoder: "static",
		direction: directionOf(new Int8Array([1, 2, 3])),
	},
	ticketId: "tkt_1",
	searchedAt: now,
};

const ARTICLE_FILTERS = [
	{},
	{ status: "all", tag: "returns", created_after: at },
	{ status: "draft", created_before: at },
	{ q: "returns policy" },
];
const ARTICLE_PAGES = ARTICLE_SORTS.flatMap((field) =>
	ARTICLE_FILTERS.flatMap((filter) =>
		[undefined, { value: positionIn(field), id: "kb_1" }].map(
			(position) =>
				[
					W,
					filter,
					{ field, direction: "desc" } as const,
					25,
					position,
				] as const,
		),
	),
);
const GAP_PAGES = GAP_SORTS.flatMap((field) =>
	[undefined, { value: positionIn(field), id: "gap_1" }].flatMap((position) =>
		[undefined, "open"].map(
			(status) =>
				[
					W,
					status,
					{ field, direction: "asc" } as const,
					25,
					position,
				] as const,
		),
	),
);

function positionIn(field: string): string {
	return field.endsWith("_at") ? at : "1";
}

const SAMPLES = {
	"answered-tickets.ts": {
		insertAnsweredTickets: [[W, ["tkt_1"], "answered", now]],
		selectAnsweredTickets: [[0, 10]],
	} satisfies Samples<typeof import("../src/store/answered-tickets.ts")>,
	"article-list.ts": {
		selectArticlePage: [ARTICLE_PAGES[0]!, ...ARTICLE_PAGES],
	} satisfies Samples<typeof import("../src/store/article-list.ts")>,
	"articles.ts": {
		selectArticle: [[W, "kb_1"]],
		selectArticleExists: [[W, "kb_1"]],
		selectIdByExternalId: [[W, "cms-1"]],
		takeRevision: [[W]],
		selectRevision: [[W]],
		insertArticle: [[W, ARTICLE, 1]],
		saveArticle: [[W, ARTICLE, 1]],
		deleteArticle: [[W, "kb_1", 1, now]],
		selectPublished: [[W, ["kb_1"]]],
		selectVersions: [[W, ["kb_1"]]],
		selectChangedSince: [[W, now]],
		replaceTags: [[W, "kb_1", ["returns"]]],
	} satisfies Samples<typeof import("../src/store/articles.ts")>,
	"deleted-tickets.ts": {
		insertDeletedTicket: [[W, "tkt_1", at]],
		insertErasedTickets: [[W, ["tkt_1"]]],
		forgetQueriesOf: [[W, ["tkt_1"]]],
		forgetLateQueries: [[W]],
		selectPhrasingsOf: [[W, ["tkt_1"], new Date(0)]],
		unnameTicket: [[W, "tkt_1"]],
		selectPhrasingPage: [[W, 0, now, 10]],
		selectDeletedTicketPage: [
			[W, undefined, now, 10],
			[W, { ticketId: "tkt_1", deletedAt: at }, now, 10],
		],
		forgetPhrasings: [[W, [1], now]],
		purgeDeletedTickets: [[W, ["tkt_1"]]],
	} satisfies Samples<typeof import("../src/store/deleted-tickets.ts")>,
	"gap-list.ts": {
		selectGapPage: [GAP_PAGES[0]!, ...GAP_PAGES],
		selectGaps: [
			[W, ["gap_1"]],
			[W, ["gap_1"], ["resolved"]],
		],
	} satisfies Samples<typeof import("../src/store/gap-list.ts")>,
	"gap-counts.ts": {
		selectGapCounts: [[W, "2026-11-20T00:00:00Z", "2026-11-21T00:00:00Z"]],
	} satisfies Samples<typeof import("../src/store/gap-counts.ts")>,
	"gap-phrasings.ts": {
		selectRecentPhrasings: [[W, 10]],
		touchRecluster: [[W]],
		selectGapsOfPhrasings: [[W, ["where"]]],
		selectGapsOfTickets: [[W, ["tkt_1"]]],
		countPhrasings: [
			[W, [{ gapId: "gap_1", query: QUERY, count: 1, lastSeenAt: now }]],
		],
	} satisfies Samples<typeof import("../src/store/gap-phrasings.ts")>,
	"gap-vectors.ts": {} satisfies Samples<
		typeof import("../src/store/gap-vectors.ts")
	>,
	"gaps.ts": {
		lockGaps: [[W]],
		insertGaps: [[W, [{ id: "gap_1", ...COUNTED }], now]],
		countGaps: [[W, [{ id: "gap_1", ...COUNTED }], now]],
		insertGapTickets: [
			[W, [{ ticketId: "tkt_1", key: "where", searchedAt: now }]],
		],
		selectGapsAfter: [[W, "", 10]],
		resolveGap: [[W, "gap_1", "kb_1", null, now]],
		reopenGap: [[W, "gap_1", now]],
		reopenGapsSearchedAgain: [[W, ["gap_1"], now, now]],
		selectTicketsOfGap: [[W, "gap_1"]],
	} satisfies Samples<typeof import("../src/store/gaps.ts")>,
	"housekeeping.ts": {
		purgeDeletedArticles: [[W, now, 10]],
		purgeAnsweredTickets: [[now, 10]],
	} satisfies Samples<typeof import("../src/store/housekeeping.ts")>,
	"index-state.ts": {
		selectIndexable: [[W, "kb_1"]],
		confirmIndexed: [[W, "kb_1", { indexed: 1, next: 2 }, now]],
	} satisfies Samples<typeof import("../src/store/index-state.ts")>,
	"indexable.ts": {} satisfies Samples<
		typeof import("../src/store/indexable.ts")
	>,
	"knowledge-tests.ts": {
		insertTest: [[W, TEST]],
		lockTests: [[W]],
		saveTest: [[W, TEST]],
		deleteTest: [[W, "knt_1"]],
		selectTest: [[W, "knt_1"]],
		lockTest: [[W, "knt_1"]],
		selectTests: [[W]],
		lockAllTests: [[W]],
		saveResults: [[W, [TEST]]],
		selectTestPage: [
			[W, undefined, { field: "created_at", direction: "asc" }, 10, undefined],
			[
				W,
				true,
				{ field: "created_at", direction: "desc" },
				10,
				{ value: now.toISOString(), id: "knt_1" },
			],
		],
	} satisfies Samples<typeof import("../src/store/knowledge-tests.ts")>,
	"profiles.ts": {
		selectProfilesAfter: [[W, 0, 10]],
		selectProfiles: [[W, ["kb_1"]]],
		selectUnconfirmed: [[W, 10]],
		writeProfile: [
			[W, ARTICLE],
			[W, { ...ARTICLE, status: "draft" }],
		],
		saveProfile: [[W, "kb_1", PROFILE]],
		deleteProfile: [[W, "kb_1"]],
		selectCorpusStatistics: [[W]],
		selectOutdatedProfiles: [[W, { encoder: "static", version: "" }, 10]],
	} satisfies Samples<typeof import("../src/store/profiles.ts")>,
	"recluster.ts": {
		selectOpenQuestions: [[W, 10]],
		saveQuestionVector: [[W, 1, "static", new Int8Array([1])]],
		moveQuestions: [[W, "gap_1", [1]]],
		recountGap: [[W, "gap_1", "t", now]],
		deleteEmptyGaps: [[W, ["gap_1"]]],
		recountLeftGaps: [[W, ["gap_1"], now]],
		saveRecluster: [[W]],
	} satisfies Samples<typeof import("../src/store/recluster.ts")>,
	"retrievals.ts": {
		addRetrievals: [[W, new Map([["kb_1", 1]])]],
		selectTicketsOfArticle: [[W, "kb_1", "", 10]],
		TICKET_RETRIEVALS: [[W, [{ ticketId: "tkt_1", articleIds: ["kb_1"] }]]],
	} satisfies Samples<typeof import("../src/store/retrievals.ts")>,
	"unanswered-queries.ts": {
		unansweredQueryInsert: [[W, [QUERY]]],
		selectUnansweredQueries: [[W, 10]],
		deleteUnansweredQueries: [[W, [1]]],
	} satisfies Samples<typeof import("../src/store/unanswered-queries.ts")>,
};

it("reads the columns that its statements return", async () => {
	const { dir, schema } = migration("");
	const database = await createTestDatabase([dir], (url) =>
		migrate(migration(url), log),
	);
	onTestFinished(() => database.drop());
	const folder = new URL("../src/store/", import.meta.url);
	const differences = await checkStore(database.url, schema, folder, SAMPLES);
	expect(differences).toEqual([]);
});
