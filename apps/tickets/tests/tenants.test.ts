import {
	type TicketFilter,
	TicketsServiceService,
	View,
} from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { AppError } from "@supportdesk/errors/app-error.ts";
import { newId } from "@supportdesk/ids/ids.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CALLS, CALLS_ON_OWN, type Ids } from "./calls-by-id.ts";
import {
	callOf,
	givenDraft,
	givenReply,
	givenTicket,
	givenWorkspace,
	messagesOf,
	newTicket,
	type Workspace,
} from "./given.ts";
import { type Harness, json, startHarness } from "./harness.ts";
import { TRANSPORTS } from "./transport.ts";

const idempotency = undefined;
const view = View.VIEW_CONVERSATION;
const page = { limit: 25, cursor: "", sort: "created_at:desc" };

describe.each(TRANSPORTS)("two workspaces %s", (transport) => {
	let harness: Harness;
	let mine: Workspace;
	let own: Ids;
	let foreign: Ids;
	const unknown: Ids = {
		ticketId: newId("tkt", Date.now()),
		messageId: newId("msg", Date.now()),
		attachmentId: newId("att", Date.now()),
		draftId: newId("drf", Date.now()),
		contactId: newId("cnt", Date.now()),
		agentId: newId("usr", Date.now()),
		groupId: newId("grp", Date.now()),
		mailboxId: newId("mbx", Date.now()),
		bulkId: newId("blk", Date.now()),
		macroId: newId("mcr", Date.now()),
	};

	beforeAll(async () => {
		// Two connections: each serves both workspaces in turn.
		harness = await startHarness({
			transport,
			env: { DATABASE_POOL_MAX: "2" },
		});
		mine = await givenWorkspace(harness);
	});
	afterAll(() => harness.stop());

	const givenThings = async (workspace: Workspace): Promise<Ids> => {
		const { ticket, draft } = await givenDraft(harness, workspace);
		await harness.api.addTags(
			{ ticketId: ticket.id, tags: ["vip"], idempotency },
			callOf(workspace),
		);
		const file = { filename: "a.txt", contentType: "text/plain" };
		const reply = await givenReply(harness, workspace, ticket.id, {
			attachments: [{ ...file, data: Buffer.from("secret") }],
		});
		const mailbox = json(
			await harness.api.createMailbox(
				{
					address: `${crypto.randomUUID()}@desk.example`,
					signature: "",
					autoReply: undefined,
					intake: "smtp",
					idempotency: undefined,
				},
				callOf(workspace),
			),
		);
		const bulk = json(
			await harness.api.startBulk(
				{
					ids: [ticket.id],
					filter: undefined,
					changes: { addTags: ["bulk"], removeTags: [] },
					idempotency: undefined,
				},
				callOf(workspace),
			),
		);
		const macro = json(
			await harness.api.createMacro(
				{
					name: crypto.randomUUID(),
					body: "Hello",
					type: "note",
					changes: undefined,
					idempotency: undefined,
				},
				callOf(workspace),
			),
		);
		await harness.settle();
		return {
			ticketId: ticket.id,
			messageId: reply.id,
			attachmentId: reply.attachments[0].id,
			draftId: draft.id,
			contactId: ticket.contact.id,
			agentId: workspace.agentId,
			groupId: workspace.groupId,
			mailboxId: mailbox.id,
			bulkId: bulk.id,
			macroId: macro.id,
		};
	};
	/** Everything that is stored of a workspace, but for the answers to operations. */
	const storedOf = async ({ id }: Workspace) => {
		const tables = [
			"tickets",
			"messages",
			"ticket_tags",
			"drafts",
			"contacts",
			"mailboxes",
			"bulk_jobs",
			"bulk_items",
			"macros",
		];
		const rows = tables.map((table) =>
			harness.sql(
				`select to_jsonb(t) as row from tickets.${table} t where workspace_id = $1 order by 1`,
				[id],
			),
		);
		return Promise.all(rows);
	};
	const refusalOf = async (call: Promise<unknown>) => {
		const refusal = await call.then(
			() => "answered",
			(err: unknown) => err,
		);
		if (!(refusal instanceof AppError))
			throw new Error(`no refusal: ${refusal}`);
		const { type, code, message, param, details } = refusal;
		return { type, code, message, param, details };
	};

	it("know nothing of each other's things, and report them from nothing", async () => {
		const theirs = await givenWorkspace(harness);
		own = await givenThings(mine);
		foreign = await givenThings(theirs);
		const before = await storedOf(theirs);
		for (const [name, call] of Object.entries(CALLS)) {
			const [refused, expected] = [
				await refusalOf(call(harness.api, foreign, callOf(mine))),
				await refusalOf(call(harness.api, unknown, callOf(mine))),
			];
			expect(refused, name).toEqual(expected);
			expect(["not_found", "validation_error"], name).toContain(refused.type);
		}
		for (const [name, call] of Object.entries(CALLS_ON_OWN)) {
			const [refused, expected] = [
				await refusalOf(call(harness.api, own, foreign, callOf(mine))),
				await refusalOf(call(harness.api, own, unknown, callOf(mine))),
			];
			expect(refused, name).toEqual(expected);
		}
		expect(await storedOf(theirs)).toEqual(before);
	});

	it("have a test for every method", () => {
		const tested = [...Object.keys(CALLS), ...Object.keys(CALLS_ON_OWN)].map(
			(name) => name.split(":")[0],
		);
		const rest = Object.keys(TicketsServiceService).filter(
			(name) => !tested.includes(name),
		);
		// The last five are for other services alone: they find the workspace of an address, read accounts, answer nothing, and return the
		// events of all workspaces.
		expect(rest).toEqual([
			"listTickets",
			"countTickets",
			"getFigures",
			"exportTickets",
			"listAgents",
			"createAgent",
			"listGroups",
			"createAttribute",
			"getAttribute",
			"listAttributes",
			"updateAttribute",
			"deleteAttribute",
			"listMacros",
			"createContact",
			"listContacts",
			"getWorkspace",
			"updateWorkspace",
			"listMailboxes",
			"findMailbox",
			"leaseImapAccounts",
			"reportImapAccount",
			"notifyAgent",
			"collectOutbox",
		]);
	});

	it("get the mail for addresses behind a + that they have themselves", async () => {
		const theirs = await givenWorkspace(harness);
		const name = crypto.randomUUID().slice(0, 8);
		const address = (tag: string) => `${name}${tag}@desk.example`;
		const create = async (workspace: Workspace, tag: string) =>
			json(
				await harness.api.createMailbox(
					{
						address: address(tag),
						signature: "",
						autoReply: undefined,
						intake: "smtp",
						idempotency,
					},
					callOf(workspace),
				),
			).id;
		const sales = await create(mine, "+sales");
		const token = "0".repeat(42);
		const find = (tag: string) =>
			harness.api.findMailbox({ address: address(tag) }, callOf(mine));
		expect((await find(`+sales+${token}`)).mailboxId).toBe(sales);
		await expect(find(`+${token}`)).rejects.toThrow("mailbox");
		const support = await create(theirs, "");
		expect((await find(`+sales+${token}`)).mailboxId).toBe(sales);
		expect((await find(`+${token}`)).mailboxId).toBe(support);
	});

	it("list their own tickets only, with any filter", async () => {
		const filters: TicketFilter[] = [
			{},
			{ tag: "vip" },
			{ contact: foreign.contactId },
			{ assignee: foreign.agentId },
			{ group: foreign.groupId },
			{ status: "open" },
			{ aiIntent: "refund" },
		];
		for (const filter of filters) {
			const answer = await harness.api.listTickets(
				{ view, page, filter },
				callOf(mine),
			);
			const ids = json(answer).data.map(({ id }: { id: string }) => id);
			expect(ids).not.toContain(foreign.ticketId);
		}
	});

	it("refuse each other's cursors", async () => {
		const theirs = await givenWorkspace(harness);
		await givenTicket(harness, theirs);
		await givenTicket(harness, theirs);
		const first = { ...page, limit: 1 };
		const { nextCursor } = await harness.api.listTickets(
			{ view, page: first, filter: undefined },
			callOf(theirs),
		);
		expect(nextCursor).not.toBe("");
		const stolen = harness.api.listTickets(
			{ view, page: { ...first, cursor: nextCursor }, filter: undefined },
			callOf(mine),
		);
		await expect(stolen).rejects.toMatchObject({ code: "invalid_cursor" });
	});

	it("may share an address, an idempotency key and an operation id", async () => {
		const theirs = await givenWorkspace(harness);
		const request = newTicket({ idempotency: { key: "k", fingerprint: "f" } });
		const call = callOf(mine);
		const other = { ...call, workspaceId: theirs.id };
		const [first, second] = [
			await harness.api.createTicket(request, call),
			await harness.api.createTicket(request, other),
		];
		expect([first.replayed, second.replayed]).toEqual([false, false]);
		expect(json(second).contact.id).not.toBe(json(first).contact.id);
	});

	it("get nothing of each other by jobs that name the wrong workspace", async () => {
		const mails = harness.mail.attempts;
		const ids = { ticketId: foreign.ticketId, messageId: foreign.messageId };
		await harness.queue("enrich", { workspaceId: mine.id, ...ids });
		await harness.queue("deliver", { workspaceId: mine.id, ...ids });
		await harness.settle();
		expect(harness.mail.attempts).toBe(mails);
		expect(await messagesOf(harness, mine, own.ticketId)).toHaveLength(2);
	});

	it("see their own rows only when a thousand calls share two connections", async () => {
		const theirs = await givenWorkspace(harness);
		const [a, b] = [
			await givenTicket(harness, mine, { subject: "mine" }),
			await givenTicket(harness, theirs, { subject: "theirs" }),
		];
		const get = async (n: number) => {
			const workspace = n % 2 === 0 ? mine : theirs;
			const id = n % 4 < 2 ? a.id : b.id;
			const isOwn = (n % 2 === 0) === n % 4 < 2;
			const answer = await harness.api
				.getTicket({ id, view }, callOf(workspace))
				.then(json, (err) => err);
			return isOwn ? answer.id === id : answer.code === "ticket_not_found";
		};
		const ROUNDS = 20;
		const PARALLEL = 50; // two connections serve this many within the connection timeout of 2 s
		for (let round = 0; round < ROUNDS; round += 1) {
			const right = await Promise.all(
				Array.from({ length: PARALLEL }, (_, n) => get(n + round)),
			);
			expect(right.every(Boolean)).toBe(true);
		}
	});
});
