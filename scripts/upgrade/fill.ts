import { setTimeout as sleep } from "node:timers/promises";
import { type Client, createClient, type Json } from "./client.ts";
import type { Installation } from "./installation.ts";

/** An idempotent request from before the upgrade, with its response. */
export interface KeyedRequest {
	readonly path: string;
	readonly body: unknown;
	readonly idempotencyKey: string;
	readonly status: number;
	readonly answer: Json;
}

/** The data of the filled installation that has to work after an upgrade. */
export interface Filled {
	readonly workspaceId: string;
	/** Secrets of keys by their kind. */
	readonly keys: Readonly<Record<KeyName, string>>;
	readonly requests: readonly KeyedRequest[];
	/** Paths that returned 404 when it was filled. */
	readonly deleted: readonly string[];
}

export type KeyName =
	| "all"
	| "reader"
	| "starter"
	| "limited"
	| "revoked"
	/** A key of another, empty workspace. */
	| "bystander";

const SETTLE_MS_MAX = 120_000;
const POLL_MS = 200;
const QUESTIONS = [
	["Refund of an order", "How long does a refund take to reach my bank?"],
	["Locked out", "I forgot my password. Where is the reset link?"],
	["Which colour?", "Do you sell the lamp in violet, and with a dimmer?"],
	["Printer", "The AX-2000 shows error E-104. What does it mean?"],
	["Refund again", "When is the refund of my order on my bank account?"],
] as const;

/**
 * Fills an installation through the API and its command line with resources in every state, and waits until the
 * background work is done.
 *
 * @param rounds how often the tickets are created
 */
export async function fill(
	installation: Installation,
	rounds: number,
): Promise<Filled> {
	const { id, agents, groups, keys } = provision(installation);
	const client = createClient(installation.url, keys.all);
	const recorder = createRecorder(client);
	const articles = await fillArticles(recorder);
	const deleted = [];
	for (let round = 1; round <= rounds; round += 1) {
		deleted.push(...(await fillTickets(recorder, round, agents, groups)));
	}
	await settle(client, articles);
	await fillDrafts(recorder, articles);
	await settle(client, articles);
	return { workspaceId: id, keys, requests: recorder.requests, deleted };
}

/** A workspace with agents, groups, attributes of every type, and keys of every kind. */
function provision({ admin }: Installation) {
	const unlimited = ["--per-minute", "1000000", "--burst", "1000000"];
	const createWorkspace = (name: string) => {
		const { id } = admin<Json>("workspaces", "create", "--name", name);
		const within = ["--workspace", id as string];
		const agents = ["ada", "bob"].map((agent) =>
			admin<Json>(
				...["agents", "create", ...within],
				...["--name", agent, "--email", `${agent}@support.example`],
			),
		);
		const createKey = (plan: string, scopes: string, ...limits: string[]) =>
			admin<Json>(
				...["keys", "create", ...within, "--owner", agents[0].id],
				...["--plan", plan, "--scopes", scopes, ...limits],
			);
		return { id: id as string, within, agents, createKey };
	};
	const bystander = createWorkspace("Bystander");
	const { id, within, agents, createKey } = createWorkspace("Upgraded");
	const groups = ["Billing", "Rückgabe"].map((name) =>
		admin<Json>("groups", "create", ...within, "--name", name),
	);
	for (const [key, type, ...values] of [
		["region", "enum", "--values", "emea,apac"],
		["seats", "number"],
		["paying", "boolean"],
		["since", "date"],
		["note", "string"],
	])
		admin(
			...["attributes", "define", ...within],
			...["--key", key!, "--type", type!, ...values],
		);
	const revoked = createKey("growth", "all");
	admin("keys", "revoke", revoked.id);
	const keys: Record<KeyName, string> = {
		all: createKey("enterprise", "all", ...unlimited).secret,
		reader: createKey("scale", "tickets:read", ...unlimited).secret,
		starter: createKey("starter", "all").secret,
		limited: createKey(
			...["growth", "all", "--per-minute", "77", "--burst", "33"],
			...["--per-day", "5000", "--concurrent", "3"],
		).secret,
		revoked: revoked.secret,
		bystander: bystander.createKey("enterprise", "all", ...unlimited).secret,
	};
	return { id, agents, groups, keys };
}

/** Sends every create with an idempotency key, and records the response. */
function createRecorder(client: Client) {
	const requests: KeyedRequest[] = [];
	return {
		client,
		requests,
		async post(path: string, body: unknown): Promise<Json> {
			const idempotencyKey = `upgrade-${requests.length}`;
			const { status, body: answer } = await client.expectOk(
				...(["POST", path, body, idempotencyKey] as const),
			);
			requests.push({ path, body, idempotencyKey, status, answer });
			return answer;
		},
	};
}

type Recorder = ReturnType<typeof createRecorder>;

async function fillArticles({ client, post }: Recorder): Promise<Json[]> {
	const articles: Json[] = [];
	for (const [title, text, status] of [
		["Refunds", "A refund takes five days to reach your bank.", "published"],
		["Passwords", "Use the reset link on the sign-in page.", "published"],
		["AX-2000", "Error E-104: the network was not found.", "published"],
		["Old rates", "The rates of last year were higher.", "published"],
		["Withdrawn", "Nothing of this is true any more.", "published"],
		["Not yet", "This will be announced in **spring**.", "draft"],
	] as const) {
		const body = `# ${title}\n\n${text}\n\n| a | b |\n|---|---|\n| 1 | ä |`;
		articles.push(
			await post("/v1/knowledge/articles", {
				...{ title, body, status },
				tags: ["help", title.toLowerCase().replace(" ", "-")],
			}),
		);
	}
	const path = (n: number) => `/v1/knowledge/articles/${articles[n].id}`;
	await client.expectOk("POST", `${path(3)}/archive`);
	await client.expectOk("DELETE", path(4));
	await client.expectOk("PATCH", path(1), { title: "Passwords and keys" });
	return articles.filter((_, n) => n !== 4);
}

