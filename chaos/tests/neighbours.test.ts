import { redisMissing } from "@supportdesk/testkit/redis.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
	memoryLimitMib,
	type Neighbours,
	startNeighbours,
} from "../src/neighbours.ts";

const START_MS = 180_000; // seven processes on a machine that runs all other tests as well
const TEST_MS = 120_000;
const missing = redisMissing(true);

// The long form, with slow readers and times, is `npm run test:chaos -- --neighbours`.
describe.skipIf(missing)(
	`two workspaces${missing ? ` (${missing})` : ""}`,
	() => {
		let neighbours: Neighbours;
		beforeAll(async () => {
			neighbours = await startNeighbours();
		}, START_MS);
		afterAll(() => neighbours?.stop(), START_MS);

		it(
			"reaches the services during another workspace's uploads of 27 MB",
			async () => {
				const { beside, peakMib } = await neighbours.measure(
					"large uploads",
					6,
				);
				const { statuses } = beside;
				expect(statuses[200]).toBeGreaterThan(0);
				expect([statuses[0], statuses[500], statuses[502]]).toEqual([
					undefined,
					undefined,
					undefined,
				]);
				expect(peakMib.tickets).toBeLessThan(memoryLimitMib("tickets"));
			},
			TEST_MS,
		);
	},
);
