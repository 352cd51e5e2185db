import { randomBytes } from "node:crypto";
import { newId } from "@supportdesk/ids/ids.ts";
import { createPool } from "@supportdesk/pg/pool.ts";
import { inTransaction } from "@supportdesk/pg/transaction.ts";
import {
	startTcpProxy,
	type TcpProxy,
} from "@supportdesk/testkit/tcp-proxy.ts";
import { Meilisearch } from "meilisearch";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { SETTINGS } from "../src/engine/meilisearch-settings.ts";
import { indexJob } from "../src/queue.ts";
import type { Service } from "../src/service.ts";
import { configFor, log } from "./configuration.ts";
import { fakeModel } from "./fake-model.ts";
import {
	counted,
	givenDatabase,
	givenService,
	type Harness,
	HELP_CENTRE,
	harness,
	until,
} from "./given.ts";

const { MEILI_URL = "", MEILI_API_KEY } = process.env;
const TIME_LIMIT_MS = 90_000; // failed jobs wait for their next attempt
const TASK_WAIT = { timeout: 30_000, interval: 50 };
/** Time limit of a search with a silent server: its timeout, and time for a busy machine. */
const PATIENCE_MS = 10_000;
const QUERY = "forgot my password, reset link";
const ANSWER = "Reset your password";

