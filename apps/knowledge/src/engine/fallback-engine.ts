import type { Logger } from "@supportdesk/logger/logger.ts";
import type { Pool } from "@supportdesk/pg/pool.ts";
import { read } from "@supportdesk/pg/transaction.ts";
import type { IndexQuestion } from "../domain/index/article-index.ts";
import type { Findings } from "../domain/ranking/evidence.ts";
import type { Metrics } from "../metrics.ts";
import { codeOf } from "./meilisearch-index.ts";
import {
	IncompleteIndex,
	type SearchEngine,
	type SearchServer,
} from "./search-engine.ts";

/**
 * After a failure no search uses the server for this long; then one search probes it. A lack of articles is logged at
 * most as often.
 */
const REST_MS = 5_000;
/** A search waits no longer for the server, so that the embedded engine still responds in time. */
const FIND_TIMEOUT_MS = 1_500;

const ADVICE: Readonly<Record<string, string>> = {
	invalid_api_key:
		"the search server refuses MEILI_API_KEY, searching in memory: the key must allow search, documents.*, indexes.*, settings.* and tasks.get",
	missing_authorization_header:
		"the search server wants a key, searching in memory: set MEILI_API_KEY",
};

const LACKING =
	"the search server lacks articles of a workspace, searching in memory there until it has them: reindex if its data are gone";

/**
 * Searches on the server, and in memory while the server does not answer or lacks articles of the workspace. Writing
 * waits for the server: the job that writes is repeated until it confirms.
 */
export function withFallback(
	db: Pool,
	server: SearchServer,
	embedded: SearchEngine,
	metrics: Metrics,
	log: Logger,
	nowMs: () => number,
): SearchEngine {
	let isUnavailable = false;
	let retryAt = 0;
	let logLackingAt = 0;

	async function ask(
		workspaceId: string,
		question: IndexQuestion,
	): Promise<Findings | undefined> {
		if (isUnavailable && nowMs() < retryAt) return undefined;
		// Concurrent searches do not wait to learn whether the server is available again.
		retryAt = nowMs() + REST_MS;
		try {
			// The signal ends the engine's requests; it does not end waiting for the server to apply settings.
			const signal = AbortSignal.timeout(FIND_TIMEOUT_MS);
			const finding = server.find(workspaceId, question, signal);
			const findings = await before(signal, finding.catch(lacking));
			if (isUnavailable) log.info("the search server is available again");
			isUnavailable = false;
			return findings;
		} catch (err) {
			isUnavailable = true;
			log.warn(
				{ err },
				ADVICE[codeOf(err)] ?? "search server unavailable, searching in memory",
			);
			return undefined;
		}
	}

	/** Other workspaces may be complete: an import into one workspace does not disable the server for the others. */
	function lacking(err: unknown): undefined {
		if (!(err instanceof IncompleteIndex)) throw err;
		if (nowMs() < logLackingAt) return;
		logLackingAt = nowMs() + REST_MS;
		log.warn({ err }, LACKING);
	}

	return {
		...server,
		async find(workspaceId, question, judge, enough) {
			const findings = await ask(workspaceId, question);
			if (!findings) {
				metrics.countEngineFallback();
				return embedded.find(workspaceId, question, judge, enough);
			}
			const judged = judge(findings);
			const { check } = judged;
			const rows = check ? await read(db, workspaceId, check) : [];
			return { judged, rows, isComplete: true };
		},
	};
}

/** @throws the signal's reason, if it aborts first. */
function before<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
	return new Promise((resolve, reject) => {
		signal.addEventListener("abort", () => reject(signal.reason), {
			once: true,
		});
		work.then(resolve, reject);
	});
}
