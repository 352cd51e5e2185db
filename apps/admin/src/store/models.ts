import type { Statement } from "@supportdesk/pg/statement.ts";

export interface ModelRow {
	readonly workspace_id: string;
	readonly model_id: string;
	readonly example_count: number;
	readonly created_at: string;
}

export function selectModel(workspaceId: string): Statement {
	return {
		text: `select workspace_id, model_id, example_count, created_at
		         from tickets.models
		        where workspace_id = $1`,
		values: [workspaceId],
	};
}

const jobKey = (workspaceId: string) => `train_model ${workspaceId}`;

/** Asks the tickets service to train; a request that waits is replaced. */
export function queueTraining(workspaceId: string): Statement {
	return {
		text: `select tickets_jobs.enqueue(
		                'train_model', json_build_object('workspaceId', $1::text), null, $2)`,
		values: [workspaceId, jobKey(workspaceId)],
	};
}

export interface TrainingRow {
	/** Another one whenever the training has come further. */
	readonly id: string;
	/** Why it failed, if it did. */
	readonly last_error: string | null;
}

/** The request, as long as it is not done. */
export function selectTraining(workspaceId: string): Statement {
	return {
		text: "select id::text, last_error from tickets_jobs.jobs where key = $1",
		values: [jobKey(workspaceId)],
	};
}
