import { inEachWorkspace } from "@supportdesk/pg/each-workspace.ts";
import type { Deps } from "../deps.ts";
import { queueTrainingIfOutdated } from "../store/training.ts";

const ONCE = 2; // the statement answers with one row at most

/** Has every workspace whose agents corrected tickets since the last time learn from it. */
export function trainOutdated({ db }: Pick<Deps, "db">) {
	return (): Promise<void> =>
		inEachWorkspace(db, ONCE, queueTrainingIfOutdated);
}
