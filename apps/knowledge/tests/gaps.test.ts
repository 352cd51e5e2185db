import { newId } from "@supportdesk/ids/ids.ts";
import { createPool } from "@supportdesk/pg/pool.ts";
import pg from "pg";
import {
	afterAll,
	beforeAll,
	beforeEach,
	expect,
	it,
	onTestFinished,
} from "vitest";
import { reclusterWorkspace } from "../src/jobs/recluster-gaps.ts";
import type { Service } from "../src/service.ts";
import { configFor, log } from "./configuration.ts";
import { fakeModel } from "./fake-model.ts";
import {
	contextOf,
	givenDatabase,
	givenService,
	givenWorkspace,
	type Harness,
	HELP_CENTRE,
	harness,
	jobsAreDone,
	queriesAreCounted,
	until,
} from "./given.ts";

const model = fakeModel();
let url: string;
let service: Service;
let workspaceId: string;
let ours: Harness;

beforeAll(async () => {
	url = await givenDatabase();
	service = await givenService(url, model);
});
afterAll(() => service.stop());
beforeEach(() => {
	workspaceId = newId("wsp", Date.now());
	ours = harness(service.handlers, workspaceId, url);
});

const QUESTION = "do you ship furniture to Norway";
const PHRASING = "Do you ship furniture to Norway?!";
const ARTICLE = [
	"Shipping furniture to Norway",
	"We ship furniture to Norway every week. Norway is outside the customs union, so furniture shipped there is declared.",
] as const;
async function reclusterNow(): Promise<void> {
	await until(() => queriesAreCounted(url));
	const db = createPool(configFor(url).db, log);
	const clock = { now: () => new Date() };
	await reclusterWorkspace({ db, clock, ai: model.ai }, workspaceId);
	await db.end();
}

const newTicket = () => newId("tkt", Date.now());

it("counts once for each search, in any phrasing", async () => {
	await ours.search(QUESTION);
	await ours.search(PHRASING);
	await ours.search("shipping furniture, Norway");
	await ours.search("can I pay with bitcoin");
	const gaps = await ours.gaps("open");
	expect(gaps.map(({ frequency }) => frequency)).toEqual([3, 1]);
	expect(gaps[0]).toMatchObject({ topic: QUESTION, status: "open" });
	expect(gaps[0]!.example_queries).toContain("shipping furniture, Norway");
});

it("shows a gap within a second of the search", async () => {
	const start = performance.now();
	await ours.search(QUESTION);
	expect(await ours.gaps()).toMatchObject([{ topic: QUESTION, frequency: 1 }]);
	// A loaded machine is given three times as long.
	expect(performance.now() - start).toBeLessThan(3_000);
});

it("counts queries that came while no process worked on jobs", async () => {
	const ownUrl = await givenDatabase();
	const admin = new pg.Client(ownUrl);
	await admin.connect();
	await givenWorkspace(admin, workspaceId);
	const first = await givenService(ownUrl, model, { JOBS_AT_A_TIME: "0" });
	const searching = harness(first.handlers, workspaceId);
	await searching.search(QUESTION);
	await searching.search(PHRASING);
	await searching.passages(newTicket(), QUESTION);
	expect(await searching.gaps()).toEqual([]);
	await first.stop();
	// Also where the job is lost: one of every minute looks at all workspaces.
	await admin.query("delete from knowledge_jobs._private_jobs");
	const second = await givenService(ownUrl, model);
	await admin.query("select knowledge_jobs.add_job('count_unanswered')");
	expect(
		await harness(second.handlers, workspaceId, ownUrl).gaps(),
	).toMatchObject([{ topic: QUESTION, frequency: 3 }]);
	await second.stop();
	await admin.end();
});

it("counts once for each ticket, however often its draft is tried", async () => {
	const [one, two] = [newTicket(), newTicket()];
	await ours.passages(one, QUESTION);
	await ours.passages(one, QUESTION);
	await ours.passages(one, PHRASING);
	await ours.passages(two, QUESTION);
	const [gap] = await ours.gaps();
	expect(gap!.frequency).toBe(2);
	expect(gap!.ticket_ids.toSorted()).toEqual([one, two].toSorted());
});

it("makes one gap of a hundred concurrent unanswered queries with one question, and counts each", async () => {
	const other = await givenService(url, fakeModel());
	const harnesses = [ours, harness(other.handlers, workspaceId)];
	await Promise.all(
		Array.from({ length: 100 }, (_, i) => harnesses[i % 2]!.search(QUESTION)),
	);
	await other.stop();
	const gaps = await ours.gaps();
	expect(gaps.map(({ frequency }) => frequency)).toEqual([100]);
});

