import type { Statement } from "@supportdesk/pg/statement.ts";
import type {
	AttributeDefinition,
	AttributeType,
} from "../domain/attributes.ts";

export interface AttributeDefinitionRow {
	key: string;
	type: AttributeType;
	enum_values: string[] | null;
}

/** All attributes that the workspace's tickets may carry. */
export function selectAttributeDefinitions(workspaceId: string): Statement {
	return {
		name: "attribute_definitions",
		text: `select key, type, enum_values
  from attribute_definitions
 where workspace_id = $1`,
		values: [workspaceId],
	};
}

export function definitionFromRow(
	row: AttributeDefinitionRow,
): AttributeDefinition {
	return {
		key: row.key,
		type: row.type,
		values: row.enum_values ?? [],
	};
}
