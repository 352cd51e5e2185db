import type { Transaction } from "@supportdesk/pg/transaction.ts";
import { type Direction, directionOf } from "../domain/gaps/centred.ts";
import type { KnownQuestion } from "../domain/gaps/join.ts";
import {
	type KnownQuestionRow,
	lockGaps,
	type RecentRow,
	selectQuestion,
	selectQuestions,
	selectRecentQuestions,
} from "../store/gaps.ts";

/** What a wording is compared with. */
export interface Recent {
	/** The gap of the very same wording. */
	readonly sameGapId: string | undefined;
	/** The wordings asked last. */
	readonly questions: readonly KnownQuestion[];
	/** How many of them came since the gaps were put together anew. */
	readonly newCount: number;
}

export interface RecentWordings {
	/** Takes the lock of the workspace's gaps: what is read stays so until the transaction ends. */
	lock(tx: Transaction, workspaceId: string, key: string): Promise<Recent>;
}

// A new wording is compared with these many; what was not asked for as long as that is joined by regrouping.
const COMPARED_MAX = 1_000;
/** Half a megabyte each. */
const WORKSPACES_MAX = 50;

/** What never changes of a wording while its encoder stays the same. */
interface Known {
	readonly key: string;
	readonly encoder: string;
	readonly direction: Direction | undefined;
}

/**
 * Reads which wordings were asked last, and the gaps they are in now, each time; their vectors, which are most of it, are
 * remembered.
 */
export function createRecentWordings(): RecentWordings {
	// A Map iterates in insertion order: re-inserting what is asked makes its first key the one longest unasked.
	const workspaces = new Map<string, ReadonlyMap<number, Known>>();

	function remember(workspaceId: string, known: ReadonlyMap<number, Known>) {
		workspaces.delete(workspaceId);
		workspaces.set(workspaceId, known);
		if (workspaces.size > WORKSPACES_MAX)
			workspaces.delete(workspaces.keys().next().value as string);
	}

	/** What is remembered of the wordings, and read of the others. */
	async function know(
		tx: Transaction,
		workspaceId: string,
		ids: readonly number[],
		encoders: readonly string[],
	): Promise<ReadonlyMap<number, Known>> {
		const before = workspaces.get(workspaceId);
		const known = new Map<number, Known>();
		const unknown: number[] = [];
		for (const [i, id] of ids.entries()) {
			const wording = before?.get(id);
			if (wording?.encoder === encoders[i]) known.set(id, wording!);
			else unknown.push(id);
		}
		if (unknown.length > 0) {
			const { rows } = await tx.query<KnownQuestionRow>(
				selectQuestions(workspaceId, unknown),
			);
			for (const row of rows) {
				const { key, direction } = knownFromRow(row);
				known.set(row.id, { key, encoder: row.encoder ?? "", direction });
			}
		}
		remember(workspaceId, known);
		return known;
	}

	return {
		async lock(tx, workspaceId, key) {
			const [, same, recent] = await tx.batch<
				[unknown, KnownQuestionRow, RecentRow]
			>([
				lockGaps(workspaceId),
				selectQuestion(workspaceId, key),
				selectRecentQuestions(workspaceId, COMPARED_MAX),
			]);
			const sameGapId = same.rows[0]?.gap_id;
			if (sameGapId !== undefined)
				return { sameGapId, questions: [], newCount: 0 };
			const { ids: list, gap_ids, encoders, regrouped_id } = recent.rows[0]!;
			const ids = list === "" ? [] : list.split(" ").map(Number);
			const gapIds = gap_ids.split(" ");
			const known = await know(tx, workspaceId, ids, encoders.split(" "));
			return {
				sameGapId,
				questions: ids.map((id, i) => {
					const { key, encoder, direction } = known.get(id)!;
					return { gapId: gapIds[i]!, key, encoder, direction };
				}),
				newCount: ids.filter((id) => id > regrouped_id).length,
			};
		},
	};
}

export function knownFromRow(row: KnownQuestionRow): KnownQuestion {
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
