import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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

describe("messages that are stored by one statement", () => {
	/** Stores a message for each of these, all at once. */
	const store = (messages: readonly [ticketId: string, body: string][]) =>
		harness.sql(
			`insert into tickets.messages (workspace_id, ticket_id, id, type, body_format, body, body_text, contact_id, status, created_at)
			 select m.workspace_id, m.ticket_id, m.id || a.n, m.type, m.body_format, a.body, a.body, m.contact_id, m.status, m.created_at
			   from unnest($1::text[], $2::text[]) with ordinality as a (ticket_id, body, n)
			   join lateral (select * from tickets.messages m where m.ticket_id = a.ticket_id order by id limit 1) m on true`,
			[messages.map(([id]) => id), messages.map(([, body]) => body)],
		);

	const ticketsWith = async (word: string): Promise<string[]> => {
		const rows = await harness.sql(
			"select ticket_id from tickets.ticket_search where workspace_id = $1 and words @@ phraseto_tsquery('simple', tickets.search_text($2)) order by ticket_id",
			[workspace.id, word],
		);
		return rows.map((row) => String(row.ticket_id));
	};

	it("are all found, those of new tickets and those of old ones", async () => {
		const words = ["amber", "basalt", "cobalt", "dolomite", "emerald"];
		const opened = await Promise.all(
			words.map((word) => givenTicket(harness, workspace, { body: word })),
		);
		const [first, second] = opened.map(({ id }) => id) as [string, string];
		await store([
			[first, "feldspar"],
			[second, "feldspar"],
			[first, "granite"],
		]);
		for (const [n, word] of words.entries())
			expect(await ticketsWith(word)).toEqual([opened[n]!.id]);
		expect(await ticketsWith("feldspar")).toEqual([first, second].sort());
		expect(await ticketsWith("granite")).toEqual([first]);
	});

	it("are found beside one with more words than the search holds", async () => {
		const [first, second] = [
			await givenTicket(harness, workspace, { body: "halite" }),
			await givenTicket(harness, workspace, { body: "jasper" }),
		];
		const words = Array.from({ length: 200_000 }, (_, n) => `word${n}`);
		await store([
			[first.id, words.join(" ")],
			[second.id, "kunzite"],
		]);
		expect(await ticketsWith("halite")).toEqual([first.id]);
		expect(await ticketsWith("word1")).toEqual([]);
		expect(await ticketsWith("kunzite")).toEqual([second.id]);
	});

	it("are found where the ticket is not in the search yet", async () => {
		const ticket = await givenTicket(harness, workspace, {
			body: "labradorite",
		});
		await harness.sql(
			"delete from tickets.ticket_search where ticket_id = $1",
			[ticket.id],
		);
		await harness.sql(
			"update tickets.tickets set message_count = 2 where id = $1",
			[ticket.id],
		);
		await store([[ticket.id, "malachite"]]);
		expect(await ticketsWith("labradorite")).toEqual([ticket.id]);
		expect(await ticketsWith("malachite")).toEqual([ticket.id]);
	});
});
