import { View } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { away } from "./fake-upstreams.ts";
import {
	callOf,
	givenDraft,
	givenReply,
	givenTicket,
	givenWorkspace,
	newTicket,
	type Workspace,
} from "./given.ts";
import { type Harness, json, startHarness } from "./harness.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const ARCHIVE_AFTER_DAYS = 10;

let harness: Harness;
let workspace: Workspace;
beforeAll(async () => {
	harness = await startHarness({
		env: { ARCHIVE_AFTER_DAYS: String(ARCHIVE_AFTER_DAYS) },
	});
});
afterAll(() => harness.stop());

const getTicket = async (id: string, owner = workspace) =>
	json(
		await harness.api.getTicket({ id, view: View.VIEW_TICKET }, callOf(owner)),
	);
const patch = async (id: string, status: string, owner = workspace) =>
	json(
		await harness.api.updateTicket(
			{ id, view: View.VIEW_TICKET, status },
			callOf(owner),
		),
	);
const run = async (task: string) => {
	await harness.queue(task);
	await harness.settle();
};

describe("archiving", () => {
	beforeAll(async () => {
		workspace = await givenWorkspace(harness);
	});

	it("archives what was resolved and then left alone, in every workspace", async () => {
		const other = await givenWorkspace(harness);
		const [resolved, open, theirs] = [
			await givenTicket(harness, workspace),
			await givenTicket(harness, workspace),
			await givenTicket(harness, other),
		];
		const before = await patch(resolved.id, "resolved");
		await patch(theirs.id, "resolved", other);
		harness.advance(ARCHIVE_AFTER_DAYS * DAY_MS - 60_000);
		const touched = await givenTicket(harness, workspace);
		await patch(touched.id, "resolved");
		await run("archive_tickets");
		expect((await getTicket(resolved.id)).status).toBe("resolved");

		harness.advance(120_000);
		await run("archive_tickets");
		const archived = await getTicket(resolved.id);
		expect(archived.status).toBe("archived");
		expect(archived.resolved_at).toBe(before.resolved_at);
		expect(archived.updated_at > before.updated_at).toBe(true);
		expect((await getTicket(open.id)).status).toBe("open");
		expect((await getTicket(touched.id)).status).toBe("resolved");
		expect((await getTicket(theirs.id, other)).status).toBe("archived");
	});

	it("counts from the last change, not from the resolution", async () => {
		const ticket = await givenTicket(harness, workspace);
		await patch(ticket.id, "resolved");
		harness.advance((ARCHIVE_AFTER_DAYS - 1) * DAY_MS);
		await givenReply(harness, workspace, ticket.id, { type: "note" });
		harness.advance(2 * DAY_MS);
		await run("archive_tickets");
		expect((await getTicket(ticket.id)).status).toBe("resolved");
		harness.advance(ARCHIVE_AFTER_DAYS * DAY_MS);
		await run("archive_tickets");
		expect((await getTicket(ticket.id)).status).toBe("archived");
	});

	it("lets an archived ticket be reopened, and leaves it open", async () => {
		const ticket = await givenTicket(harness, workspace);
		await patch(ticket.id, "resolved");
		harness.advance((ARCHIVE_AFTER_DAYS + 1) * DAY_MS);
		await run("archive_tickets");
		expect(await patch(ticket.id, "open")).toMatchObject({
			status: "open",
			resolved_at: null,
		});
		await run("archive_tickets");
		expect((await getTicket(ticket.id)).status).toBe("open");
	});

	it("archives more than one batch", async () => {
		const ticket = await givenTicket(harness, workspace);
		await harness.sql(
			`insert into tickets.tickets (workspace_id, id, subject, status, priority, channel, contact_id, ai_intent,
			   ai_urgency, ai_sentiment, ai_confidence, message_count, last_message_at, created_at, updated_at, resolved_at)
			 select workspace_id, 'tkt_' || n, subject, 'resolved', priority, channel, contact_id, ai_intent,
			   ai_urgency, ai_sentiment, ai_confidence, 0, created_at, created_at, created_at, created_at
			   from tickets.tickets, generate_series(1, 1201) n
			  where id = $1`,
			[ticket.id],
		);
		harness.advance((ARCHIVE_AFTER_DAYS + 1) * DAY_MS);
		await run("archive_tickets");
		const [left] = await harness.sql<{ count: string }>(
			"select count(*) from tickets.tickets where status = 'resolved' and id < 'tkt_a'",
		);
		expect(left!.count).toBe("0");
	});
});

