import { newId } from "@supportdesk/ids/ids.ts";
import { createPool, type Pool } from "@supportdesk/pg/pool.ts";
import { inTransaction } from "@supportdesk/pg/transaction.ts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Service } from "../src/service.ts";
import { configFor, log } from "./configuration.ts";
import { fakeModel } from "./fake-model.ts";
import {
	contextOf,
	givenDatabase,
	givenService,
	type Harness,
	harness,
	jobsAreDone,
	until,
} from "./given.ts";

const TITLE = "Reset your password";
const BODY =
	"Forgot your password? Öffne die Seite 日本語 😀\nand choose the reset link.";
const QUESTION = "forgot my password, reset link";

let url: string;
let db: Pool;
let service: Service;
let workspaceId: string;
let ours: Harness;
let article: string;

beforeAll(async () => {
	url = await givenDatabase();
	db = createPool(configFor(url).db, log);
	service = await givenService(url, fakeModel());
});
afterAll(async () => {
	await service.stop();
	await db.end();
});
beforeEach(async () => {
	workspaceId = newId("wsp", Date.now());
	ours = harness(service.handlers, workspaceId);
	article = (await ours.publish(TITLE, BODY)).id;
});

const newTicket = () => newId("tkt", Date.now());
/** The workspace's tickets that are reported because an article changed, in order. */
const reportedTickets = async () => {
	await until(() => jobsAreDone(url));
	const reported: string[] = [];
	let after = 0;
	for (;;) {
		const request = { after, limit: 500 };
		const { tickets } = await service.handlers.listAnsweredTickets(
			request,
			contextOf(""),
		);
		const last = tickets.at(-1);
		if (!last) return reported;
		after = last.sequence;
		for (const ticket of tickets)
			if (ticket.workspaceId === workspaceId && ticket.articleChanged)
				reported.push(ticket.ticketId);
	}
};
const versionsOf = async (...articleIds: string[]) =>
	(
		await service.handlers.listArticleVersions(
			{ articleIds },
			contextOf(workspaceId),
		)
	).articles;

const CHANGES: [string, () => Promise<unknown>][] = [
	["archived", () => ours.archive(article)],
	["set to draft", () => ours.update(article, { status: "draft" })],
	["deleted", () => ours.remove(article)],
	["given another body", () => ours.update(article, { body: "Ask Ann." })],
	["given another title", () => ours.update(article, { title: "Passwords" })],
];
it.each(CHANGES)(
	"reports the tickets that an article was found for when it is %s",
	async (_how, change) => {
		const [one, two] = [newTicket(), newTicket()];
		await ours.passages(one, QUESTION);
		await ours.passages(two, QUESTION);
		await change();
		expect((await reportedTickets()).toSorted()).toEqual([one, two].toSorted());
	},
);

it("reports none when the changed text was never shown to readers", async () => {
	await ours.passages(newTicket(), QUESTION);
	await ours.update(article, {
		title: TITLE,
		body: BODY,
		tags: { values: ["login"] },
	});
	expect(await reportedTickets()).toEqual([]);
	await ours.archive(article);
	const count = (await reportedTickets()).length;
	await ours.archive(article);
	await ours.update(article, { body: "Ask Ann." });
	await ours.update(article, { status: "published" });
	expect(await reportedTickets()).toHaveLength(count);
});

it("reports all of them, also more than one batch", async () => {
	const count = 1_201;
	await inTransaction(db, workspaceId, async (tx) => {
		tx.defer({
			text: "insert into ticket_retrievals select $1, 'tkt_' || n, $2 from generate_series(1, $3::int) n",
			values: [workspaceId, article, count],
		});
	});
	await ours.archive(article);
	const reported = await reportedTickets();
	expect(reported).toHaveLength(count);
	expect(new Set(reported).size).toBe(count);
});

it("gives a draft and later readers the same version of the same words", async () => {
	const { articles } = await ours.passages(newTicket(), QUESTION);
	const [found] = articles;
	const version = { articleId: article, version: found!.version };
	expect(await versionsOf(article)).toEqual([version]);
	await ours.update(article, { tags: { values: ["login"] } });
	expect(await versionsOf(article)).toEqual([version]);
	await ours.update(article, { body: `${BODY} ` });
	expect(await versionsOf(article)).not.toEqual([version]);
	await ours.update(article, { body: BODY });
	expect(await versionsOf(article)).toEqual([version]);
});

it("knows no version of what is not published, or of another workspace", async () => {
	const theirs = harness(service.handlers, newId("wsp", Date.now()));
	const other = await theirs.publish(TITLE, BODY);
	const draft = await ours.publish("A", BODY);
	await ours.update(draft.id, { status: "draft" });
	const deleted = await ours.publish("B", BODY);
	await ours.remove(deleted.id);
	const known = await versionsOf(other.id, draft.id, deleted.id, article);
	expect(known.map(({ articleId }) => articleId)).toEqual([article]);
});
