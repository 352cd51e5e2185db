import { fileURLToPath } from "node:url";
import { newId } from "@supportdesk/ids/ids.ts";
import { migrate } from "@supportdesk/pg/migrate.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { KnowledgeApi } from "@supportdesk/rpc/service-api.ts";
import { createTestDatabase } from "@supportdesk/testkit/database.ts";
import pg from "pg";
import { afterAll } from "vitest";
import { migration } from "../src/migration.ts";
import { createService, type Service } from "../src/service.ts";
import { configFor, log } from "./configuration.ts";
import type { FakeModel } from "./fake-model.ts";

const MIGRATIONS = fileURLToPath(new URL("../migrations", import.meta.url));

/** A migrated database of the file's own. */
export async function givenDatabase(): Promise<string> {
	const database = await createTestDatabase([MIGRATIONS], (url) =>
		migrate(migration(url), log),
	);
	afterAll(() => database.drop());
	return database.url;
}

/** A started process of the service. */
export async function givenService(
	url: string,
	model: FakeModel,
	env: Record<string, string> = {},
	overrides: Parameters<typeof createService>[3] = {},
): Promise<Service> {
	const service = createService(
		configFor(url, env),
		log,
		{ ai: model.ai },
		overrides,
	);
	await service.start();
	return service;
}

/** Registers a workspace, as the admin tool does; the service itself may not. Scheduled jobs process it. */
export async function givenWorkspace(
	admin: Pick<pg.Client, "query">,
	workspaceId: string,
): Promise<void> {
	await admin.query("insert into knowledge.workspaces (id) values ($1)", [
		workspaceId,
	]);
}

/** The value of one of the service's counters. */
export async function counted(
	{ metrics }: Service,
	counter: string,
): Promise<number> {
	const text = await metrics.registry.metrics();
	return Number(new RegExp(`^${counter} (\\d+)$`, "m").exec(text)?.[1]);
}

export function contextOf(workspaceId: string): CallContext {
	return {
		requestId: newId("req", Date.now()),
		workspaceId,
		apiKeyId: "key_test",
		actorId: "usr_test",
		deadline: Date.now() + 60_000,
		signal: new AbortController().signal,
		operationId: "",
	};
}

export interface ShownArticle {
	id: string;
	status: string;
	indexed_at: string | null;
	retrieval_count: number;
}

export interface ShownResult {
	article_id: string;
	title: string;
	relevance_score: number;
	excerpt: string;
}

export interface ShownGap {
	id: string;
	topic: string;
	frequency: number;
	status: string;
	example_queries: string[];
	ticket_ids: string[];
	resolved_by_article_id: string | null;
}

const parse = <T>({ body }: { body: Uint8Array }): T =>
	JSON.parse(Buffer.from(body).toString()) as T;

/**
 * The operations of a test in one workspace, through the service's handlers.
 *
 * @param url of the database, where a list of gaps has to wait until all unanswered queries are counted.
 */
export function harness(
	handlers: KnowledgeApi,
	workspaceId: string,
	url?: string,
) {
	const context = () => contextOf(workspaceId);
	return {
		async publish(title: string, body: string, tags: string[] = []) {
			const request = {
				title,
				body,
				tags,
				status: "published",
				idempotency: undefined,
			};
			return parse<ShownArticle>(
				await handlers.createArticle(request, context()),
			);
		},
		async update(id: string, patch: object) {
			return parse<ShownArticle>(
				await handlers.updateArticle({ id, ...patch }, context()),
			);
		},
		async archive(id: string) {
			return parse<ShownArticle>(
				await handlers.archiveArticle(
					{ id, idempotency: undefined },
					context(),
				),
			);
		},
		remove: (id: string) => handlers.deleteArticle({ id }, context()),
		async article(id: string) {
			return parse<ShownArticle>(await handlers.getArticle({ id }, context()));
		},
		async search(query: string, tags: string[] = [], topK = 5) {
			return parse<{ results: ShownResult[] }>(
				await handlers.search({ query, topK, tags }, context()),
			).results;
		},
		passages: (ticketId: string, question: string) =>
			handlers.findPassages(
				{ ticketId, question, articleLimit: 3, isFollowUp: false },
				context(),
			),
		async gaps(status?: string) {
			if (url) await until(() => queriesAreCounted(url));
			const page = { limit: 100, cursor: "", sort: "frequency:desc" };
			return parse<{ data: ShownGap[] }>(
				await handlers.listGaps({ page, status }, context()),
			).data;
		},
	};
}

export type Harness = ReturnType<typeof harness>;

/** Waits until the query has a row; every change that it waits for is committed. */
export async function until(
	holds: () => Promise<boolean>,
	limitMs = 20_000,
): Promise<void> {
	const deadline = Date.now() + limitMs;
	while (!(await holds())) {
		if (Date.now() > deadline) throw new Error("it did not become so");
		await new Promise((resolve) => setTimeout(resolve, 25));
	}
}

/** Whether every job of the service is done. */
export async function jobsAreDone(url: string): Promise<boolean> {
	const client = new pg.Client(url);
	await client.connect();
	try {
		const { rowCount } = await client.query(
			"select from knowledge_jobs._private_jobs where attempts < max_attempts",
		);
		return rowCount === 0;
	} finally {
		await client.end();
	}
}

/** Whether every unanswered query is counted in its gap. */
export async function queriesAreCounted(url: string): Promise<boolean> {
	const client = new pg.Client(url);
	await client.connect();
	try {
		const { rowCount } = await client.query(
			"select from knowledge.unanswered_queries limit 1",
		);
		return rowCount === 0;
	} finally {
		await client.end();
	}
}

/** Articles on matters of their own, so that questions have one right answer. */
export const HELP_CENTRE: readonly (readonly [title: string, body: string])[] =
	[
		[
			"Reset your password",
			"Forgot your password? Open the sign-in page, choose the reset link and enter your address. We send a mail with a link that works for an hour.",
		],
		[
			"Refunds and returns",
			"Parcels can be returned within thirty days. The refund reaches your bank account five days after the parcel reached our warehouse.",
		],
		[
			"Download your invoices",
			"Invoices are under Billing. Choose a month and download the invoice as a PDF file for your bookkeeping.",
		],
		[
			"Connect the AX-2000 printer",
			"Hold the wireless button of the AX-2000 for five seconds, then pick the printer in the list. Error E-104 means that the wireless network was not found.",
		],
		[
			"Change the language of the app",
			"Open Settings, choose Language and pick one of twelve languages. The app starts again in the new language.",
		],
		[
			"Invite colleagues to your team",
			"Administrators invite colleagues under Team. Each colleague gets a mail with an invitation that expires after a week.",
		],
		[
			"Track a shipment",
			"Every order has a tracking number. Enter the number on the tracking page to see where the courier has your shipment.",
		],
		[
			"Close your account",
			"Owners close an account under Settings, Danger zone. All data is erased after fourteen days and cannot be restored.",
		],
	];
