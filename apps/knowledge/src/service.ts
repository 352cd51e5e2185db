import type { Logger } from "@supportdesk/logger/logger.ts";
import { ok } from "@supportdesk/operations/rendered.ts";
import { assertTenantsAreIsolated } from "@supportdesk/pg/guard.ts";
import { type JobRunner, startJobs } from "@supportdesk/pg/jobs.ts";
import { createPool, type Pool } from "@supportdesk/pg/pool.ts";
import type { AiApi, KnowledgeApi } from "@supportdesk/rpc/service-api.ts";
import type { Config } from "./config.ts";
import { purge } from "./jobs/purge.ts";
import { JOBS_SCHEMA } from "./jobs/queue.ts";
import { archiveArticle } from "./rpc/archive-article.ts";
import { createArticle } from "./rpc/create-article.ts";
import { deleteArticle } from "./rpc/delete-article.ts";
import { getArticle } from "./rpc/get-article.ts";
import { listAnsweredTickets } from "./rpc/list-answered-tickets.ts";
import { listArticles } from "./rpc/list-articles.ts";
import { listGaps } from "./rpc/list-gaps.ts";
import { updateArticle } from "./rpc/update-article.ts";

/** Where the time comes from. */
export interface Clock {
	now(): Date;
}

export interface Deps {
	readonly db: Pool;
	readonly clock: Clock;
	readonly log: Logger;
	readonly ai: AiApi;
	readonly cursorSecret: string;
}

export interface Service {
	readonly handlers: KnowledgeApi;
	/** Checks the database and begins to work on jobs. */
	start(): Promise<void>;
	/** Whether the database answers. */
	isReady(): Promise<boolean>;
	/** Finishes the jobs in progress and closes the connections. */
	stop(): Promise<void>;
}

const systemClock: Clock = { now: () => new Date() };

const CRONTAB = `
23 * * * * purge ?fill=1d
`;

/** The knowledge service: what exists, wired to what. */
export function createService(
	config: Config,
	log: Logger,
	clients: { readonly ai: AiApi },
	overrides: Partial<Pick<Deps, "clock">> = {},
): Service {
	const db = createPool(config.db, log);
	const deps: Deps = {
		db,
		clock: overrides.clock ?? systemClock,
		log,
		...clients,
		cursorSecret: config.cursorSecret,
	};
	let jobs: JobRunner | undefined;
	return {
		handlers: createHandlers(deps),
		async start() {
			await assertTenantsAreIsolated(db, config.db.schema);
			if (config.jobsAtATime === 0) return;
			jobs = await startJobs(
				{ ...config.db, schema: JOBS_SCHEMA, concurrency: config.jobsAtATime },
				{ purge: purge(deps) },
				CRONTAB,
				log,
			);
		},
		async isReady() {
			return db.query("select").then(
				() => true,
				() => false,
			);
		},
		async stop() {
			await jobs?.stop();
			await db.end();
		},
	};
}

function createHandlers(deps: Deps): KnowledgeApi {
	return {
		createArticle: createArticle(deps),
		getArticle: getArticle(deps),
		listArticles: listArticles(deps),
		updateArticle: updateArticle(deps),
		deleteArticle: deleteArticle(deps),
		archiveArticle: archiveArticle(deps),
		listGaps: listGaps(deps),
		listAnsweredTickets: listAnsweredTickets(deps),
		// No engine is wired yet: nothing is found.
		search: async () => ok('{"results":[]}'),
		findPassages: async () => ({ articles: [] }),
	};
}
