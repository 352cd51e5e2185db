import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { givenTicket, givenWorkspace, type Workspace } from "./given.ts";
import { type Harness, startHarness } from "./harness.ts";

const COPIES = 3_000;

let harness: Harness;
let workspace: Workspace;
let client: pg.Client;
beforeAll(async () => {
	harness = await startHarness();
	workspace = await givenWorkspace(harness);
	client = new pg.Client(harness.databaseUrl);
	await client.connect();
});
afterAll(async () => {
	await client.end();
	await harness.stop();
});

interface Plan {
	readonly "Node Type": string;
	readonly "Index Name"?: string;
	readonly "Actual Rows"?: number;
	readonly Plans?: readonly Plan[];
}

/** The scans of indexes of the statement that searches, each with how many entries it read. */
async function scansOf(search: string): Promise<[string, number][]> {
	await client.query("begin");
	await client.query("set local role supportdesk_tickets");
	await client.query("set local search_path = tickets");
	await client.query("set local enable_seqscan = off");
	// The walk along the primary key is another way to read a workspace of few tickets.
	await client.query("set local enable_indexscan = off");
	await client.query(
		"select set_config('app.workspace_id', $1, true), set_config('app.search', $2, true)",
		[workspace.id, search],
	);
	const { rows } = await client.query(
		"explain (analyze, format json) select ticket_id from ticket_search where workspace_id = $1",
		[workspace.id],
	);
	await client.query("rollback");
	return indexScans(rows[0]["QUERY PLAN"][0].Plan);
}

const indexScans = (plan: Plan): [string, number][] => [
	...(plan["Index Name"]
		? [[plan["Index Name"], plan["Actual Rows"]!] as [string, number]]
		: []),
	...(plan.Plans ?? []).flatMap(indexScans),
];

it("reads of a word that all workspaces have only what the workspace has", async () => {
	const ours = [];
	for (let n = 0; n < 3; n += 1)
		ours.push(await givenTicket(harness, workspace, { subject: "parcel" }));
	const letter = await givenTicket(harness, workspace, { subject: "letter" });
	const other = await givenWorkspace(harness);
	const parcel = await givenTicket(harness, other, { subject: "parcel" });
	// Without keys and triggers: only their words matter.
	await client.query("set session_replication_role = replica");
	await client.query(
		`insert into tickets.ticket_search (workspace_id, ticket_id, heading, body)
		 select workspace_id, ticket_id || n, heading, body
		   from tickets.ticket_search, generate_series(1, ${COPIES}) n
		  where ticket_id in ($1, $2)`,
		[letter.id, parcel.id],
	);
	await client.query("reset session_replication_role");
	await client.query("analyze tickets.ticket_search");
	for (const search of ["'parcel'", "'parcel' & !('a' <-> 'b')", "'parce':*"])
		expect(await scansOf(search), search).toContainEqual([
			"ticket_search_workspace_words",
			ours.length,
		]);
});