it("makes one gap of concurrent unanswered queries in different phrasings", async () => {
	const other = await givenService(url, fakeModel());
	const harnesses = [ours, harness(other.handlers, workspaceId)];
	const words = ["ship", "furniture", "to", "Norway", "cheaply"];
	const phrasings = words.flatMap((first) =>
		words.map((last) => {
			const others = words.filter((word) => word !== first && word !== last);
			return [first, ...others, last].join(" ");
		}),
	);
	await Promise.all(
		phrasings.map((phrasing, i) => harnesses[i % 2]!.search(phrasing)),
	);
	await other.stop();
	const gaps = await ours.gaps();
	expect(gaps.map(({ frequency }) => frequency)).toEqual([phrasings.length]);
});

it("counts a ticket once whose draft is tried in several phrasings at once, during searches", async () => {
	const ticket = newTicket();
	await Promise.all([
		ours.search(QUESTION),
		ours.passages(ticket, PHRASING),
		ours.passages(ticket, "shipping furniture, Norway"),
		ours.search("can I pay with bitcoin"),
		ours.passages(ticket, QUESTION),
		ours.search(PHRASING),
	]);
	const gaps = await ours.gaps();
	expect(gaps.map(({ frequency }) => frequency)).toEqual([3, 1]);
	expect(gaps[0]!.ticket_ids).toEqual([ticket]);
});

it("compares with the phrasings that other processes have counted meanwhile", async () => {
	const other = await givenService(url, fakeModel());
	const theirs = harness(other.handlers, workspaceId);
	await ours.search(QUESTION);
	await theirs.search("can I pay with bitcoin");
	await ours.search("bitcoin payment, can I");
	await theirs.search("shipping furniture, Norway");
	await ours.search("furniture to Norway");
	await other.stop();
	const gaps = await ours.gaps();
	expect(gaps.map(({ frequency }) => frequency)).toEqual([3, 2]);
});

it("compares with the gaps as they were reclustered", async () => {
	model.isUnavailable = true; // so the phrasings have no embedding yet, and make gaps of their own
	await ours.search(QUESTION);
	await ours.search("Norway furniture shipping possible?");
	model.isUnavailable = false;
	await reclusterNow();
	await ours.search("shipping furniture, Norway");
	const gaps = await ours.gaps();
	expect(gaps.map(({ frequency }) => frequency)).toEqual([3]);
});

it("knows a phrasing's embedding in every process as soon as one has learnt it", async () => {
	const other = await givenService(url, fakeModel());
	const theirs = harness(other.handlers, workspaceId);
	model.isUnavailable = true;
	await ours.search(QUESTION);
	model.isUnavailable = false;
	await theirs.search("can I pay with bitcoin");
	await ours.search(QUESTION);
	await theirs.search("shipping furniture, Norway");
	await other.stop();
	const gaps = await ours.gaps();
	expect(gaps.map(({ frequency }) => frequency)).toEqual([3, 1]);
});

it("counts no gap for a search within tags", async () => {
	await ours.search(QUESTION, ["furniture"]);
	expect(await ours.gaps()).toEqual([]);
});

it("is resolved by the article that answers it, notifies its tickets, and opens again when the answer goes", async () => {
	for (const [title, body] of HELP_CENTRE) await ours.publish(title, body);
	const ticket = newTicket();
	await ours.passages(ticket, QUESTION);
	await until(() => jobsAreDone(url));
	expect(await ours.gaps("open")).toHaveLength(1);

	const { id } = await ours.publish(...ARTICLE);
	await until(async () => (await ours.gaps("resolved")).length === 1);
	const [resolved] = await ours.gaps("resolved");
	expect(resolved!.resolved_by_article_id).toBe(id);
	const answered = await service.handlers.listAnsweredTickets(
		{ after: 0, limit: 100 },
		contextOf(""),
	);
	expect(
		answered.tickets.filter((one) => one.workspaceId === workspaceId),
	).toEqual([expect.objectContaining({ ticketId: ticket, workspaceId })]);

	await ours.archive(id);
	await until(async () => (await ours.gaps("open")).length === 1);
	const [reopened] = await ours.gaps("open");
	expect(reopened).toMatchObject({
		id: resolved!.id,
		frequency: 1,
		resolved_by_article_id: null,
	});
});

it("names the article that still answers it when the one that resolved it goes", async () => {
	for (const [title, body] of HELP_CENTRE) await ours.publish(title, body);
	await ours.search(QUESTION);
	const first = await ours.publish(...ARTICLE);
	await until(async () => (await ours.gaps("resolved")).length === 1);
	const second = await ours.publish(...ARTICLE);
	await until(() => jobsAreDone(url));
	const [before] = await ours.gaps("resolved");
	expect(before!.resolved_by_article_id).toBe(first.id);

	await ours.archive(first.id);
	await until(async () => {
		const [gap] = await ours.gaps("resolved");
		return gap?.resolved_by_article_id === second.id;
	});
});

