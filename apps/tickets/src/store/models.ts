import type { Statement } from "@supportdesk/pg/statement.ts";

export interface ModelIdRow {
	model_id: string;
}

/** Which model of its own a workspace has. */
export function selectModelId(workspaceId: string): Statement {
	return {
		name: "model_id",
		text: `select model_id
  from models
 where workspace_id = $1`,
		values: [workspaceId],
	};
}

export interface ModelRow {
	model_id: string;
	model: Buffer;
}

/** The model itself, as the AI service made it. */
export function selectModel(workspaceId: string): Statement {
	return {
		name: "model_get",
		text: `select model_id, model
  from models
 where workspace_id = $1`,
		values: [workspaceId],
	};
}
