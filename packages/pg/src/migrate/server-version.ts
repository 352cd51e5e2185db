import type pg from "pg";
import { queryRows } from "../statement/query-rows.ts";
import { rowType, text } from "../statement/row-type.ts";

const OLDEST = 16; // the first that reports whether a role may be taken (`pg_has_role(…, 'set')`)

/** @throws Error that names the version when the server is too old for us. */
export async function assertServerVersion(
	client: pg.Client,
	oldest = OLDEST,
): Promise<void> {
	const [version] = await queryRows(client, {
		text: "show server_version",
		row: rowType({ server_version: text }, (row) => row.server_version),
	});
	if (Number.parseInt(version!, 10) >= oldest) return;
	throw new Error(
		`Support Desk needs PostgreSQL ${oldest} or later, and this is ${version}`,
	);
}
