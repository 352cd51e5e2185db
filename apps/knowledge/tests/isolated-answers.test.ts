import { createPool } from "@supportdesk/pg/pool.ts";
import {
	inTransaction,
	read,
	runOutsideWorkspaces,
} from "@supportdesk/pg/transaction.ts";
import { afterAll, expect, it } from "vitest";
import { insertAnsweredTickets } from "../src/store/answered-tickets.ts";
import { configFor, log } from "./configuration.ts";
import { givenDatabase } from "./given.ts";

const db = createPool(configFor(await givenDatabase()).db, log);
afterAll(() => db.end());

const LIST = {
	text: "select workspace from answered_tickets order by sequence",
};

const note = (entered: string, workspaceId: string) =>
	inTransaction(db, entered, async (tx) => {
		for (const statement of insertAnsweredTickets(
			workspaceId,
			[`tkt_${workspaceId}`],
			"answered",
			new Date(),
		))
			tx.defer(statement);
	});

it("shows a workspace its own answered tickets, and the reader of all workspaces all of them", async () => {
	await note("wsp_a", "wsp_a");
	await note("wsp_b", "wsp_b");
	expect(await read(db, "wsp_a", LIST)).toEqual([{ workspace: "wsp_a" }]);
	const [all] = await runOutsideWorkspaces(db, [LIST]);
	expect(all?.rows).toEqual([{ workspace: "wsp_a" }, { workspace: "wsp_b" }]);
});

it("refuses an answered ticket of another workspace, and one outside of any", async () => {
	const denied = { cause: { code: "42501" } };
	await expect(note("wsp_a", "wsp_b")).rejects.toMatchObject(denied);
	await expect(note("", "wsp_a")).rejects.toMatchObject(denied);
});

it("lets no workspace delete the answered tickets of another", async () => {
	const remove = { text: "delete from answered_tickets returning workspace" };
	await note("wsp_a", "wsp_a");
	expect(await read(db, "wsp_c", remove)).toEqual([]);
	const [all] = await runOutsideWorkspaces(db, [LIST]);
	expect(all?.rows).not.toEqual([]);
});
