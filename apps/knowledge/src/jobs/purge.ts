import { inEachWorkspace } from "@supportdesk/pg/each-workspace.ts";
import { purgeIdempotencyKeys } from "@supportdesk/pg/idempotency.ts";
import type { Deps } from "../service.ts";

const BATCH = 1_000;

/** Removes for good what nobody can see any more. */
export function purge({ db, clock }: Pick<Deps, "db" | "clock">) {
	return async (): Promise<void> => {
		await inEachWorkspace(db, BATCH, (workspaceId) =>
			purgeIdempotencyKeys(workspaceId, clock.now(), BATCH),
		);
	};
}
