import type { Logger } from "@supportdesk/logger/logger.ts";
import {
	createProcessMetrics,
	type ProcessMetrics,
} from "@supportdesk/metrics/process-metrics.ts";
import { collectOutbox } from "@supportdesk/outbox/collect-outbox.ts";
import { assertMigrated } from "@supportdesk/pg/assert-migrated.ts";
import { assertTenantsAreIsolated } from "@supportdesk/pg/guard.ts";
import { ensureLoginSettings } from "@supportdesk/pg/login-settings.ts";
import { createPool, isReachable, type Pool } from "@supportdesk/pg/pool.ts";
import { countJobs } from "@supportdesk/pg/queue-counts.ts";
import { type JobRunner, startJobs } from "@supportdesk/pg/run-jobs.ts";
import { shareAnnouncements } from "@supportdesk/pg/shared-announcements.ts";
import type { AiApi, KnowledgeApi } from "@supportdesk/rpc/service-api.ts";
import { createPassageCache } from "./ask/passage-cache.ts";
import { createQuestionCache } from "./ask/question-cache.ts";
import type { Config } from "./config.ts";
import type { Clock, Deps } from "./deps.ts";
import { createEmbeddedEngine } from "./engine/embedded-engine.ts";
import { withFallback } from "./engine/fallback-engine.ts";
import { createMeilisearchEngine } from "./engine/meilisearch-engine.ts";
import { reportServerVersion } from "./engine/meilisearch-version.ts";
import { createProfileSource } from "./engine/profile-source.ts";
import type { SearchEngine } from "./engine/search-engine.ts";
import { countUnanswered } from "./jobs/count-unanswered.ts";
import { indexArticle } from "./jobs/index-article.ts";
import { purge } from "./jobs/purge.ts";
import { reclusterGaps } from "./jobs/recluster-gaps.ts";
import { refreshVectors } from "./jobs/refresh-vectors.ts";
import { reviewDrafts } from "./jobs/review-drafts.ts";
import { reviewGaps } from "./jobs/review-gaps.ts";
import { runTestsLater } from "./jobs/run-tests.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import { migration } from "./migration.ts";
import { type Jobs, jobs } from "./queue.ts";
import { createRetrievals } from "./retrievals.ts";
import { archiveArticle } from "./rpc/archive-article.ts";
import { countGaps } from "./rpc/count-gaps.ts";
import { createArticle } from "./rpc/create-article.ts";
import { createTest } from "./rpc/create-test.ts";
import { deleteArticle } from "./rpc/delete-article.ts";
import { deleteTest } from "./rpc/delete-test.ts";
import { eraseTickets } from "./rpc/erase-tickets.ts";
import { findPassages } from "./rpc/find-passages.ts";
import { forgetTicket } from "./rpc/forget-ticket.ts";
import { getArticle } from "./rpc/get-article.ts";
import { getArticleText } from "./rpc/get-article-text.ts";
import { getTest } from "./rpc/get-test.ts";
import { listAnsweredTickets } from "./rpc/list-answered-tickets.ts";
import { listArticleVersions } from "./rpc/list-article-versions.ts";
import { listArticles } from "./rpc/list-articles.ts";
import { listGaps } from "./rpc/list-gaps.ts";
import { listTests } from "./rpc/list-tests.ts";
import { runTests } from "./rpc/run-tests.ts";
import { search } from "./rpc/search.ts";
import { updateArticle } from "./rpc/update-article.ts";
import { updateTest } from "./rpc/update-test.ts";
import { COUNT_TASK } from "./store/unanswered-queries.ts";

export interface Service {
	readonly handlers: KnowledgeApi;
	/** The metrics for Prometheus. */
	readonly metrics: ProcessMetrics;
	/** Checks the database and begins to work on jobs. */
	start(): Promise<void>;
	/** Whether the database responds. */
	isReady(): Promise<boolean>;
	/** Finishes the jobs in progress and closes the connections. */
	stop(): Promise<void>;
}

const systemClock: Clock = { now: () => new Date() };

const CRONTAB = `
23 * * * * purge ?fill=1d
* * * * * refresh_vectors ?jobKey=refresh_vectors
* * * * * ${COUNT_TASK} ?jobKey=${COUNT_TASK}
41 3 * * * regroup_gaps ?fill=1d
`;