describe("deleting", () => {
	it("reports the ticket to the knowledge service once that is available", async () => {
		const own = await givenWorkspace(harness);
		const { id } = await givenTicket(harness, own);
		await harness.settle();
		const reported: unknown[] = [];
		harness.upstreams.forgetTicket = async (request, context) => {
			if (reported.push([context.workspaceId, request]) === 1) return away();
			return {};
		};
		await harness.api.deleteTicket({ id }, callOf(own));
		await harness.settle();
		const [row] = await harness.sql<{ deleted_at: Date }>(
			"select deleted_at from tickets.tickets where id = $1",
			[id],
		);
		const deletedAt = row!.deleted_at.toISOString();
		const once = [own.id, { ticketId: id, deletedAt }];
		expect(reported).toEqual([once, once]);
		harness.resetUpstreams();
	});
});

describe("purging", () => {
	beforeAll(async () => {
		workspace = await givenWorkspace(harness);
	});

	const TABLES = ["tickets", "messages", "ticket_tags", "drafts", "labels"];
	const rowsOf = async (ticketId: string) => {
		const counts: Record<string, number> = {};
		for (const table of TABLES) {
			const column = table === "tickets" ? "id" : "ticket_id";
			const rows = await harness.sql(
				`select from tickets.${table} where ${column} = $1`,
				[ticketId],
			);
			counts[table] = rows.length;
		}
		return counts;
	};
	const attachmentsLeft = async () =>
		(await harness.sql("select from tickets.attachment_data")).length;

	it("removes a deleted ticket and all that hangs on it after thirty days", async () => {
		const { ticket } = await givenDraft(harness, workspace);
		harness.resetUpstreams();
		const call = () => callOf(workspace);
		await harness.api.addTags(
			{ ticketId: ticket.id, tags: ["vip"], idempotency: undefined },
			call(),
		);
		await harness.api.updateTicket(
			{ id: ticket.id, view: View.VIEW_TICKET, priority: "high" },
			call(),
		);
		const file = { filename: "a.txt", contentType: "text/plain" };
		await givenReply(harness, workspace, ticket.id, {
			attachments: [{ ...file, data: Buffer.from("hello") }],
		});
		const kept = await givenTicket(harness, workspace);
		await harness.settle();
		await harness.api.deleteTicket({ id: ticket.id }, call());

		harness.advance(30 * DAY_MS - 60_000);
		await run("purge");
		expect(await rowsOf(ticket.id)).toMatchObject({
			tickets: 1,
			messages: 2,
			drafts: 1,
			labels: 1,
		});
		expect(await attachmentsLeft()).toBe(1);

		harness.advance(120_000);
		await run("purge");
		expect(Object.values(await rowsOf(ticket.id))).toEqual(TABLES.map(() => 0));
		expect(await attachmentsLeft()).toBe(0);
		expect(await rowsOf(kept.id)).toMatchObject({ tickets: 1, messages: 1 });
	});

	it("removes all deleted tickets, also more than go at once", async () => {
		const own = await givenWorkspace(harness);
		const left = async () =>
			(
				await harness.sql(
					"select from tickets.tickets where workspace_id = $1",
					[own.id],
				)
			).length;
		for (let n = 0; n < 45; n += 1) {
			const { id } = await givenTicket(harness, own);
			await harness.api.deleteTicket({ id }, callOf(own));
		}
		harness.advance(31 * DAY_MS);
		await run("purge");
		expect(await left()).toBe(0);
	});

	it("removes idempotency keys an hour after they ceased to count, and no sooner", async () => {
		const key = crypto.randomUUID();
		const create = async () =>
			harness.api.createTicket(
				newTicket({ idempotency: { key, fingerprint: "f" } }),
				callOf(workspace),
			);
		const keys = async () =>
			(
				await harness.sql(
					"select from tickets.idempotency_keys where key = $1",
					[key],
				)
			).length;
		const first = await create();
		harness.advance(DAY_MS - 60_000);
		await run("purge");
		expect(await create()).toMatchObject({
			replayed: true,
			resourceId: first.resourceId,
		});
		harness.advance(60 * 60_000);
		await run("purge");
		expect(await keys()).toBe(1);
		harness.advance(120_000);
		await run("purge");
		expect(await keys()).toBe(0);
		const second = await create();
		expect(second.replayed).toBe(false);
		expect(second.resourceId).not.toBe(first.resourceId);
	});
});
