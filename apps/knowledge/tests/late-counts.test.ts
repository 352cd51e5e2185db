import { newId } from "@supportdesk/ids/ids.ts";
import { createPool } from "@supportdesk/pg/pool.ts";
import pg from "pg";
import { expect, it } from "vitest";
import { wordingKey } from "../src/domain/gaps/wording.ts";
import { countTogether } from "../src/gaps/count-together.ts";
import { createWordingMemory } from "../src/gaps/wording-memory.ts";
import { configFor, log } from "./configuration.ts";
import { fakeModel } from "./fake-model.ts";
import {
	contextOf,
	desk,
	givenDatabase,
	givenService,
	HELP_CENTRE,
	jobsAreDone,
	until,
} from "./given.ts";

it("closes a gap whose miss was counted only when the article that answers it had been looked at", async () => {
	const url = await givenDatabase();
	const service = await givenService(url, fakeModel());
	const admin = new pg.Client(url);
	await admin.connect();
	const workspaceId = newId("wsp", Date.now());
	const ours = desk(service.handlers, workspaceId);
	const ticket = newId("tkt", Date.now());
	await admin.query(
		"select pg_advisory_lock(hashtextextended('gaps ' || $1, 0))",
		[workspaceId],
	);
	const asked = ours.passages(ticket, "forgot my password, reset link");
	await until(async () => {
		const { rowCount } = await admin.query(
			"select from pg_locks where locktype = 'advisory' and not granted",
		);
		return rowCount === 1;
	});
	const [title, body] = HELP_CENTRE[0]!;
	const article = await ours.publish(title, body);
	await until(() => jobsAreDone(url));
	await admin.query("select pg_advisory_unlock_all()");
	expect((await asked).articles).toEqual([]);
	await until(() => jobsAreDone(url));
	expect(await ours.gaps()).toMatchObject([
		{ status: "resolved", resolved_by_article_id: article.id },
	]);
	const { tickets } = await service.handlers.listAnsweredTickets(
		{ after: 0, limit: 10 },
		contextOf(""),
	);
	expect(tickets).toMatchObject([{ ticketId: ticket, articleChanged: false }]);
	await admin.end();
	await service.stop();
});

it("closes a resolved gap again when a miss in its words from before the article is counted last", async () => {
	const url = await givenDatabase();
	const service = await givenService(url, fakeModel());
	const workspaceId = newId("wsp", Date.now());
	const ours = desk(service.handlers, workspaceId);
	const text = "forgot my password, reset link";
	await ours.search(text);
	const missedAt = new Date();
	const [title, body] = HELP_CENTRE[0]!;
	const article = await ours.publish(title, body);
	await until(() => jobsAreDone(url));
	const gap = { status: "resolved", resolved_by_article_id: article.id };
	expect(await ours.gaps()).toMatchObject([{ ...gap, frequency: 1 }]);
	const db = createPool(configFor(url).db, log);
	const count = countTogether({
		db,
		clock: { now: () => new Date() },
		memory: createWordingMemory(),
	});
	const miss = { text, key: wordingKey(text), missedAt };
	await count(workspaceId, [
		{ ...miss, meaning: undefined, ticketId: undefined },
	]);
	await until(() => jobsAreDone(url));
	expect(await ours.gaps()).toMatchObject([{ ...gap, frequency: 2 }]);
	await db.end();
	await service.stop();
});

it("tells again of a ticket that missed while the article that answers it was withdrawn for a moment", async () => {
	const url = await givenDatabase();
	const service = await givenService(url, fakeModel());
	const workspaceId = newId("wsp", Date.now());
	const ours = desk(service.handlers, workspaceId);
	const ticket = newId("tkt", Date.now());
	const ask = () => ours.passages(ticket, "forgot my password, reset link");
	const told = async () => {
		await until(() => jobsAreDone(url));
		const { tickets } = await service.handlers.listAnsweredTickets(
			{ after: 0, limit: 10 },
			contextOf(""),
		);
		return tickets.filter(({ articleChanged }) => !articleChanged).length;
	};
	await ask();
	const [title, body] = HELP_CENTRE[0]!;
	const article = await ours.publish(title, body);
	expect(await told()).toBe(1);
	await ours.archive(article.id);
	expect((await ask()).articles).toEqual([]);
	await ours.update(article.id, { status: "published" });
	expect(await told()).toBe(2);
	expect(await ours.gaps()).toMatchObject([
		{ status: "resolved", resolved_by_article_id: article.id, frequency: 1 },
	]);
	await service.stop();
});
