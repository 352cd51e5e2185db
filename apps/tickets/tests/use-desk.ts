import { afterAll, afterEach, beforeAll } from "vitest";
import { type Desk, startDesk } from "./desk.ts";
import { givenWorkspace, type Workspace } from "./given.ts";
import type { Wire } from "./wire.ts";

export interface GivenDesk {
	readonly desk: Desk;
	readonly workspace: Workspace;
}

/**
 * A desk with a workspace for the tests of one `describe`. After each test every job is done, and the other services
 * answer as usual again.
 *
 * @param take keeps both for the tests
 */
export function useDesk(wire: Wire, take: (given: GivenDesk) => void): void {
	let desk: Desk;
	beforeAll(async () => {
		desk = await startDesk({ wire });
		take({ desk, workspace: await givenWorkspace(desk) });
	});
	afterEach(async () => {
		desk.resetUpstreams();
		await desk.settle();
	});
	afterAll(() => desk.stop());
}
