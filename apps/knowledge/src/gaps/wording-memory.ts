import type { Transaction } from "@supportdesk/pg/transaction.ts";
import { type Direction, directionOf } from "../domain/gaps/centred.ts";
import {
	type KnownWording,
	KnownWordings,
} from "../domain/gaps/known-wordings.ts";
import {
	type RegroupRow,
	selectRecentWordings,
	type WordingRow,
} from "../store/gap-wordings.ts";

/** The wordings of a workspace asked last, as the database has them. */
export interface Remembered {
	readonly wordings: KnownWordings;
	/** Changes whenever known wordings do, other than by being asked again. */
	readonly version: string;
	/** Whatever is newer is not among them. */
	readonly lastId: number;
	/** How many of them came since the gaps were put together anew. */
	readonly newCount: number;
}

/** What is remembered of each workspace's wordings, as long as there is room. */
export interface WordingMemory {
	/** Whether the wording is known; undefined when nothing is remembered of the workspace. */
	knows(workspaceId: string, key: string): boolean | undefined;
	/** Forgets what it answers: it may become false until a transaction has ended. */
	take(workspaceId: string): Remembered | undefined;
	/** Remembers what is true again. */
	keep(workspaceId: string, remembered: Remembered): void;
}

// A new wording is compared with these many; what was not asked for as long as that is joined by regrouping.
const COMPARED_MAX = 1_000;
/** With what has come since they were read; then the oldest are left out again. */
const REMEMBERED_MAX = 1_500;
const BYTES_MAX = 32 * 1_048_576;

export function createWordingMemory(bytesMax = BYTES_MAX): WordingMemory {
	// A Map iterates in insertion order: its first key is the one kept longest ago.
	const workspaces = new Map<
		string,
		{ remembered: Remembered; bytes: number }
	>();
	let bytesUsed = 0;

	function take(workspaceId: string): Remembered | undefined {
		const entry = workspaces.get(workspaceId);
		if (!entry) return undefined;
		workspaces.delete(workspaceId);
		bytesUsed -= entry.bytes;
		return entry.remembered;
	}

	return {
		take,
		knows(workspaceId, key) {
			return workspaces.get(workspaceId)?.remembered.wordings.has(key);
		},
		keep(workspaceId, remembered) {
			take(workspaceId);
			const { bytes } = remembered.wordings;
			workspaces.set(workspaceId, { remembered, bytes });
			bytesUsed += bytes;
			for (const oldest of workspaces.keys()) {
				if (bytesUsed <= bytesMax) return;
				take(oldest);
			}
		},
	};
}

/** What was remembered together with what has come since, or all of it read anew. The lock of the workspace's gaps is held. */
export async function recall(
	tx: Transaction,
	workspaceId: string,
	before: Remembered | undefined,
	regroup: RegroupRow | undefined,
	fresh: readonly WordingRow[],
): Promise<Remembered> {
	const version = regroup?.version ?? "";
	const isTrue =
		before?.version === version &&
		before.wordings.size + fresh.length <= REMEMBERED_MAX;
	if (isTrue) return withFresh(before, fresh);
	const { rows } = await tx.query<WordingRow>(
		selectRecentWordings(workspaceId, COMPARED_MAX),
	);
	const regroupedId = regroup?.last_question_id ?? 0;
	return {
		wordings: new KnownWordings(rows.map(wordingFromRow)),
		version,
		lastId: rows.reduce((last, { id }) => Math.max(last, id), 0),
		newCount: rows.filter(({ id }) => id > regroupedId).length,
	};
}

function withFresh(
	before: Remembered,
	fresh: readonly WordingRow[],
): Remembered {
	const { wordings } = before;
	let { lastId, newCount } = before;
	for (const row of fresh) {
		lastId = row.id;
		if (wordings.has(row.question_key)) continue; // counted by this process
		wordings.add(wordingFromRow(row));
		newCount++;
	}
	return { ...before, lastId, newCount };
}

function wordingFromRow(row: WordingRow): KnownWording {
	return {
		gapId: row.gap_id,
		key: row.question_key,
		encoder: row.encoder ?? undefined,
		direction: row.vector ? directionFrom(row.vector) : undefined,
	};
}

export function directionFrom(vector: Buffer): Direction {
	return directionOf(
		new Int8Array(vector.buffer, vector.byteOffset, vector.length),
	);
}
