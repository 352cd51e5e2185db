import { type Client, createClient, type Json, walk } from "./client.ts";
import { draftOf, type Filled, type KeyName } from "./fill.ts";
import type { Installation } from "./installation.ts";

/** All visible data of an installation, by request. */
export type Snapshot = Readonly<Record<string, Json>>;

const TICKETS = "/v1/tickets?status=all";
/** The snapshot's key for all tickets. */
export const EVERY_TICKET = `WALK ${TICKETS}`;
const TICKET_LISTS = [
	TICKETS,
	"/v1/tickets?status=open&sort=priority:desc",
	"/v1/tickets?status=all&tag=added",
	"/v1/conversations?status=all",
	"/v1/conversations?status=all&sort=updated_at:asc",
];
const ARTICLES = "/v1/knowledge/articles?status=all";
const GAPS = "/v1/knowledge/gaps?status=all";
const LISTS = [...TICKET_LISTS, ARTICLES, `${ARTICLES}&sort=title:asc`, GAPS];
const ADMIN_LISTS = ["agents", "groups", "attributes", "keys"];
const PAGE = 3; // small, so that every list has cursors

/** Reads every resource of the workspace through every endpoint, and the lists of the command line. */
export async function takeSnapshot(
	installation: Installation,
	{ keys, workspaceId, deleted }: Filled,
): Promise<Snapshot> {
	const client = createClient(installation.url, keys.all);
	const shown: Record<string, Json> = {};
	const get = async (path: string) => {
		const { status, body, headers } = await client.send("GET", path);
		shown[`GET ${path}`] = { status, headers, body: withoutRequest(body) };
		return body;
	};
	for (const path of LISTS) {
		shown[`WALK ${path}`] = (await walk(client, path, PAGE)).items;
	}
	for (const { id } of shown[EVERY_TICKET]) {
		await get(`/v1/tickets/${id}`);
		await get(`/v1/conversations/${id}`);
		await get(draftOf(id));
		const messages = `/v1/tickets/${id}/messages`;
		const { items } = await walk(client, messages, 1);
		shown[`WALK ${messages}`] = items;
		for (const { attachments } of items) {
			for (const { url } of attachments) await get(url);
		}
	}
	for (const { id } of shown[`WALK ${ARTICLES}`]) {
		await get(`/v1/knowledge/articles/${id}`);
	}
	for (const path of deleted) await get(path);
	for (const [name, secret] of Object.entries(keys)) {
		await showKey(shown, createClient(installation.url, secret), name);
	}
	for (const list of ADMIN_LISTS) {
		shown[`ADMIN ${list}`] = installation.admin(
			...[list, "list", "--workspace", workspaceId],
		);
	}
	shown["ADMIN workspaces"] = installation.admin("workspaces", "list");
	return shown;
}

/** Records a key's permissions and limits. */
async function showKey(
	shown: Record<string, Json>,
	client: Client,
	name: string | KeyName,
): Promise<void> {
	for (const path of ["/v1/tickets?limit=1", "/v1/knowledge/gaps?limit=1"]) {
		const { status, headers } = await client.send("GET", path);
		shown[`KEY ${name} ${path}`] = { status, headers };
	}
}

/** Reads all pages of the lists, with their cursors. */
export async function takePages(
	installation: Installation,
	{ keys }: Filled,
): Promise<Json[]> {
	const client = createClient(installation.url, keys.all);
	const pages = [];
	for (const path of LISTS)
		pages.push(...(await walk(client, path, PAGE)).pages);
	return pages;
}

/** Removes the request id of an error, which differs every time. */
function withoutRequest(body: Json): Json {
	if (!body?.error) return body;
	return { error: { ...body.error, request_id: "" } };
}
