import { newId } from "@supportdesk/ids/ids.ts";
import pg from "pg";
import { expect, it } from "vitest";
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
