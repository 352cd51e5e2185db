import type pg from "pg";

const OLDEST = 16; // the first that reports whether a role may be taken (`pg_has_role(…, 'set')`)

/** @throws Error that names the version when the server is too old for us. */
export async function assertServerVersion(
	client: pg.Client,
	oldest = OLDEST,
): Promise<void> {
	const { rows } = await client.query<{ server_version: string }>(
		"show server_version",
	);
	const version = rows[0]!.server_version;
	if (Number.parseInt(version, 10) >= oldest) return;
	throw new Error(
		`Support Desk needs PostgreSQL ${oldest} or later, and this is ${version}`,
	);
}
