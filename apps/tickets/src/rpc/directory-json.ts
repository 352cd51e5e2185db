import type { Attribute } from "@supportdesk/directory/attributes.ts";
import { resourceJson } from "@supportdesk/directory/resource-events.ts";

/** The API's Agent and Group objects, as their events show them. */
export const directoryJson = resourceJson;

/** The API's Attribute object. */
export function attributeJson({
	key,
	type,
	values,
	label,
	description,
	created_at,
}: Attribute): string {
	return JSON.stringify({ key, type, values, label, description, created_at });
}
