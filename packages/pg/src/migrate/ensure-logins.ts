import pg from "pg";
import { connectionWith } from "../connection/connection.ts";
import { queryRows } from "../statement/query-rows.ts";
import { rowType, text } from "../statement/row-type.ts";
import { LOCK_TIMEOUT_MS, retryLocked } from "./retry-locked.ts";
import { ensureServiceRole, serviceRole } from "./service-role.ts";

/** The login that migrates and administers. */
export const OWNER = "supportdesk_owner";
/** The login of the services: it may take their roles, and has no other right. */
export const SERVICES = "supportdesk_services";

export interface LoginPasswords {
	readonly owner: string;
	readonly services: string;
}

export interface Logins {
	/** Addresses of the same database. */
	readonly ownerUrl: string;
	readonly servicesUrl: string;
}

/**
 * Gives a database that a superuser installed the two logins that the product works with, neither of them a superuser:
 * makes them, or sets their passwords, and hands what earlier versions made as the superuser to the owner. Safe to repeat
 * at every start; not at the same time as migrations.
 *
 * @param url a superuser's address of the product's database
 * @param schemas those of the services, whether they are there yet or not
 */
export async function ensureLogins(
	url: string,
	schemas: readonly string[],
	passwords: LoginPasswords,
): Promise<Logins> {
	const client = new pg.Client(
		connectionWith(url, { lock_timeout: LOCK_TIMEOUT_MS }),
	);
	client.on("error", () => {}); // reported by the query that it ends
	await client.connect();
	try {
		await ensureLogin(client, OWNER, "inherit createrole", passwords.owner);
		await ensureLogin(client, SERVICES, "noinherit", passwords.services);
		for (const schema of schemas) {
			await ensureServiceRole(client, schema);
			await client.query(
				`grant ${serviceRole(schema)} to ${OWNER}, ${SERVICES}`,
			);
		}
		await handOver(client, schemas);
	} finally {
		await client.end();
	}
	return {
		ownerUrl: withLogin(url, OWNER, passwords.owner),
		servicesUrl: withLogin(url, SERVICES, passwords.services),
	};
}

async function ensureLogin(
	client: pg.Client,
	name: string,
	attributes: string,
	password: string,
): Promise<void> {
	const { rowCount } = await client.query(
		"select from pg_roles where rolname = $1",
		[name],
	);
	const verb = rowCount ? "alter" : "create";
	await client.query(
		`${verb} role ${name} login nosuperuser nobypassrls ${attributes} password ${client.escapeLiteral(password)}`,
	);
}

/**
 * `reassign owned` refuses for the superuser of initdb. A sequence that belongs to a column goes with its table; a queue's
 * schema belongs to its service's role from the beginning. Each object by itself: services of an earlier version may
 * work on the tables, and no statement of theirs holds a lock for long.
 */
async function handOver(
	client: pg.Client,
	schemas: readonly string[],
): Promise<void> {
	const commands = await queryRows(client, {
		text: `select format('alter database %I owner to ${OWNER}', current_database()) as command
		 union all
		 select format('alter schema %I owner to ${OWNER}', nspname)
		   from pg_namespace
		  where nspname = any($1)
		    and nspowner <> '${OWNER}'::regrole
		 union all
		 select format('alter table %s owner to ${OWNER}', c.oid::regclass)
		   from pg_class c
		   join pg_namespace n on n.oid = relnamespace
		  where nspname = any($1)
		    and relkind in ('r', 'p', 'v', 'm', 'S')
		    and relowner <> '${OWNER}'::regrole
		    and not exists (select
		                      from pg_depend d
		                     where d.classid = 'pg_class'::regclass
		                       and d.objid = c.oid
		                       and d.deptype in ('a', 'i'))
		 union all
		 select format('alter routine %s owner to ${OWNER}', p.oid::regprocedure)
		   from pg_proc p
		   join pg_namespace n on n.oid = pronamespace
		  where nspname = any($1)
		    and proowner <> '${OWNER}'::regrole`,
		values: [schemas],
		row: rowType({ command: text }, ({ command }) => command),
	});
	for (const command of commands) {
		await retryLocked(() => client.query(command));
	}
}

function withLogin(url: string, name: string, password: string): string {
	const address = new URL(url);
	address.username = name;
	address.password = encodeURIComponent(password);
	return address.href;
}
