import type { Db } from "@supportdesk/pg/statement.ts";

/** A workspace's own model, as the AI service made it. */
export interface StoredModel {
	readonly modelId: string;
	readonly model: Buffer;
}

export async function findModel(
	db: Db,
	workspaceId: string,
): Promise<StoredModel | undefined> {
	const { rows } = await db.query<{ model_id: string; model: Buffer }>({
		name: "model_get",
		text: `select model_id, model
  from models
 where workspace_id = $1`,
		values: [workspaceId],
	});
	return rows[0] && { modelId: rows[0].model_id, model: rows[0].model };
}
