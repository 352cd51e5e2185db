import {
	arrayOf,
	nullable,
	oneOf,
	type Row,
	rowType,
	text,
	timestamp,
} from "@supportdesk/pg/row-type.ts";
import type { Db, Query, Statement } from "@supportdesk/pg/statement.ts";
import type {
	AttributeRule,
	AttributeTexts,
	AttributeType,
} from "../domain/attribute.ts";

const ATTRIBUTE = rowType({
	workspace_id: text,
	key: text,
	type: oneOf<AttributeType>(),
	values: nullable(arrayOf(text)),
	label: nullable(text),
	description: nullable(text),
	created_at: timestamp,
});
export type Attribute = Row<typeof ATTRIBUTE.columns>;

const COLUMNS =
	"workspace_id, key, type, enum_values as values, label, description, created_at";

/** Returns undefined when the workspace has already defined the key. */
export async function insertAttribute(
	db: Db,
	attribute: AttributeRule &
		AttributeTexts & { workspaceId: string; now: Date },
): Promise<Attribute | undefined> {
	const { workspaceId, key, type, values, label, description, now } = attribute;
	const { rows } = await db.query({
		text: `insert into tickets.attribute_definitions (workspace_id, key, type, enum_values, label, description, created_at)
		       values ($1, $2, $3, $4, $5, $6, $7)
		       on conflict (workspace_id, key) do nothing
		       returning ${COLUMNS}`,
		values: [
			workspaceId,
			key,
			type,
			values,
			label,
			description,
			now.toISOString(),
		],
		row: ATTRIBUTE,
	});
	return rows[0];
}

/** The attribute, locked until the transaction ends. */
export async function lockAttribute(
	db: Db,
	workspaceId: string,
	key: string,
): Promise<Attribute | undefined> {
	const { rows } = await db.query({
		text: `select ${COLUMNS}
		         from tickets.attribute_definitions
		        where workspace_id = $1 and key = $2
		          for update`,
		values: [workspaceId, key],
		row: ATTRIBUTE,
	});
	return rows[0];
}

/** Saves an attribute's values and texts. */
export async function saveAttribute(
	db: Db,
	attribute: Attribute,
): Promise<void> {
	await db.query({
		text: `update tickets.attribute_definitions
		          set enum_values = $3, label = $4, description = $5
		        where workspace_id = $1 and key = $2`,
		values: [
			attribute.workspace_id,
			attribute.key,
			attribute.values,
			attribute.label,
			attribute.description,
		],
	});
}

/** Sorted by key. */
export async function listAttributes(
	db: Db,
	workspaceId: string,
): Promise<Attribute[]> {
	const { rows } = await db.query({
		text: `select ${COLUMNS}
		         from tickets.attribute_definitions
		        where workspace_id = $1
		        order by key`,
		values: [workspaceId],
		row: ATTRIBUTE,
	});
	return rows;
}

export function selectAttribute(
	workspaceId: string,
	key: string,
): Query<Attribute> {
	return {
		name: "attribute",
		text: `select ${COLUMNS}
		         from tickets.attribute_definitions
		        where workspace_id = $1 and key = $2`,
		values: [workspaceId, key],
		row: ATTRIBUTE,
	};
}

/** One page in the order of the keys, behind a key. */
export function selectAttributePage(
	workspaceId: string,
	direction: "asc" | "desc",
	behind: string | undefined,
	rowsMax: number,
): Query<Attribute> {
	const beyond = direction === "desc" ? "<" : ">";
	return {
		text: `select ${COLUMNS}
		         from tickets.attribute_definitions
		        where workspace_id = $1 and ($2::text is null or key ${beyond} $2)
		        order by key ${direction}
		        limit ${rowsMax}`,
		values: [workspaceId, behind],
		row: ATTRIBUTE,
	};
}

/** Counts one if it was there. */
export function deleteAttribute(workspaceId: string, key: string): Statement {
	return {
		name: "attribute_delete",
		text: `delete from tickets.attribute_definitions
		        where workspace_id = $1 and key = $2`,
		values: [workspaceId, key],
	};
}
