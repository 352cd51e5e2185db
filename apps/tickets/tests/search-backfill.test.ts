import { View } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
	callOf,
	givenReply,
	givenTicket,
	givenWorkspace,
	type Workspace,
} from "./given.ts";
import { type Harness, json, startHarness } from "./harness.ts";

let harness: Harness;
let workspace: Workspace;
beforeAll(async () => {
	harness = await startHarness();
	workspace = await givenWorkspace(harness);
});
afterAll(() => harness.stop());

async function search(q: string) {
	const page = { limit: 100, cursor: "", sort: "created_at:asc" };
	const answer = await harness.api.listTickets(
		{ view: View.VIEW_TICKET, page, filter: { q } },
		callOf(workspace),
	);
	const { data, search_incomplete } = json(answer);
	return {
		ids: data.map(({ id }: { id: string }) => id).sort(),
		isIncomplete: search_incomplete === true,
	};
}

it("finds the tickets of an earlier version when a job has put them into the search, and says so until then", async () => {
	const old: string[] = [];
	for (let n = 0; n < 80; n += 1)
		old.push((await givenTicket(harness, workspace, { subject: "old" })).id);
	await harness.settle();
	// As if the version before had written them.
	await harness.sql("delete from tickets.ticket_search");
	await harness.sql(
		"insert into tickets.ticket_search_backfill values ($1, '')",
		[workspace.id],
	);
	expect(await search("old")).toEqual({ ids: [], isIncomplete: true });
	await givenReply(harness, workspace, old[5]!, { body: "new words" });
	expect(await search("old new")).toEqual({
		ids: [old[5]],
		isIncomplete: true,
	});
	await Promise.all([
		harness.queue("backfill_search"),
		harness.queue("backfill_search"),
		givenReply(harness, workspace, old[7]!, { body: "meanwhile" }),
	]);
	await harness.settle();
	expect(await search("old")).toEqual({ ids: old.sort(), isIncomplete: false });
	expect((await search("old meanwhile")).ids).toEqual([old[7]]);
});

it("takes a ticket of more words than the search holds", async () => {
	const { id } = await givenTicket(harness, workspace, { subject: "long" });
	const words = (n: number) =>
		Array.from({ length: 1_500 }, (_, i) => `${"x".repeat(60)}${n}y${i}`).join(
			" ",
		);
	for (let n = 0; n < 15; n += 1)
		await givenReply(harness, workspace, id, { body: words(n), type: "note" });
	expect((await search("long")).ids).toEqual([id]);
	await harness.sql("delete from tickets.ticket_search where ticket_id = $1", [
		id,
	]);
	await givenReply(harness, workspace, id, { body: "last", type: "note" });
	expect((await search("long")).ids).toEqual([id]);
});

it("shows no workspace the words of another", async () => {
	const { id } = await givenTicket(harness, workspace, { subject: "secret" });
	workspace = await givenWorkspace(harness);
	expect((await search("secret")).ids).toEqual([]);
	const [row] = await harness.sql<{ count: number }>(
		"select count(*)::int as count from tickets.ticket_search where ticket_id = $1",
		[id],
	);
	expect(row!.count).toBe(1);
});
