import type { Logger } from "@supportdesk/logger/logger.ts";
import type pg from "pg";
import type { Pool } from "../connection/pool.ts";
import { queryRows } from "../statement/query-rows.ts";
import { boolean, rowType, text } from "../statement/row-type.ts";

/** How the comment of a table begins that holds no workspace's rows; the reason follows. */
export const NOT_OF_ONE_WORKSPACE = "Not of one workspace: ";

/** The column that names the workspace of a row; an early table has a shorter name for it. */
const WORKSPACE_COLUMNS = ["workspace_id", "workspace"];

/**
 * Refuses to start on a database that would not keep the workspaces apart: a role that row-level security does not
 * bind, or a table that it does not protect. Every table counts, with any columns, unless its comment states that it
 * holds no workspace's rows. A login that could leave the role for one that row-level security does not bind is reported
 * at every start; why it is not refused is in docs/decisions.
 *
 * @throws Error that names the role or the tables.
 */
export async function assertTenantsAreIsolated(
	pool: Pool,
	schema: string,
	log: Logger,
): Promise<void> {
	const [role] = await queryRows(pool, {
		text: `select rolname::text as name, rolsuper or rolbypassrls as exempt
		   from pg_roles
		  where rolname = current_user`,
		row: rowType({ name: text, exempt: boolean }),
	});
	if (role?.exempt !== false) {
		throw new Error(
			`The database role ${role?.name} bypasses row-level security. Connect with a role that does not.`,
		);
	}
	await assertRowsAreProtected(pool, schema);
	const warning = await describeExemptLogin(pool);
	if (warning) log.warn(warning);
}

/**
 * Checks the login of the session, not the role that it has taken.
 *
 * @returns what is wrong and what to do when the login, or a role that it may take, bypasses row-level security.
 */
export async function describeExemptLogin(
	db: Pick<pg.ClientBase, "query">,
): Promise<string | undefined> {
	const [exempt] = await queryRows(db, {
		text: `select session_user as login, rolname as role
		   from pg_roles
		  where (rolsuper or rolbypassrls)
		    and pg_has_role(session_user, oid, 'member')
		  order by rolname = session_user desc
		  limit 1`,
		row: rowType({ login: text, role: text }),
	});
	if (!exempt) return undefined;
	const through =
		exempt.role === exempt.login ? "" : ` as a member of ${exempt.role}`;
	return `The login ${exempt.login} of DATABASE_URL can bypass row-level security${through}, so only the product's own queries keep the workspaces apart. Use a login with NOSUPERUSER NOBYPASSRLS: "Logins of the database" in deploy/README.md shows how.`;
}

async function assertRowsAreProtected(
	pool: Pool,
	schema: string,
): Promise<void> {
	const rows = await queryRows(pool, {
		text: `select c.relname as name,
		        case when coalesce(obj_description(c.oid, 'pg_class'), '') like $2 || '%'
		             then not exists (select
		                                from pg_attribute a
		                               where a.attrelid = c.oid
		                                 and a.attname = any($3)
		                                 and not a.attisdropped)
		             else c.relrowsecurity and c.relforcerowsecurity
		                  and exists (select from pg_policy p where p.polrelid = c.oid)
		                  and pg_get_userbyid(c.relowner) <> current_user
		        end as safe
		   from pg_class c
		  where c.relnamespace = to_regnamespace($1)
		    and c.relkind in ('r', 'p', 'm', 'f')
		  order by 1`,
		values: [schema, NOT_OF_ONE_WORKSPACE, WORKSPACE_COLUMNS],
		row: rowType({ name: text, safe: boolean }),
	});
	if (rows.length === 0) {
		throw new Error(`The schema ${schema} has no tables. Run the migrations.`);
	}
	const open = rows.filter(({ safe }) => !safe);
	if (open.length > 0) {
		throw new Error(
			`Row-level security is not forced on ${open.map((row) => `${schema}.${row.name}`).join(", ")}. Run the migrations.`,
		);
	}
}
