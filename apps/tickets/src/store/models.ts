import { bytes, rowType, text } from "@supportdesk/pg/row-type.ts";
import type { Query } from "@supportdesk/pg/statement.ts";

/** A workspace's own model as the AI service made it. */
export interface Model {
	readonly modelId: string;
	readonly model: Buffer;
}

const MODEL_ID = rowType({ model_id: text }, ({ model_id }) => model_id);
const MODEL = rowType(
	{ model_id: text, model: bytes },
	({ model_id, model }): Model => ({ modelId: model_id, model }),
);

/** Which model of its own a workspace has. */
export function selectModelId(workspaceId: string): Query<string> {
	return {
		name: "model_id",
		text: `select model_id
  from models
 where workspace_id = $1`,
		values: [workspaceId],
		row: MODEL_ID,
	};
}

/** The model itself. */
export function selectModel(workspaceId: string): Query<Model> {
	return {
		name: "model_get",
		text: `select model_id, model
  from models
 where workspace_id = $1`,
		values: [workspaceId],
		row: MODEL,
	};
}