/** @returns paths of deleted tickets */
async function fillTickets(
	{ client, post }: Recorder,
	round: number,
	agents: readonly Json[],
	groups: readonly Json[],
): Promise<string[]> {
	const tickets: Json[] = [];
	for (const [n, [subject, body]] of QUESTIONS.entries()) {
		const ticket = await post("/v1/tickets", {
			...{ subject, body },
			priority: ["urgent", "high", "normal", "low"][n % 4],
			channel: ["email", "chat", "widget", "api"][n % 4],
			contact: { email: `c${n}-${round}@Example.com`, name: n ? "Zoë" : "" },
			tags: ["vip", `tag-${n}`],
			...(n > 0 && { assignee_id: agents[n % 2].id }),
			...(n > 1 && { group_id: groups[n % 2].id }),
			custom_attributes: {
				...{ region: "emea", seats: 12.5, paying: n % 2 === 0 },
				...{ since: "2026-02-28", note: "naïve ≠ 'quoted'" },
			},
		});
		tickets.push(ticket);
	}
	const messages = (n: number) => `/v1/tickets/${tickets[n].id}/messages`;
	await post(messages(1), {
		...{ type: "note", body: "Seen before." },
		attachments: [file("note.bin", round)],
	});
	await post(messages(3), {
		type: "outbound",
		body: "<p>See <b>below</b> &amp; <a href='https://x.example'>here</a></p>",
		author_id: agents[1].id,
		attachments: [file("reply.bin", round), file("Größe.txt", round)],
	});
	const path = (n: number) => `/v1/tickets/${tickets[n].id}`;
	await client.expectOk("POST", `${path(2)}/tags`, { tags: ["added"] });
	await client.expectOk("DELETE", `${path(2)}/tags/vip`);
	await client.expectOk("PATCH", path(3), { status: "resolved" });
	await client.expectOk("PATCH", path(2), {
		...{ status: "pending", priority: "low", assignee_id: null },
		custom_attributes: { seats: null, region: "apac" },
	});
	const deleted = await post("/v1/tickets", {
		...{ subject: "Gone", body: "Delete this" },
		contact: { email: "deleted@example.com" },
	});
	await client.expectOk("DELETE", `/v1/tickets/${deleted.id}`);
	return [`/v1/tickets/${deleted.id}`];
}

/** Approves one draft and makes one stale by changing its article; the others stay ready. */
async function fillDrafts(
	{ client, post }: Recorder,
	articles: readonly Json[],
): Promise<void> {
	const { body: list } = await client.expectOk(
		"GET",
		"/v1/conversations?limit=100&sort=created_at:asc",
	);
	const ready = (list.data as Json[]).filter(({ ai }) => ai.draft_ready);
	const answers = new Map<string, Json>();
	for (const { id } of ready) {
		const draft = await client.expectOk("GET", draftOf(id));
		for (const { article_id } of draft.body.sources)
			answers.set(article_id, draft.body);
	}
	const [refund, password] = articles.map(({ id }) => answers.get(id));
	if (!refund || !password) throw new Error("No draft can be approved.");
	await post(`${draftOf(refund.conversation_id)}/approve`, {
		draft_id: refund.id,
	});
	await client.expectOk("PATCH", `/v1/knowledge/articles/${articles[1].id}`, {
		status: "draft",
	});
	await until("a draft is retracted", async () => {
		const { body } = await client.send(
			"GET",
			draftOf(password.conversation_id),
		);
		return body.stale === true;
	});
}

export const draftOf = (ticketId: string) =>
	`/v1/conversations/${ticketId}/ai-draft`;

/** Waits until the articles are indexed, the mails are sent, and the drafts are written. */
async function settle(
	client: Client,
	articles: readonly Json[],
): Promise<void> {
	await until("articles are indexed", async () => {
		const shown = await Promise.all(
			articles.map(({ id }) =>
				client.expectOk("GET", `/v1/knowledge/articles/${id}`),
			),
		);
		return shown.every(
			({ body }) => body.status !== "published" || body.indexed_at !== null,
		);
	});
	let before = "";
	let since = Date.now();
	await until("nothing changes any more", async () => {
		const path = "/v1/conversations?limit=100&status=all";
		const gaps = await client.expectOk("GET", "/v1/knowledge/gaps?limit=100");
		const { body } = await client.expectOk("GET", path);
		const now = JSON.stringify([body, gaps.body]);
		if (now !== before) since = Date.now();
		before = now;
		return Date.now() - since > QUIET_MS;
	});
}

/** A background job starts within a quarter of a second and takes at most as long. */
const QUIET_MS = 3_000;

async function until(
	what: string,
	holds: () => Promise<boolean>,
): Promise<void> {
	const deadline = Date.now() + SETTLE_MS_MAX;
	while (!(await holds())) {
		if (Date.now() > deadline) throw new Error(`Timed out: ${what}.`);
		await sleep(POLL_MS);
	}
}

function file(filename: string, seed: number) {
	const bytes = Buffer.from(
		Array.from({ length: 70_000 }, (_, n) => (n * 31 + seed * 7) % 251),
	);
	return {
		filename,
		content_type: "application/octet-stream",
		data: bytes.toString("base64"),
	};
}
