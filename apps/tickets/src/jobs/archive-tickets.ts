import { inEachWorkspace } from "@supportdesk/pg/each-workspace.ts";
import type { Deps } from "../deps.ts";
import { archiveUntouched } from "../store/housekeeping.ts";

const BATCH = 500;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Archives tickets that were resolved and not touched for as long as the configuration says. */
export function archiveTickets({
	db,
	clock,
	archiveAfterDays,
}: Pick<Deps, "db" | "clock" | "archiveAfterDays">) {
	return async (): Promise<void> => {
		const before = new Date(clock.now().getTime() - archiveAfterDays * DAY_MS);
		await inEachWorkspace(db, BATCH, (workspaceId) =>
			archiveUntouched(workspaceId, before, clock.now(), BATCH),
		);
	};
}
