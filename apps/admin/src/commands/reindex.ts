import { SingleBar } from "cli-progress";
import { type Command, Option } from "commander";
import { type Reindexed, reindex } from "../reindex.ts";
import { inWorkspace, type Session, withoutWorkspace } from "../session.ts";
import { listWorkspaces } from "../store/workspaces.ts";
import type { Column } from "../view.ts";
import { addAction, type CommandContext, WORKSPACE_OPTION } from "./command.ts";

const COLUMNS: readonly Column<Reindexed>[] = [
	["Workspace", "workspace_id"],
	["Articles", "articles"],
];

export function addReindex(program: Command, context: CommandContext): void {
	addAction(
		program
			.command("reindex")
			.description(
				"index all articles again, in the running Support Desk, which keeps serving",
			)
			.option(...WORKSPACE_OPTION)
			.addOption(new Option("--all", "every workspace").conflicts("workspace")),
		context,
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
	return (await withoutWorkspace(session, listWorkspaces)).map(({ id }) => id);
}

/** The bar is written to standard error, and only to a terminal, so that programs can parse standard output. */
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
