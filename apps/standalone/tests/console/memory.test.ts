import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
	browserIsMissing,
	type ConsoleTest,
	START_MS,
	startConsole,
} from "./console.ts";
import { type Held, readHeld, work } from "./day-of-work.ts";

// `npm run test:console-memory` works for an hour.
const WORK_MS = Number(process.env.CONSOLE_MINUTES ?? 0.75) * 60_000;
// What has been shown stays in memory for ten minutes, so that going back is quick: a longer run begins to count then.
const KEPT_MS = 11 * 60_000;
const WARM_LAPS = 2;
const LAPS_MIN = 8;
const LAP_MS_MAX = 20_000;
// Of the page: messages, lists and views that were looked at are fetched again and are not the same size each time.
const GROWN_MB_MAX = 2;
const GROWN_NODES_MAX = 100;
const GROWN_LISTENERS_MAX = 15;

let desk: ConsoleTest;
beforeAll(async () => {
	if (browserIsMissing) return;
	desk = await startConsole();
	await desk.product.insertTickets(desk.workspace.id, 200);
	await desk.workspace.api.post("/v1/knowledge/articles", {
		title: "Where is my parcel?",
		body: "The link in our mail shows where it is.",
	});
}, START_MS);
afterAll(() => desk?.stop());

describe.skipIf(browserIsMissing)("the console's memory", () => {
	it("is flat over hours of work", {
		timeout: 2 * WORK_MS + LAPS_MIN * LAP_MS_MAX,
	}, async () => {
		const page = await desk.open("/inbox/all");
		await page.locator("[data-ticket]").first().waitFor();
		const session = await page.context().newCDPSession(page);
		const counted = await workOn(async (lap) => {
			await work(desk, page, lap);
			return readHeld(session);
		});
		const third = Math.floor(counted.length / 3);
		const early = medianOf(counted.slice(0, third));
		const late = medianOf(counted.slice(-third));
		console.info(
			`${counted.length} laps of work: ${shown(early)} early, ${shown(late)} late`,
		);
		expect(late.heapMb - early.heapMb).toBeLessThan(GROWN_MB_MAX);
		expect(late.nodes - early.nodes).toBeLessThan(GROWN_NODES_MAX);
		expect(late.listeners - early.listeners).toBeLessThan(GROWN_LISTENERS_MAX);
		await page.context().close();
		desk.expectClean();
	});
});

/** What was held after each lap that counts. */
async function workOn(doLap: (lap: number) => Promise<Held>): Promise<Held[]> {
	const counted: Held[] = [];
	const begin = Date.now();
	const countFrom = WORK_MS > 2 * KEPT_MS ? KEPT_MS : 0;
	for (let lap = 1; ; lap++) {
		const held = await doLap(lap);
		const elapsed = Date.now() - begin;
		if (lap > WARM_LAPS && elapsed > countFrom) counted.push(held);
		if (lap % 50 === 0)
			console.info(
				`${(elapsed / 60_000).toFixed(1)} min, lap ${lap}: ${shown(held)}`,
			);
		if (elapsed > WORK_MS && counted.length >= LAPS_MIN) return counted;
	}
}

function medianOf(all: readonly Held[]): Held {
	const median = (name: keyof Held) =>
		all.map((held) => held[name]).sort((a, b) => a - b)[all.length >> 1]!;
	return {
		heapMb: median("heapMb"),
		nodes: median("nodes"),
		listeners: median("listeners"),
	};
}

function shown({ heapMb, nodes, listeners }: Held): string {
	return `${heapMb.toFixed(1)} MB, ${nodes} nodes, ${listeners} listeners`;
}
