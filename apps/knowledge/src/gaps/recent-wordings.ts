import type { Pool } from "@supportdesk/pg/pool.ts";
import { read, readAll } from "@supportdesk/pg/transaction.ts";
import { type Direction, directionOf } from "../domain/gaps/centred.ts";
import type { KnownQuestion } from "../domain/gaps/join.ts";
import {
	type KnownQuestionRow,
	type RecentRow,
	selectQuestion,
	selectQuestions,
	selectRecentQuestions,
} from "../store/gaps.ts";

/** What a new wording is compared with. */
export interface Recent {
	readonly questions: readonly KnownQuestion[];
	/** Wordings with a higher id came later. */
	readonly lastId: number;
	/** How many of them came since the gaps were put together anew. */
	readonly newCount: number;
}

export interface RecentWordings {
	/** The wordings asked last; undefined when the one with this key is among all there are. */
	besides(workspaceId: string, key: string): Promise<Recent | undefined>;
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
export function createRecentWordings(db: Pool): RecentWordings {
	// A Map iterates in insertion order: re-inserting what is asked makes its first key the one longest unasked.
	const workspaces = new Map<string, ReadonlyMap<number, Known>>();

	function remember(workspaceId: string, known: ReadonlyMap<number, Known>) {
		workspaces.delete(workspaceId);
		workspaces.set(workspaceId, known);
		if (workspaces.size > WORKSPACES_MAX)
			workspaces.delete(workspaces.keys().next().value as string);
	}

	/** All of the wordings that still are there. */
	async function know(
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
		if (unknown.length > 0)
			for (const row of await read<KnownQuestionRow>(
				db,
				workspaceId,
				selectQuestions(workspaceId, unknown),
			)) {
				const { key, direction } = knownFromRow(row);
				known.set(row.id, { key, encoder: row.encoder ?? "", direction });
			}
		remember(workspaceId, known);
		return known;
	}

	return {
		async besides(workspaceId, key) {
			const [same, [recent]] = await readAll<[KnownQuestionRow, RecentRow]>(
				db,
				workspaceId,
				[
					selectQuestion(workspaceId, key),
					selectRecentQuestions(workspaceId, COMPARED_MAX),
				],
			);
			if (same.length > 0) return undefined;
			const { ids: list, gap_ids, encoders, regrouped_id } = recent!;
			const ids = list === "" ? [] : list.split(" ").map(Number);
			const gapIds = gap_ids.split(" ");
			const known = await know(workspaceId, ids, encoders.split(" "));
			return {
				questions: ids.flatMap((id, i) => {
					const wording = known.get(id);
					if (!wording) return [];
					const { key, encoder, direction } = wording;
					return [{ gapId: gapIds[i]!, key, encoder, direction }];
				}),
				lastId: ids.reduce((last, id) => Math.max(last, id), 0),
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
