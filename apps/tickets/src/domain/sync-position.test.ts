import fc from "fast-check";
import { expect, it } from "vitest";
import {
	afterPage,
	readSyncPosition,
	type SyncPosition,
	type SyncRow,
	writeSyncPosition,
} from "./sync-position.ts";

interface Change extends SyncRow {
	/** Which transaction wrote it, in the order of their commits. */
	readonly committed: number;
}

const rowAt = (n: number): SyncRow => ({
	updatedAt: new Date(n).toISOString(),
	id: `tkt_${n}`,
});

const compare = (a: SyncRow, b: SyncRow) =>
	a.updatedAt < b.updatedAt ? -1 : a.updatedAt > b.updatedAt ? 1 : 0;

/** The rows still to come, as the store selects them: transactions below `xmax` were committed. */
function unseen(all: readonly Change[], seen: SyncPosition): Change[] {
	return all
		.filter((row) => {
			const part = seen.find(({ to }) => compare(row, to) <= 0);
			const xmax = Number(part?.snapshot?.split(":")[1] ?? 0);
			return row.committed >= xmax;
		})
		.sort(compare);
}

it("misses no row, and repeats none, whatever is committed between two pages", () => {
	fc.assert(
		fc.property(
			fc.uniqueArray(fc.nat(60), { maxLength: 40 }),
			fc.array(fc.nat(6), { minLength: 40, maxLength: 40 }),
			fc.integer({ min: 3, max: 20 }),
			(times, commits, limit) => {
				const read: string[] = [];
				let seen: SyncPosition = [];
				let committed = 0;
				const there: Change[] = [];
				const page = () => {
					const rows = unseen(there, seen);
					const shown = rows.slice(0, limit);
					read.push(...shown.map(({ id }) => id));
					seen = readSyncPosition(
						writeSyncPosition(
							afterPage(
								seen,
								`${committed}:${committed}:`,
								shown.at(-1),
								rows.length > limit,
							),
						),
					);
					return rows.length;
				};
				const left = [...times];
				for (const count of commits) {
					for (const n of left.splice(0, count)) {
						there.push({ ...rowAt(n), committed });
						committed += 1;
					}
					page();
				}
				while (page() > 0);
				const missed = there.filter(({ id }) => !read.includes(id));
				expect(missed).toEqual([]);
				if (limit > 6) expect(new Set(read).size).toBe(read.length);
			},
		),
	);
});

it("counts nothing as seen that began after the first 24 of very many transactions", () => {
	const running = Array.from({ length: 30 }, (_, i) => 100 + 2 * i);
	const [part] = afterPage([], `100:200:${running}`, undefined, false);
	expect(part?.snapshot).toBe(`100:148:${running.slice(0, 24)}`);
});

it("keeps what it has seen of up to 24 transactions in progress", () => {
	const running = Array.from({ length: 24 }, (_, i) => 100 + 2 * i);
	const [part] = afterPage([], `100:200:${running}`, undefined, false);
	expect(part?.snapshot).toBe(`100:200:${running}`);
});
