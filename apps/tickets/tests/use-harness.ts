import { afterAll, afterEach, beforeAll } from "vitest";
import { givenWorkspace, type Workspace } from "./given.ts";
import { type Harness, startHarness } from "./harness.ts";
import type { Transport } from "./transport.ts";

export interface GivenHarness {
	readonly harness: Harness;
	readonly workspace: Workspace;
}

/**
 * A harness with a workspace for the tests of one `describe`. After each test every job is done, and the other services
 * answer as usual again.
 *
 * @param take keeps both for the tests
 */
export function useHarness(
	transport: Transport,
	take: (given: GivenHarness) => void,
): void {
	let harness: Harness;
	beforeAll(async () => {
		harness = await startHarness({ transport });
		take({ harness, workspace: await givenWorkspace(harness) });
	});
	afterEach(async () => {
		harness.resetUpstreams();
		await harness.settle();
	});
	afterAll(() => harness.stop());
}
