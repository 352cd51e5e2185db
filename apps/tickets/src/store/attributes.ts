import { json, rowType, text } from "@supportdesk/pg/row-type.ts";
import type { Query } from "@supportdesk/pg/statement.ts";
import type {
	AttributeDefinition,
	AttributeType,
} from "../domain/attributes.ts";

/** All attributes that the workspace's tickets may carry. */
export interface Definitions {
	readonly definitions: readonly AttributeDefinition[];
	/** Another one after every change of them. */
	readonly fingerprint: string;
}

type DefinitionValues = [
	key: string,
	type: AttributeType,
	values: string[] | null,
];

const DEFINITIONS = rowType(
	{ definitions: json, fingerprint: text },
	({ definitions, fingerprint }): Definitions => ({
		definitions: (JSON.parse(definitions) as DefinitionValues[]).map(
			([key, type, values]) => ({ key, type, values: values ?? [] }),
		),
		fingerprint,
	}),
);

const AS_JSON = `(select coalesce(json_agg(json_build_array(key, type, enum_values) order by key), '[]') as definitions
          from attribute_definitions
         where workspace_id = $1)`;

/** The fingerprint of what is defined now, as an expression; $1 is the workspace. */
export const DEFINITIONS_FINGERPRINT = `(select md5(definitions::text) from ${AS_JSON} as defined)`;

export function selectAttributeDefinitions(
	workspaceId: string,
): Query<Definitions> {
	return {
		name: "attribute_definitions",
		text: `select definitions, md5(definitions::text) as fingerprint
  from ${AS_JSON} as defined`,
		values: [workspaceId],
		row: DEFINITIONS,
	};
}
