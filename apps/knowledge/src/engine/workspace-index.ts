import { lookup, lookupAll } from "@supportdesk/pg/lookup.ts";
import type { Pool } from "@supportdesk/pg/pool.ts";
import { read } from "@supportdesk/pg/transaction.ts";
import {
	ArticleIndex,
	type IndexQuestion,
} from "../domain/index/article-index.ts";
import type { Findings } from "../domain/ranking/evidence.ts";
import { type ProfileChange, selectProfilesAfter } from "../store/profiles.ts";
import type { Checked, Judged } from "./search-engine.ts";

/** Rows a round trip: some 400 kB, and 35 ms during which the process does nothing else. */
const PAGE = 100;

/** One workspace's index, and up to which revision it has followed the database. */
export class WorkspaceIndex {
	readonly index = new ArticleIndex();
	askedAtMs = 0;
	#revision = 0;
	/** What was judged of questions that may be given again, and up to which revision. */
	readonly #judged = new WeakMap<
		IndexQuestion,
		{ readonly judged: Judged; readonly revision: number }
	>();
	/** Whether it lacks no more changes than one page: the next search reads them. */
	#isComplete = false;
	/** The reading of what is missing, and of its first page, which is all that most workspaces have. */
	#following: { whole: Promise<void>; first: Promise<void> } | undefined;

	/**
	 * Searches the cached index, then revalidates with the query for changes: mostly there are none, and one round trip
	 * is enough. After a change it searches again.
	 *
	 * @param enough see {@link SearchEngine.find}
	 */
	async find<J extends Judged>(
		db: Pool,
		workspaceId: string,
		question: IndexQuestion,
		judge: (findings: Findings) => J,
		enough: AbortSignal | undefined,
	): Promise<Checked<J>> {
		if (!this.#isComplete) await this.#catchUp(db, workspaceId, enough);
		const guess = this.#judge(question, judge);
		if (!this.#isComplete) return this.#checked(db, workspaceId, guess);
		const news = selectProfilesAfter(workspaceId, this.#revision, PAGE);
		const { check } = guess;
		const [changes, rows = []] = await lookupAll(db, workspaceId, [
			news,
			...(check ? [check] : []),
		]);
		if (changes.length === 0) return { judged: guess, rows, isComplete: true };
		for (const row of changes) this.#apply(row);
		if (changes.length === PAGE) {
			this.#isComplete = false;
			await this.#catchUp(db, workspaceId, enough);
		}
		const judged = this.#judge(question, judge);
		return this.#checked(db, workspaceId, judged);
	}

	/** See {@link SearchEngine.judgeInMemory}. */
	judgeInMemory<J extends Judged>(
		question: IndexQuestion,
		judge: (findings: Findings) => J,
	): J | undefined {
		return this.#isComplete ? this.#judge(question, judge) : undefined;
	}

	#judge<J extends Judged>(
		question: IndexQuestion,
		judge: (findings: Findings) => J,
	): J {
		const known = this.#judged.get(question);
		if (known?.revision === this.#revision) return known.judged as J;
		const judged = judge(this.index.find(question));
		this.#judged.set(question, { judged, revision: this.#revision });
		return judged;
	}

	async #checked<J extends Judged>(
		db: Pool,
		workspaceId: string,
		judged: J,
	): Promise<Checked<J>> {
		const isComplete = this.#isComplete;
		const { check } = judged;
		const rows = check ? await lookup(db, workspaceId, check) : [];
		return { judged, rows, isComplete };
	}

	/** Follows the database until it is complete, or the caller has waited enough: then what is behind the first page is read all the same. */
	async #catchUp(
		db: Pool,
		workspaceId: string,
		enough: AbortSignal | undefined,
	): Promise<void> {
		// Concurrent searches wait for one reading.
		this.#following ??= this.#follow(db, workspaceId);
		const { whole, first } = this.#following;
		await first;
		await (enough ? Promise.race([whole, abortOf(enough)]) : whole);
	}

	#follow(db: Pool, workspaceId: string) {
		const first = this.#readPage(db, workspaceId);
		const readRest = async () => {
			let isLast = await first;
			while (!isLast) isLast = await this.#readPage(db, workspaceId);
			this.#isComplete = true;
		};
		const whole = readRest().finally(() => {
			this.#following = undefined;
		});
		whole.catch(() => {}); // reported to those who still wait
		return { whole, first: first.then(() => {}) };
	}

	/** @returns whether it was the last one. */
	async #readPage(db: Pool, workspaceId: string): Promise<boolean> {
		const news = selectProfilesAfter(workspaceId, this.#revision, PAGE);
		const rows = await read(db, workspaceId, news);
		for (const row of rows) this.#apply(row);
		return rows.length < PAGE;
	}

	/** Two searches may read the same rows: the revisions show which are new. */
	#apply(row: ProfileChange): void {
		if (row.revision <= this.#revision) return;
		if (row.profile) this.index.put(row.id, row.tags, row.profile);
		else this.index.remove(row.id);
		this.#revision = row.revision;
	}
}

function abortOf(signal: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		if (signal.aborted) resolve();
		else signal.addEventListener("abort", () => resolve(), { once: true });
	});
}
