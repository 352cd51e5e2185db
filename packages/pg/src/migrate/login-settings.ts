import pg from "pg";
import { connectionWith } from "../connection/connection.ts";
import { type Pool, type PoolConfig, settingsOf } from "../connection/pool.ts";
import { queryRows } from "../statement/query-rows.ts";
import { rowType, text } from "../statement/row-type.ts";

const NAME_AND_VALUE = rowType({ name: text, value: text });
const ROLE = rowType({ role: text }, ({ role }) => role);

/**
 * Behind a pooler in transaction mode: gives the login of the service, in this database, the settings that every
 * connection needs, and checks that those of the pooler have them. A login can change its own settings. Does nothing
 * where there is no pooler.
 *
 * @throws Error when another service works with this login, or when connections of the pooler lack the settings
 */
export async function ensureLoginSettings(
	config: PoolConfig,
	pool: Pool,
): Promise<void> {
	if (!config.directUrl) return;
	const settings = settingsOf(config);
	const client = new pg.Client(connectionWith(config.directUrl, settings));
	client.on("error", () => {}); // reported by the query that it ends
	await client.connect();
	try {
		const wanted = await readSettings(client, Object.keys(settings));
		await client.query("set role none");
		// Two replicas that change the same login at once would fail.
		await client.query("select pg_advisory_lock(hashtext('login settings'))");
		await assertOwnLogin(client, String(config.role));
		const commands = await selectCommands(client, settings);
		for (const command of commands) await client.query(command);
		const given = await readSettings(pool, Object.keys(settings));
		const missing = wanted.filter(({ value }, i) => value !== given[i]!.value);
		if (missing.length === 0) return;
		throw new Error(
			`Connections of the pooler were opened before the login of DATABASE_URL had its settings (${missing.map(({ name }) => name).join(", ")}). Have the pooler reconnect (PgBouncer: RECONNECT).`,
		);
	} finally {
		await client.end();
	}
}

function readSettings(db: Pick<pg.ClientBase, "query">, names: string[]) {
	return queryRows(db, {
		text: `select name, current_setting(name) as value
		   from unnest($1::text[]) with ordinality as n (name, place)
		  order by place`,
		values: [names],
		row: NAME_AND_VALUE,
	});
}

/** Of the login in this database. */
const OF_THE_LOGIN = `pg_db_role_setting
	   join pg_database d on d.oid = setdatabase and d.datname = current_database()
	  cross join unnest(setconfig) as setting
	  where setrole = session_user::regrole`;

async function assertOwnLogin(client: pg.Client, role: string): Promise<void> {
	const roles = await queryRows(client, {
		text: `select split_part(setting, '=', 2) as role from ${OF_THE_LOGIN} and starts_with(setting, 'role=')`,
		row: ROLE,
	});
	if (roles.every((each) => each === role)) return;
	throw new Error(
		`The login of DATABASE_URL is used by another service (${roles[0]}). Behind a pooler each service needs a login of its own.`,
	);
}

/** The commands for the settings that the login lacks. */
async function selectCommands(
	client: pg.Client,
	settings: Readonly<Record<string, string | number>>,
): Promise<string[]> {
	const commands = await queryRows(client, {
		text: `select name, format('alter role %I in database %I set %I = %L', session_user, current_database(), name, value) as value
		   from unnest($1::text[], $2::text[]) as wanted (name, value)
		  where name || '=' || value not in (select setting from ${OF_THE_LOGIN})`,
		values: [Object.keys(settings), Object.values(settings).map(String)],
		row: NAME_AND_VALUE,
	});
	return commands.map(({ value }) => value);
}
