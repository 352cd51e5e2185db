import { newId } from "@supportdesk/ids/ids.ts";
import {
	inTransaction,
	read,
	runOnce,
	type Transaction,
} from "@supportdesk/pg/transaction.ts";
import { ownContext } from "@supportdesk/rpc/own-context.ts";
import { encode } from "../ask/encode.ts";
import { planRegroup, type RegroupedGap } from "../domain/gaps/plan-regroup.ts";
import { mostTypical, regroup } from "../domain/gaps/regroup.ts";
import { quantise } from "../domain/index/vectors.ts";
import type { Deps } from "../service.ts";
import { insertGap, type KnownQuestionRow, lockGaps } from "../store/gaps.ts";
import {
	deleteEmptyGaps,
	moveQuestions,
	recountGap,
	saveQuestionVector,
	selectOpenQuestions,
} from "../store/regroup.ts";

type RegroupDeps = Pick<Deps, "db" | "clock" | "ai">;
type Question = KnownQuestionRow & { vector: Buffer };

// The work grows with their square, and this process serves meanwhile: a quarter of a second for these.
const QUESTIONS_MAX = 1_000;
const TIME_LIMIT_MS = 60_000;

/** Every night: puts the questions of the open gaps together anew, now that all of them are known. */
export function regroupGaps(deps: RegroupDeps) {
	return async (): Promise<void> => {
		const [workspaces] = await runOnce(deps.db, [
			{ name: "workspaces", text: "select id from workspaces order by id" },
		]);
		for (const { id } of workspaces!.rows as { id: string }[])
			await regroupWorkspace(deps, id);
	};
}

export async function regroupWorkspace(
	deps: RegroupDeps,
	workspaceId: string,
): Promise<void> {
	const { db, clock } = deps;
	const encoder = await refreshVectors(deps, workspaceId);
	if (encoder === undefined) return;
	const now = clock.now();
	await inTransaction(db, workspaceId, async (tx) => {
		await tx.query(lockGaps(workspaceId));
		const { rows } = await tx.query<KnownQuestionRow>(
			selectOpenQuestions(workspaceId, QUESTIONS_MAX),
		);
		const questions = rows.filter(
			(row): row is Question => row.encoder === encoder && row.vector !== null,
		);
		const counted = questions.map(({ id, gap_id, frequency }) => ({
			id,
			gapId: gap_id,
			frequency,
		}));
		const groups = regroup(questions.map(vectorOf));
		const byId = new Map(questions.map((row) => [row.id, row]));
		for (const gap of planRegroup(counted, groups))
			writeGap(tx, workspaceId, gap, byId, now);
		tx.defer(deleteEmptyGaps(workspaceId));
	});
}

/** Has the questions encoded that are not of the encoder in use, and answers its name. */
async function refreshVectors(
	{ db, clock, ai }: RegroupDeps,
	workspaceId: string,
): Promise<string | undefined> {
	const rows = await read<KnownQuestionRow>(
		db,
		workspaceId,
		selectOpenQuestions(workspaceId, QUESTIONS_MAX),
	);
	if (rows.length === 0) return undefined;
	const context = ownContext(workspaceId, TIME_LIMIT_MS, clock.now().getTime());
	// One text is enough to learn which encoder is in use.
	const { encoder } = await encode(ai, [rows[0]!.question], context);
	const outdated = rows.filter((row) => row.encoder !== encoder);
	if (outdated.length === 0) return encoder;
	const fresh = await encode(
		ai,
		outdated.map(({ question }) => question),
		context,
	);
	await inTransaction(db, workspaceId, async (tx) => {
		for (const [i, { id }] of outdated.entries())
			tx.defer(
				saveQuestionVector(
					workspaceId,
					id,
					fresh.encoder,
					quantise(fresh.vectors[i]!),
				),
			);
	});
	return fresh.encoder;
}

function vectorOf({ vector }: Question): Int8Array {
	return new Int8Array(vector.buffer, vector.byteOffset, vector.length);
}

function writeGap(
	tx: Transaction,
	workspaceId: string,
	{ gapId, questions }: RegroupedGap,
	byId: ReadonlyMap<number, Question>,
	now: Date,
): void {
	const rows = questions.map(({ id }) => byId.get(id)!);
	const topic = rows[mostTypical(rows.map(vectorOf))]!.question;
	const id = gapId ?? newId("gap", now.getTime());
	if (gapId === undefined) tx.defer(insertGap(workspaceId, id, topic, 1, now));
	const arriving = rows.filter(({ gap_id }) => gap_id !== id);
	if (arriving.length > 0)
		for (const statement of moveQuestions(
			workspaceId,
			id,
			arriving.map((row) => row.id),
		))
			tx.defer(statement);
	tx.defer(recountGap(workspaceId, id, topic, now));
}
