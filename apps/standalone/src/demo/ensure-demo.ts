import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createAccountLink } from "@supportdesk/admin/create-account-link.ts";
import type { Logger } from "@supportdesk/logger/logger.ts";
import { createPool, type Pool } from "@supportdesk/pg/pool.ts";
import { inTransaction } from "@supportdesk/pg/transaction.ts";
import type { DataFolder } from "../data-folder.ts";
import { createDemoWorkspace } from "./create-workspace.ts";
import { type Demo, readDemo, writeDemo } from "./demo.ts";
import { ensureMailbox } from "./ensure-mailbox.ts";
import { fillDemoWorkspace, importPastTickets } from "./fill-workspace.ts";
import { untilAvailable } from "./until-available.ts";

/** In the file that says that the demo was filled, until its past tickets are imported; else it is empty. */
const IMPORTING = "importing";

/** Where the installation can be reached. */
export interface Reached {
	readonly baseUrl: string;
	/** The SMTP listener; null where there is none. */
	readonly mail: Demo["mail"];
}

/**
 * Makes a link that signs in to the demo once, as its first agent, who is an admin; undefined where that agent was
 * deactivated.
 */
export async function createDemoLink(
	databaseUrl: string,
	{ workspace_id: workspaceId, agents, base_url: publicUrl }: Demo,
	log: Logger,
): Promise<string | undefined> {
	const pool = createPool({ url: databaseUrl, sizeMax: 1 }, log);
	try {
		const { url } = await inTransaction(pool, workspaceId, (tx) =>
			createAccountLink(tx, {
				...{ workspaceId, agentId: agents[0]!.id, role: "admin" },
				...{ purpose: "sign_in", publicUrl, now: new Date() },
			}),
		);
		return url;
	} catch (err) {
		log.warn({ err }, "no sign-in link for the demo");
		return undefined;
	} finally {
		await pool.end();
	}
}

/** Ensures that the demo workspace exists with its content and that `demo.json` describes it. */
export async function ensureDemo(
	databaseUrl: string,
	{ baseUrl, mail }: Reached,
	folder: DataFolder,
	log: Logger,
): Promise<Demo> {
	const pool = createPool({ url: databaseUrl, sizeMax: 1 }, log);
	try {
		const workspace = await untilAvailable(() =>
			ensureWorkspace(pool, baseUrl, folder),
		);
		const mailboxes = await ensureMailbox(workspace, log);
		const demo = { ...workspace, mail, mailboxes };
		writeDemo(folder.demo, demo);
		if (!existsSync(folder.demoFilled)) {
			await fillDemoWorkspace(demo);
			writeFileSync(folder.demoFilled, IMPORTING);
		}
		if (readFileSync(folder.demoFilled, "utf8") === IMPORTING)
			importInBackground(demo, folder, log);
		return demo;
	} finally {
		await pool.end();
	}
}

/** The first start is not slower for it. A start that is stopped before leaves the import to the next one. */
function importInBackground(demo: Demo, folder: DataFolder, log: Logger): void {
	importPastTickets(demo, new Date()).then(
		() => writeFileSync(folder.demoFilled, ""),
		(err) => log.info({ err }, "the demo's past tickets not imported yet"),
	);
}

async function ensureWorkspace(
	pool: Pool,
	baseUrl: string,
	folder: DataFolder,
): Promise<Demo> {
	const known = readDemo(folder.demo);
	if (!known || !(await exists(pool, known.workspace_id))) {
		// The folder's demo was filled in another database.
		rmSync(folder.demoFilled, { force: true });
		return createDemoWorkspace(pool, folder.demo, baseUrl, new Date());
	}
	const demo = { ...known, base_url: baseUrl };
	if (known.base_url !== baseUrl) writeDemo(folder.demo, demo);
	return demo;
}

async function exists(pool: Pool, workspaceId: string): Promise<boolean> {
	return inTransaction(pool, workspaceId, async (tx) => {
		const { rows } = await tx.query({
			text: "select from gateway.workspaces where id = $1",
			values: [workspaceId],
		});
		return rows.length > 0;
	});
}
