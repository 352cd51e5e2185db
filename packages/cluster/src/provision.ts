import { newId } from "@supportdesk/ids/ids.ts";
import {
	generateApiKey,
	hashApiKey,
	maskApiKey,
} from "@supportdesk/keys/api-key.ts";
import { SCOPES, type Scope } from "@supportdesk/keys/scopes.ts";
import pg from "pg";

/** A workspace with one agent and one key with all scopes. */
export interface Workspace {
	readonly id: string;
	readonly agentId: string;
	readonly key: string;
	readonly keyId: string;
}

export interface KeyOptions {
	/** Name of the plan whose limits apply. */
	readonly plan: string;
	/** Raises all four limits of the key out of reach, to measure the product and not its limiter's refusals. */
	readonly unlimited?: boolean;
	/** All if not given. */
	readonly scopes?: readonly Scope[];
}

// Above the requests of any measurement, and within PostgreSQL's integer.
const NO_LIMIT = 1_000_000_000;

/** The scopes that every version knows, for measuring and upgrading earlier ones. */
export const FIRST_SCOPES: readonly Scope[] = [
	"tickets:read",
	"tickets:write",
	"knowledge:read",
	"knowledge:write",
];

/** Creates a workspace as the command line does, without its start-up time. */
export async function provisionWorkspace(
	url: string,
	name: string,
	options: KeyOptions,
): Promise<Workspace> {
	const workspaceId = newId("wsp", Date.now());
	const agentId = newId("usr", Date.now());
	await withClient(url, async (client) => {
		await client.query(
			"insert into gateway.workspaces (id, name, created_at) values ($1, $2, now())",
			[workspaceId, name],
		);
		for (const schema of ["tickets", "knowledge"]) {
			await client.query(
				`insert into ${schema}.workspaces (id) values ($1) on conflict do nothing`,
				[workspaceId],
			);
		}
		await client.query(
			`insert into tickets.agents (workspace_id, id, name, email, created_at)
			 values ($1, $2, 'Ada Agent', 'ada@example.com', now())`,
			[workspaceId, agentId],
		);
	});
	return addKey(url, { id: workspaceId, agentId }, options);
}

/** Adds a key to a workspace. */
export async function addKey(
	url: string,
	workspace: Pick<Workspace, "id" | "agentId">,
	{ plan, unlimited = false, scopes = SCOPES }: KeyOptions,
): Promise<Workspace> {
	const key = generateApiKey();
	const keyId = newId("key", Date.now());
	const limit = unlimited ? NO_LIMIT : null;
	await withClient(url, (client) =>
		client.query(
			`insert into gateway.api_keys (workspace_id, id, owner_id, key_hash, masked, scopes, plan, created_at,
			                               per_minute, burst, per_day, concurrent)
			 values ($1, $2, $3, $4, $5, $6, $7, now(), $8, $8, $8, $8)`,
			[
				workspace.id,
				keyId,
				workspace.agentId,
				hashApiKey(key),
				maskApiKey(key),
				[...scopes],
				plan,
				limit,
			],
		),
	);
	return { ...workspace, key, keyId };
}

async function withClient<T>(
	url: string,
	work: (client: pg.Client) => Promise<T>,
): Promise<T> {
	const client = new pg.Client(url);
	await client.connect();
	try {
		return await work(client);
	} finally {
		await client.end();
	}
}
