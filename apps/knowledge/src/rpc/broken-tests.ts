import { storeResponse } from "@supportdesk/pg/claim.ts";
import type { Operation, StoredResponse } from "@supportdesk/pg/operation.ts";
import { inTransaction, read, writeAll } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import { saveRun, searchForTests } from "../ask/run-tests.ts";
import type { Deps } from "../deps.ts";
import type { KnowledgeTest } from "../domain/knowledge-test.ts";
import { indexOne } from "../jobs/index-article.ts";
import { selectTests } from "../store/knowledge-tests.ts";
import { testJson } from "./test-json.ts";

export type BrokenTestsDeps = Pick<
	Deps,
	"db" | "clock" | "ai" | "engine" | "questions" | "metrics" | "log"
>;

/** The response to a change of an article waits no longer for the tests. The job that indexes the article runs them, too. */
const WAIT_MS = 2_000;
/** The passages of longer articles take longer to embed than the response waits. */
const BODY_CHARACTERS_MAX = 50_000;

/**
 * Changes an article, then runs the tests and adds those that the change has broken to the response, as stored for
 * repetitions. Once the change is committed nothing that fails here fails the request.
 */
export async function withBrokenTests(
	deps: BrokenTestsDeps,
	context: CallContext,
	operation: Operation,
	change: () => Promise<StoredResponse>,
): Promise<StoredResponse> {
	const { workspaceId } = context;
	// Read before the change: another run may note first what it breaks.
	const tests = await read(deps.db, context, selectTests(workspaceId));
	const response = await change();
	if (response.replayed || tests.length === 0) return response;
	const article = JSON.parse(response.body) as { id: string; body: string };
	// A call that is repeated on the way gets the stored response, which does not say so.
	if ("broken_tests" in article) return response;
	if (article.body.length > BODY_CHARACTERS_MAX) return response;
	const signal = AbortSignal.timeout(WAIT_MS);
	try {
		const work = findBroken(deps, context, tests, article.id, signal);
		const broken = await before(signal, work);
		if (broken.length === 0) return response;
		const list = broken.map(testJson).join();
		const body = `${response.body.slice(0, -1)},"broken_tests":[${list}]}`;
		const { claim } = operation;
		if (claim)
			await writeAll(deps.db, workspaceId, [
				storeResponse(operation, claim, { ...response, body }),
			]);
		return { ...response, body };
	} catch (err) {
		deps.log.info({ err }, "tests left to the job that indexes the article");
		return response;
	}
}

/** The tests that passed before and fail now. */
async function findBroken(
	deps: BrokenTestsDeps,
	context: CallContext,
	tests: readonly KnowledgeTest[],
	articleId: string,
	signal: AbortSignal,
): Promise<KnowledgeTest[]> {
	const { db, clock } = deps;
	const { workspaceId } = context;
	// Until it has its embedding an article is ranked by its words alone, and tests would fail for a second.
	await indexOne(deps, workspaceId, articleId);
	const findings = await searchForTests(deps, tests, context, signal);
	const run = await inTransaction(db, workspaceId, (tx) =>
		saveRun(tx, context, findings, clock.now()),
	);
	const passed = new Set(
		findings.filter(({ test }) => test.passed).map(({ test }) => test.id),
	);
	return run.tests.filter(
		(test) => test.passed === false && passed.has(test.id),
	);
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
