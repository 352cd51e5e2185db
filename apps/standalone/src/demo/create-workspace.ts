import { createAgent } from "@supportdesk/admin/create-agent.ts";
import { createGroup } from "@supportdesk/admin/create-group.ts";
import { createKey } from "@supportdesk/admin/create-key.ts";
import { createWorkspace } from "@supportdesk/admin/create-workspace.ts";
import { defineAttribute } from "@supportdesk/admin/define-attribute.ts";
import { newId } from "@supportdesk/ids/ids.ts";
import type { Pool } from "@supportdesk/pg/pool.ts";
import {
	inTransaction,
	type Transaction,
} from "@supportdesk/pg/transaction.ts";
import { type Demo, PLANS, writeDemo } from "./demo.ts";

const AGENTS = [
	{ name: "Account team", email: "accounts@papermoss.example" },
	{ name: "Billing team", email: "billing@papermoss.example" },
	{ name: "Technical team", email: "technical@papermoss.example" },
];
const GROUPS = ["First line", "Billing"];
const ATTRIBUTES = [
	{ key: "account_id", type: "string" },
	{ key: "seats", type: "number" },
	{ key: "is_paying", type: "boolean" },
	{ key: "renews_on", type: "date" },
	{ key: "plan", type: "enum", values: "free,personal,team" },
];

/**
 * Creates the demo workspace of "Papermoss", a note-taking product, without articles and tickets, and writes the demo's
 * file. The file is written before the commit: a start killed in between leaves a file without a workspace, which the
 * next start replaces, and never a workspace with unknown keys.
 */
export async function createDemoWorkspace(
	pool: Pool,
	path: string,
	baseUrl: string,
	now: Date,
): Promise<Demo> {
	const workspaceId = newId("wsp", now.getTime());
	return inTransaction(pool, workspaceId, async (tx) => {
		await createWorkspace(tx, { id: workspaceId, name: "Papermoss", now });
		const agents = [];
		for (const agent of AGENTS) {
			const { id } = await createAgent(tx, { ...agent, workspaceId, now });
			agents.push({ id, ...agent });
		}
		const groups = [];
		for (const name of GROUPS) {
			const { id } = await createGroup(tx, { name, workspaceId, now });
			groups.push({ id, name });
		}
		for (const attribute of ATTRIBUTES)
			await defineAttribute(tx, { ...attribute, workspaceId, now });
		const demo: Demo = {
			base_url: baseUrl,
			workspace_id: workspaceId,
			keys: await createKeys(tx, workspaceId, agents[0]!.id, now),
			agents,
			groups,
			attributes: ATTRIBUTES.map(({ key, type }) => ({ key, type })),
			// It is created through the API, when there is one.
			mail: null,
			mailboxes: [],
		};
		writeDemo(path, demo);
		return demo;
	});
}

async function createKeys(
	tx: Transaction,
	workspaceId: string,
	ownerId: string,
	now: Date,
): Promise<Demo["keys"]> {
	const keys: Partial<Demo["keys"]> = {};
	for (const plan of PLANS) {
		const request = { workspaceId, ownerId, plan, scopes: "all", now };
		keys[plan] = (await createKey(tx, request)).secret;
	}
	return keys as Demo["keys"];
}
