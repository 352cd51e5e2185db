import { redisMissing } from "@supportdesk/testkit/redis.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ATTACKS, type AttackName } from "../src/attacks.ts";
import {
	memoryLimitMib,
	type Neighbours,
	startNeighbours,
} from "../src/neighbours.ts";

const START_MS = 180_000; // seven processes on a machine that runs all other tests as well
const TEST_MS = 120_000;
const missing = redisMissing(true);

// The long form, which compares times as well, is `npm run test:chaos -- --neighbours`: on a machine that runs all other
// tests at once, times are not comparable.
describe.skipIf(missing)(
	`two workspaces${missing ? ` (${missing})` : ""}`,
	() => {
		let neighbours: Neighbours;
		beforeAll(async () => {
			neighbours = await startNeighbours();
		}, START_MS);
		afterAll(() => neighbours?.stop(), START_MS);

		it.each(Object.keys(ATTACKS) as AttackName[])(
			"serves one during another one's %s, within the manifests' memory",
			async (attack) => {
				const { beside, peakMib } = await neighbours.measure(attack, 6);
				expect(beside.statuses[200]).toBeGreaterThan(0);
				expect(Object.keys(beside.statuses).sort()).toEqual(["200", "201"]);
				for (const [app, mib] of Object.entries(peakMib)) {
					expect([app, mib < memoryLimitMib(app)]).toEqual([app, true]);
				}
			},
			TEST_MS,
		);
	},
);
