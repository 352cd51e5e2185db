import { SingleBar } from "cli-progress";
import { type Command, Option } from "commander";
import { type Reindexed, reindex } from "../reindex.ts";
import { inWorkspace, outside, type Session } from "../session.ts";
import { listWorkspaces } from "../store/workspaces.ts";
import type { Column } from "../view.ts";
import { type Surroundings, shows, WORKSPACE_OPTION } from "./command.ts";

const COLUMNS: readonly Column<Reindexed>[] = [
	["Workspace", "workspace_id"],
	["Articles", "articles"],
];

export function addReindex(program: Command, around: Surroundings): void {
	shows(
		program
			.command("reindex")
			.description(
				"have all articles indexed again by the running Support Desk, which serves meanwhile",
			)
			.option(...WORKSPACE_OPTION)
			.addOption(new Option("--all", "every workspace").conflicts("workspace")),
		around,
		COLUMNS,
		async (session, { workspace, all }) => {
			const done: Reindexed[] = [];
			for (const id of await chosen(session, workspace, Boolean(all))) {
				done.push(await reindexWithBar(session, id));
			}
			return done;
		},
	);
}

async function chosen(
	session: Session,
	workspace: string | undefined,
	all: boolean,
): Promise<string[]> {
	if (!all) return inWorkspace(session, workspace, async (_, id) => [id]);
	return (await outside(session, listWorkspaces)).map(({ id }) => id);
}

/** The bar goes to the standard error stream, and only to a terminal: the result stays clean for programs. */
async function reindexWithBar(
	session: Session,
	workspaceId: string,
): Promise<Reindexed> {
	const bar = new SingleBar({
		format: `${workspaceId} {bar} {value}/{total} articles`,
		barCompleteChar: "█",
		barIncompleteChar: "░",
		hideCursor: true,
	});
	bar.start(0, 0);
	try {
		return await reindex(session, workspaceId, (indexed, total) => {
			bar.setTotal(total);
			bar.update(indexed);
		});
	} finally {
		bar.stop();
	}
}
