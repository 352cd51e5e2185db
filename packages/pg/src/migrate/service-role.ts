import type pg from "pg";

/** The role that a service works as: it owns no table, and row-level security binds it. */
export const serviceRole = (schema: string) => `supportdesk_${schema}`;

/** Roles belong to the whole server: another database may have made this one a moment ago. */
export async function ensureServiceRole(
	client: Pick<pg.ClientBase, "query">,
	schema: string,
): Promise<void> {
	const role = serviceRole(schema);
	await client.query(`
		do $$ begin
			if to_regrole('${role}') is null then
				create role ${role} nologin nosuperuser nobypassrls;
			end if;
		exception when duplicate_object or unique_violation then null;
		end $$`);
}
