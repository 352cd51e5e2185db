import type { Pool } from "./pool.ts";

/**
 * Refuses to start on a database that would not keep the workspaces apart: a role that row-level security does not
 * bind, or a table of a workspace's rows that it does not protect.
 *
 * @throws Error that names the role or the tables.
 */
export async function assertTenantsAreIsolated(
	pool: Pool,
	schema: string,
): Promise<void> {
	const role = await pool.query<{ name: string; exempt: boolean }>(
		`select rolname as name, rolsuper or rolbypassrls as exempt
		   from pg_roles
		  where rolname = current_user`,
	);
	if (role.rows[0]?.exempt !== false) {
		throw new Error(
			`The database role ${role.rows[0]?.name} bypasses row-level security. Connect with a role that does not.`,
		);
	}
	await assertRowsAreProtected(pool, schema);
}

async function assertRowsAreProtected(
	pool: Pool,
	schema: string,
): Promise<void> {
	const { rows } = await pool.query<{ name: string; forced: boolean }>(
		`select c.relname as name,
		        c.relrowsecurity and c.relforcerowsecurity
		          and exists (select from pg_policy p where p.polrelid = c.oid)
		          and pg_get_userbyid(c.relowner) <> current_user as forced
		   from pg_class c
		   join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id' and not a.attisdropped
		  where c.relnamespace = to_regnamespace($1)
		    and c.relkind in ('r', 'p')
		  order by 1`,
		[schema],
	);
	if (rows.length === 0) {
		throw new Error(`The schema ${schema} has no tables. Run the migrations.`);
	}
	const open = rows.filter((row) => !row.forced);
	if (open.length > 0) {
		throw new Error(
			`Row-level security is not forced on ${open.map((row) => `${schema}.${row.name}`).join(", ")}. Run the migrations.`,
		);
	}
}