export interface Overrides extends Partial<Pick<Deps, "clock">> {
	/** Of the process, where it holds more than this service. */
	readonly metrics?: ProcessMetrics;
}

/** The knowledge service: its parts and their connections. */
export function createService(
	config: Config,
	log: Logger,
	clients: { readonly ai: AiApi },
	overrides: Overrides = {},
): Service {
	const processMetrics = overrides.metrics ?? createProcessMetrics();
	const db = createPool(config.db, log);
	processMetrics.watchPool("knowledge", db);
	const metrics = createMetrics(processMetrics);
	const clock = overrides.clock ?? systemClock;
	const deps: Deps = {
		db,
		clock,
		log,
		ai: processMetrics.observeClient("ai", clients.ai),
		cursorSecret: config.cursorSecret,
		engine: createEngine(config, db, clock, metrics, log),
		retrievals: createRetrievals(db, log),
		questions: createQuestionCache(() => clock.now().getTime()),
		splitBody: createPassageCache(),
		metrics,
	};
	const shared = shareAnnouncements(db, log);
	let runner: JobRunner | undefined;
	return {
		metrics: processMetrics,
		handlers: processMetrics.observeHandlers("knowledge", createHandlers(deps)),
		async start() {
			await ensureLoginSettings(config.db, db);
			await assertMigrated(db, migration(config.db.url));
			await assertTenantsAreIsolated(db, config.db.schema, log);
			// An unavailable search server does not prevent the start: the embedded engine searches meanwhile.
			deps.engine
				.prepare()
				.catch((err) => log.warn({ err }, "search server not ready"));
			if (config.meilisearch) void reportServerVersion(config.meilisearch, log);
			processMetrics.watchQueue("knowledge", () =>
				countJobs(db, [jobs.schema]),
			);
			if (config.jobsAtATime === 0) return;
			runner = await startJobs<Jobs>(
				{ ...config.db, queue: jobs, concurrency: config.jobsAtATime },
				processMetrics.observeTasks("knowledge", {
					[COUNT_TASK]: countUnanswered(deps),
					index_article: indexArticle(deps),
					purge: purge(deps),
					refresh_vectors: refreshVectors(deps),
					regroup_gaps: reclusterGaps(deps),
					review_drafts: reviewDrafts(deps),
					review_gaps: reviewGaps(deps),
					run_tests: runTestsLater(deps),
				}),
				CRONTAB,
				log,
			);
		},
		isReady: () => isReachable(db),
		async stop() {
			await runner?.stop();
			await deps.retrievals.stop();
			await shared.stop();
			await db.end();
		},
	};
}

function createEngine(
	{ meilisearch }: Config,
	db: Pool,
	clock: Clock,
	metrics: Metrics,
	log: Logger,
): SearchEngine {
	const embedded = createEmbeddedEngine(db, () => clock.now().getTime());
	if (!meilisearch) return embedded;
	const server = createMeilisearchEngine(meilisearch, createProfileSource(db));
	return withFallback(db, server, embedded, metrics, log, () =>
		clock.now().getTime(),
	);
}

function createHandlers(deps: Deps): KnowledgeApi {
	return {
		createArticle: createArticle(deps),
		getArticle: getArticle(deps),
		getArticleText: getArticleText(deps),
		listArticles: listArticles(deps),
		updateArticle: updateArticle(deps),
		deleteArticle: deleteArticle(deps),
		archiveArticle: archiveArticle(deps),
		listGaps: listGaps(deps),
		countGaps: countGaps(deps),
		listAnsweredTickets: listAnsweredTickets(deps),
		listArticleVersions: listArticleVersions(deps),
		search: search(deps),
		createTest: createTest(deps),
		getTest: getTest(deps),
		listTests: listTests(deps),
		updateTest: updateTest(deps),
		deleteTest: deleteTest(deps),
		runTests: runTests(deps),
		findPassages: findPassages(deps),
		forgetTicket: forgetTicket(deps),
		eraseTickets: eraseTickets(deps),
		collectOutbox: collectOutbox(deps),
	};
}