describe.skipIf(!MEILI_URL)(
	"on a Meilisearch server (needs one at MEILI_URL)",
	{ timeout: TIME_LIMIT_MS },
	() => {
		let admin: Meilisearch;
		let url: string;
		let index: string;
		let way: TcpProxy;
		let service: Service;
		let ours: Harness;
		let workspaceId: string;
		const running: Service[] = [];

		beforeAll(async () => {
			admin = new Meilisearch({ host: MEILI_URL, apiKey: MEILI_API_KEY });
			url = await givenDatabase();
		});
		afterEach(async () => {
			way.breakWith(undefined);
			for (const one of running.splice(0)) await one.stop();
			await way.close();
			await admin.deleteIndex(index).waitTask(TASK_WAIT);
		});

		/** A service on a separate, empty index. */
		async function givenHarness(
			env: Record<string, string> = {},
		): Promise<void> {
			index = `supportdesk_test_${randomBytes(6).toString("hex")}`;
			const { hostname, port } = new URL(MEILI_URL);
			way = await startTcpProxy(() => Number(port), hostname);
			service = await givenService(url, fakeModel(), {
				MEILI_URL: `http://127.0.0.1:${way.port}`,
				...(MEILI_API_KEY && { MEILI_API_KEY }),
				MEILI_INDEX: index,
				...env,
			});
			running.push(service);
			workspaceId = newId("wsp", Date.now());
			ours = harness(service.handlers, workspaceId);
		}
		async function givenHelpCentre(): Promise<string[]> {
			const ids: string[] = [];
			for (const [title, body] of HELP_CENTRE)
				ids.push((await ours.publish(title, body)).id);
			return ids;
		}
		const areIndexed = (ids: readonly string[]) =>
			until(async () => {
				const articles = await Promise.all(ids.map((id) => ours.article(id)));
				return articles.every(({ indexed_at }) => indexed_at !== null);
			}, TIME_LIMIT_MS);
		const fallbacks = () => counted(service, "search_engine_fallbacks_total");
		const firstOf = async (query: string) =>
			(await ours.search(query))[0]?.title;
		/** Searches until the server answered one of them. */
		const isBack = () =>
			until(async () => {
				const before = await fallbacks();
				await ours.search(QUERY);
				return (await fallbacks()) === before;
			}, TIME_LIMIT_MS);

		it("searches in memory while the server is unavailable, and on the server when it is back", async () => {
			await givenHarness();
			await areIndexed(await givenHelpCentre());
			await isBack();
			expect(await firstOf(QUERY)).toBe(ANSWER);

			way.breakWith({ kind: "down" });
			const before = await fallbacks();
			expect(await firstOf(QUERY)).toBe(ANSWER);
			expect(await fallbacks()).toBe(before + 1);
			const voucher = await ours.publish("Gift vouchers", "Buy gift vouchers.");
			expect(await firstOf("gift vouchers")).toBe("Gift vouchers");
			expect((await ours.article(voucher.id)).indexed_at).toBeNull();

			way.breakWith(undefined);
			await areIndexed([voucher.id]);
			await isBack();
			expect(await firstOf("gift vouchers")).toBe("Gift vouchers");
		});

		it("responds in time while the server is silent", async () => {
			await givenHarness();
			await areIndexed(await givenHelpCentre());
			await isBack();
			way.breakWith({ kind: "half_open" });
			const start = performance.now();
			const before = await fallbacks();
			const found = await Promise.all(
				Array.from({ length: 5 }, () => firstOf(QUERY)),
			);
			expect(found).toEqual(new Array(5).fill(ANSWER));
			expect(await fallbacks()).toBe(before + 5);
			expect(performance.now() - start).toBeLessThan(PATIENCE_MS);
		});

		it.skipIf(!MEILI_API_KEY)(
			"searches in memory with a key that the server refuses (needs MEILI_API_KEY)",
			async () => {
				await givenHarness({ MEILI_API_KEY: "not the key" });
				const [id] = await givenHelpCentre();
				expect(await firstOf(QUERY)).toBe(ANSWER);
				expect(await fallbacks()).toBe(1);
				expect((await ours.article(id!)).indexed_at).toBeNull();
				await admin.createIndex(index).waitTask(TASK_WAIT);
			},
		);

		it("gives an older index its settings", async () => {
			await givenHarness();
			await areIndexed(await givenHelpCentre());
			await admin
				.index(index)
				.updateSettings({
					searchableAttributes: ["id"],
					prefixSearch: "indexingTime",
				})
				.waitTask(TASK_WAIT);
			running.push(
				await givenService(url, fakeModel(), {
					MEILI_URL,
					...(MEILI_API_KEY && { MEILI_API_KEY }),
					MEILI_INDEX: index,
				}),
			);
			await until(async () => {
				const settings = await admin.index(index).getSettings();
				return (
					settings.prefixSearch === SETTINGS.prefixSearch &&
					String(settings.searchableAttributes) ===
						String(SETTINGS.searchableAttributes)
				);
			}, TIME_LIMIT_MS);
		});

		it("fills a lost index again while it serves", async () => {
			await givenHarness();
			const ids = await givenHelpCentre();
			await areIndexed(ids);
			await admin.deleteIndex(index).waitTask(TASK_WAIT);
			expect(await firstOf(QUERY)).toBe(ANSWER);
			// As the command `reindex` does.
			const db = createPool(configFor(url).db, log);
			await inTransaction(db, workspaceId, async (tx) => {
				for (const id of ids) {
					tx.defer({
						text: "update articles set indexed_at = null where workspace_id = $1 and id = $2",
						values: [workspaceId, id],
					});
					tx.defer(indexJob(workspaceId, id));
				}
			});
			await db.end();
			const searching = Array.from({ length: 20 }, () => firstOf(QUERY));
			expect(await Promise.all(searching)).toEqual(new Array(20).fill(ANSWER));
			await areIndexed(ids);
			await isBack();
			expect(await firstOf(QUERY)).toBe(ANSWER);
		});

		it("searches in memory while the index lacks articles, also within tags", async () => {
			await givenHarness();
			await areIndexed(await givenHelpCentre());
			const tagged = await ours.publish(...HELP_CENTRE[0]!, ["mine"]);
			await areIndexed([tagged.id]);
			await isBack();
			await admin.index(index).deleteAllDocuments().waitTask(TASK_WAIT);
			const before = await fallbacks();
			expect(await firstOf(QUERY)).toBe(ANSWER);
			expect(await ours.search(HELP_CENTRE[0]![0], ["mine"])).toHaveLength(1);
			expect(await fallbacks()).toBe(before + 2);
		});

		it("tries a failed task again", async () => {
			await givenHarness();
			// An index whose primary key is another field rejects our documents.
			await service.stop();
			running.length = 0;
			await admin.deleteIndex(index).waitTask(TASK_WAIT);
			await admin
				.createIndex(index, { primaryKey: "other" })
				.waitTask(TASK_WAIT);
			service = await givenService(url, fakeModel(), {
				MEILI_URL: `http://127.0.0.1:${way.port}`,
				...(MEILI_API_KEY && { MEILI_API_KEY }),
				MEILI_INDEX: index,
			});
			running.push(service);
			ours = harness(service.handlers, workspaceId);
			const [title, body] = HELP_CENTRE[0]!;
			const { id } = await ours.publish(title, body);
			const failed = () =>
				admin.tasks.getTasks({ indexUids: [index], statuses: ["failed"] });
			await until(async () => (await failed()).total > 0, TIME_LIMIT_MS);
			expect((await ours.article(id)).indexed_at).toBeNull();
			expect(await firstOf(QUERY)).toBe(ANSWER);
			await admin.deleteIndex(index).waitTask(TASK_WAIT);
			await areIndexed([id]);
		});

		it("forgets the passages of an article's longer version, and removed articles", async () => {
			await givenHarness();
			const long = Array.from(
				{ length: 6 },
				(_, i) =>
					`Chapter ${i}: ${"turn the wheel slowly to the left ".repeat(8)}`,
			).join("\n\n");
			const { id } = await ours.publish("The wheel", long);
			const stored = async () => {
				const filter = `article_id = "${id}"`;
				const { estimatedTotalHits } = await admin
					.index(index)
					.search("", { filter, limit: 0 });
				return estimatedTotalHits;
			};
			await areIndexed([id]);
			expect(await stored()).toBeGreaterThan(5);
			await ours.update(id, { body: "Turn it." });
			await areIndexed([id]);
			expect(await stored()).toBe(2);
			await ours.remove(id);
			await until(async () => (await stored()) === 0, TIME_LIMIT_MS);
		});
	},
);
