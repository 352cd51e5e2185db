import { setImmediate } from "node:timers/promises";
import { newId } from "@supportdesk/ids/ids.ts";
import { listWorkspaceIds } from "@supportdesk/pg/each-workspace.ts";
import {
	inTransaction,
	read,
	type Transaction,
} from "@supportdesk/pg/transaction.ts";
import { ownContext } from "@supportdesk/rpc/own-context.ts";
import { encode } from "../ask/encode.ts";
import type { Deps } from "../deps.ts";
import type { Direction } from "../domain/gaps/centred.ts";
import {
	planRecluster,
	type ReclusteredGap,
} from "../domain/gaps/plan-recluster.ts";
import { mostTypical, recluster } from "../domain/gaps/recluster.ts";
import { quantise } from "../domain/index/vectors.ts";
import { isReadable, isZero } from "../domain/question.ts";
import { writeGapEvents } from "../events/gap-events.ts";
import type { Jobs } from "../queue.ts";
import { insertGaps, lockGaps } from "../store/gaps.ts";
import {
	deleteEmptyGaps,
	moveQuestions,
	type OpenQuestion,
	recountGap,
	recountLeftGaps,
	saveQuestionVector,
	saveRecluster,
	selectOpenQuestions,
} from "../store/recluster.ts";

type ReclusterDeps = Pick<Deps, "db" | "clock" | "ai">;

/** A question's group among all of them. */
interface Grouped {
	readonly group: number;
	readonly direction: Direction;
}

// The work grows with their square: half a second to a second for these.
const QUESTIONS_MAX = 1_000;
const TIME_LIMIT_MS = 60_000;

/** Reclusters the questions of the open gaps, now that more are known: of one workspace; every night, of all. */
export function reclusterGaps(deps: ReclusterDeps) {
	return async ({ workspaceId }: Jobs["regroup_gaps"]): Promise<void> => {
		if (workspaceId !== undefined) return reclusterWorkspace(deps, workspaceId);
		for (const id of await listWorkspaceIds(deps.db))
			await reclusterWorkspace(deps, id);
	};
}

/** Queries are counted meanwhile: phrasings added or moved by that are not changed. */
export async function reclusterWorkspace(
	deps: ReclusterDeps,
	workspaceId: string,
): Promise<void> {
	const { db, clock } = deps;
	const encoder = await encodeOutdated(deps, workspaceId);
	if (encoder === undefined) return;
	const grouped = await groupQuestions(db, workspaceId, encoder);
	const now = clock.now();
	await inTransaction(db, workspaceId, async (tx) => {
		await tx.query(lockGaps(workspaceId));
		const { rows } = await tx.query(
			selectOpenQuestions(workspaceId, QUESTIONS_MAX),
		);
		const questions = rows.filter(({ id }) => grouped.has(id));
		const plan = planRecluster(
			questions,
			questions.map(({ id }) => grouped.get(id)!.group),
		);
		const byId = new Map(questions.map((row) => [row.id, row]));
		const gaps = plan.map((gap) => prepareGap(gap, byId, grouped, now));
		// A gap is counted when all questions are where they belong.
		for (const gap of gaps) moveToGap(tx, workspaceId, gap, now);
		for (const { id, topic } of gaps)
			tx.defer(recountGap(workspaceId, id, topic, now));
		const opened = gaps.filter(({ isNew }) => isNew).map(({ id }) => id);
		await writeGapEvents(tx, workspaceId, [], opened, now);
		const goingOn = new Set(plan.map(({ gapId }) => gapId));
		const left = new Set(questions.map(({ gapId }) => gapId));
		tx.defer(deleteEmptyGaps(workspaceId, [...left]));
		tx.defer(recountLeftGaps(workspaceId, [...left.difference(goingOn)], now));
		tx.defer(saveRecluster(workspaceId));
	});
}

/** The work of it, before the lock is taken, for which searches wait. */
async function groupQuestions(
	db: Deps["db"],
	workspaceId: string,
	encoder: string,
): Promise<ReadonlyMap<number, Grouped>> {
	const rows = await read(
		db,
		workspaceId,
		selectOpenQuestions(workspaceId, QUESTIONS_MAX),
	);
	const questions = rows.flatMap(({ id, question, direction, encoder: own }) =>
		own === encoder && direction ? [{ id, direction, text: question }] : [],
	);
	const groups = await recluster(questions, () => setImmediate());
	return new Map(
		questions.map(({ id, direction }, i) => [
			id,
			{ group: groups[i]!, direction },
		]),
	);
}

/** Encodes the questions whose vectors are another encoder's. Returns the name of the encoder in use. */
async function encodeOutdated(
	{ db, clock, ai }: ReclusterDeps,
	workspaceId: string,
): Promise<string | undefined> {
	const all = await read(
		db,
		workspaceId,
		selectOpenQuestions(workspaceId, QUESTIONS_MAX),
	);
	if (all.length === 0) return undefined;
	const context = ownContext(workspaceId, TIME_LIMIT_MS, clock.now().getTime());
	// One text is enough to learn which encoder is in use.
	const { encoder, version } = await encode(ai, [all[0]!.question], context);
	const outdated = all.filter(
		(row) => row.encoder !== encoder && isReadable(row.question, version),
	);
	if (outdated.length === 0) return encoder;
	const fresh = await encode(
		ai,
		outdated.map(({ question }) => question),
		context,
	);
	await inTransaction(db, workspaceId, async (tx) => {
		for (const [i, { id }] of outdated.entries()) {
			const vector = fresh.vectors[i]!;
			if (isZero(vector)) continue;
			const { encoder } = fresh;
			tx.defer(saveQuestionVector(workspaceId, id, encoder, quantise(vector)));
		}
	});
	return fresh.encoder;
}

interface PreparedGap {
	readonly id: string;
	readonly isNew: boolean;
	readonly topic: string;
	/** Questions that are in other gaps yet. */
	readonly arriving: readonly number[];
}

function prepareGap(
	{ gapId, questions }: ReclusteredGap,
	byId: ReadonlyMap<number, OpenQuestion>,
	grouped: ReadonlyMap<number, Grouped>,
	now: Date,
): PreparedGap {
	const rows = questions.map(({ id }) => byId.get(id)!);
	const directions = questions.map(({ id }) => grouped.get(id)!.direction);
	const id = gapId ?? newId("gap", now.getTime());
	return {
		id,
		isNew: gapId === undefined,
		topic: rows[mostTypical(directions)]!.question,
		arriving: rows.flatMap((row) => (row.gapId === id ? [] : [row.id])),
	};
}

function moveToGap(
	tx: Transaction,
	workspaceId: string,
	{ id, isNew, topic, arriving }: PreparedGap,
	now: Date,
): void {
	if (isNew)
		tx.defer(
			insertGaps(
				workspaceId,
				[{ id, topic, count: 1, firstSeenAt: now, lastSeenAt: now }],
				now,
			),
		);
	if (arriving.length === 0) return;
	for (const statement of moveQuestions(workspaceId, id, arriving))
		tx.defer(statement);
}