it.each([
	["reads letter by letter", ""],
	["does not read", "2"],
])(
	"distinguishes questions, and their answers, in a script that the encoder %s",
	async (_, version) => {
		model.version = version;
		onTestFinished(() => {
			model.version = "";
		});
		const [hours, discount] = ["ร้านเปิดกี่โมง", "มีส่วนลดนักศึกษาไหม"];
		await ours.publish("การคืนสินค้า", "คืนสินค้าได้ภายใน 14 วันหลังได้รับ");
		await until(() => jobsAreDone(url));
		expect(await ours.search(hours)).toEqual([]);
		expect(await ours.search(discount)).toEqual([]);
		await ours.search(`${hours}?`);
		await reclusterNow();
		const gaps = await ours.gaps();
		expect(gaps.map(({ frequency }) => frequency)).toEqual([2, 1]);

		const { id } = await ours.publish(hours, "ร้านเปิดกี่โมง: เก้าโมงถึงหกโมง");
		await until(async () => (await ours.gaps("resolved")).length === 1);
		expect((await ours.search(hours))[0]!.article_id).toBe(id);
		await ours.archive(id);
		await until(async () => (await ours.gaps("open")).length === 2);
	},
);

it("joins gaps of one question at night, and keeps every count", async () => {
	model.isUnavailable = true; // so these have no embedding yet, and make gaps of their own
	const ticket = newTicket();
	await ours.search("do you ship furniture to Norway");
	await ours.search("do you ship furniture to Norway");
	await ours.search("can I pay with bitcoin");
	model.isUnavailable = false;
	await ours.passages(ticket, "Norway furniture shipping possible?");
	expect(await ours.gaps()).toHaveLength(3);
	const before = (await ours.gaps())[0]!;

	await reclusterNow();

	const gaps = await ours.gaps();
	expect(gaps.map(({ frequency }) => frequency)).toEqual([3, 1]);
	expect(gaps[0]).toMatchObject({ id: before.id, ticket_ids: [ticket] });
	expect(gaps[0]!.example_queries).toHaveLength(2);
	await ours.search("do you ship furniture to Norway");
	expect((await ours.gaps())[0]!.frequency).toBe(4);
});

it("keeps every count when questions change places", async () => {
	model.isUnavailable = true; // so that they are joined by their words, and not by their embeddings
	await ours.search("do you have any of the zebra");
	await ours.search("do you have any of the zebra");
	await ours.search("do you have any of the piano");
	await ours.search("what is it that you do with a piano");
	await ours.search("what is it that you do with a piano");
	await ours.search("what is it that you do with a zebra");
	model.isUnavailable = false;
	const before = await ours.gaps();
	expect(before.map(({ frequency }) => frequency)).toEqual([3, 3]);

	await reclusterNow();

	const gaps = await ours.gaps();
	expect(gaps.map(({ frequency }) => frequency)).toEqual([3, 3]);
	expect(idsOf(gaps)).toEqual(idsOf(before));
	for (const { example_queries } of gaps) {
		const matters = example_queries.map((text) => text.split(" ").at(-1));
		expect(new Set(matters).size).toBe(1);
	}
});

it("reclusters the gaps when many phrasings have come", async () => {
	const phrasings = [QUESTION, "Norway furniture shipping possible?"];
	model.isUnavailable = true;
	for (const phrasing of phrasings) await ours.search(phrasing);
	model.isUnavailable = false;
	expect(await ours.gaps()).toHaveLength(2);
	const topics = "bitcoin zebra piano ferry bridle helmet lantern kayak";
	for (const topic of topics.split(" ")) await ours.search(topic);
	await until(async () => {
		const gaps = await ours.gaps();
		return gaps.some(({ example_queries }) =>
			phrasings.every((one) => example_queries.includes(one)),
		);
	});
	const gaps = await ours.gaps();
	expect(gaps.map(({ frequency }) => frequency)).toEqual([
		2, 1, 1, 1, 1, 1, 1, 1, 1,
	]);
});

const idsOf = (gaps: readonly { id: string }[]) =>
	gaps.map(({ id }) => id).toSorted();

it("counts a question of a thousand letters of any script", async () => {
	const letters = (from: number, salt: number) =>
		Array.from({ length: 1_000 }, (_, i) =>
			String.fromCodePoint(from + ((i * i * 7919 + i * salt) % 5_000)),
		).join("");
	const [chinese, other] = [letters(0x4e00, 1), letters(0x20000, 2)];
	await ours.search(chinese);
	await ours.search(chinese);
	await ours.search(other);
	const gaps = await ours.gaps();
	const frequencies = gaps.map(({ frequency }) => frequency);
	expect(frequencies.reduce((sum, frequency) => sum + frequency)).toBe(3);
});
