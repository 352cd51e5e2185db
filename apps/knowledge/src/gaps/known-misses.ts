import type { Pool } from "@supportdesk/pg/pool.ts";
import { writeAll } from "@supportdesk/pg/transaction.ts";
import type { Clock } from "../service.ts";
import { countKnownQuestions, lockGaps } from "../store/gaps.ts";
import type { TakeTurns } from "./turns.ts";

/** Counts searches that miss in a wording that is known: most misses are such. */
export interface KnownMisses {
	/** Answers, after the commit, whether the wording was known and is counted. */
	count(workspaceId: string, key: string): Promise<boolean>;
}

interface Batch {
	/** By the wording's key. */
	readonly counts: Map<string, number>;
	/** The wordings that were known, when all of it is committed. */
	readonly written: Promise<ReadonlySet<string>>;
}

const NEVER = new AbortController().signal; // a batch is for many

/** Whatever comes before a batch has its turn goes with it: all of it needs the same lock, and much of it the same rows. */
export function createKnownMisses(
	db: Pool,
	clock: Clock,
	takeTurns: TakeTurns,
): KnownMisses {
	const waiting = new Map<string, Batch>();

	async function write(
		workspaceId: string,
		counts: ReadonlyMap<string, number>,
	): Promise<ReadonlySet<string>> {
		waiting.delete(workspaceId);
		const [, known] = await writeAll<[unknown, { question_key: string }]>(
			db,
			workspaceId,
			[
				lockGaps(workspaceId),
				countKnownQuestions(workspaceId, counts, clock.now()),
			],
		);
		return new Set(known.map(({ question_key }) => question_key));
	}

	return {
		async count(workspaceId, key) {
			let batch = waiting.get(workspaceId);
			if (!batch) {
				const counts = new Map<string, number>();
				const work = () => write(workspaceId, counts);
				batch = { counts, written: takeTurns(workspaceId, NEVER, work) };
				waiting.set(workspaceId, batch);
			}
			batch.counts.set(key, (batch.counts.get(key) ?? 0) + 1);
			return (await batch.written).has(key);
		},
	};
}
