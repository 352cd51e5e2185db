import {
	integer,
	nullable,
	type Row,
	rowType,
	text,
	timestamp,
} from "@supportdesk/pg/row-type.ts";
import { announceRows } from "@supportdesk/pg/row-watch.ts";
import type { Query, Statement } from "@supportdesk/pg/statement.ts";

const MODEL = rowType({
	workspace_id: text,
	model_id: text,
	example_count: integer,
	created_at: timestamp,
});
export type ModelRow = Row<typeof MODEL.columns>;

export function selectModel(workspaceId: string): Query<ModelRow> {
	return {
		text: `select workspace_id, model_id, example_count, created_at
		         from tickets.models
		        where workspace_id = $1`,
		values: [workspaceId],
		row: MODEL,
	};
}

const jobKey = (workspaceId: string) => `train_model ${workspaceId}`;

/** Queues a training for the tickets service; replaces a queued request. */
export function queueTraining(workspaceId: string): Statement {
	announceRows("tickets_jobs");
	return {
		text: `select tickets_jobs.enqueue(
		                'train_model', json_build_object('workspaceId', $1::text), null, $2)`,
		values: [workspaceId, jobKey(workspaceId)],
	};
}

/** A request to train. */
export interface Training {
	/** Changes with every step of the training. */
	readonly id: string;
	/** Why it failed, if it did. */
	readonly lastError: string | null;
}

const TRAINING = rowType(
	{ id: text, last_error: nullable(text) },
	({ id, last_error }): Training => ({ id, lastError: last_error }),
);

/** The request, until it is done. */
export function selectTraining(workspaceId: string): Query<Training> {
	return {
		text: "select id::text, last_error from tickets_jobs.jobs where key = $1",
		values: [jobKey(workspaceId)],
		row: TRAINING,
	};
}
