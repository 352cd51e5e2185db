import { join } from "node:path";
import {
	type AppProcess,
	createAppProcess,
} from "@supportdesk/cluster/app-process.ts";
import { TicketsServiceService } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import {
	createRpcClient,
	type RpcClient,
} from "@supportdesk/rpc/rpc-client.ts";
import type { TicketsApi } from "@supportdesk/rpc/service-api.ts";
import { freePort } from "@supportdesk/testkit/free-port.ts";
import {
	makeTempFolder,
	removeFolder,
} from "@supportdesk/testkit/temp-folder.ts";
import {
	afterAll,
	afterEach,
	beforeAll,
	beforeEach,
	describe,
	expect,
	it,
} from "vitest";
import { buildGates, type Gate, type Gates } from "./gates.ts";
import {
	callOf,
	givenDraft,
	givenTicket,
	givenWorkspace,
	messagesOf,
	newReply,
	type Workspace,
} from "./given.ts";
import { type Harness, json, startHarness } from "./harness.ts";
import { INTERNAL_SECRET, log } from "./transport.ts";

// A second process of the service is killed with SIGKILL while it stores a reply or approves a draft; the caller then
// asks the first one again, which is the harness of this test.

let harness: Harness;
let gates: Gates;
let folder: string;
let workspace: Workspace;
let victim: AppProcess;
let toVictim: RpcClient<TicketsServiceService>;

beforeAll(async () => {
	harness = await startHarness({ transport: "grpc" }); // whose calls carry operation ids
	gates = await buildGates(harness.databaseUrl);
	folder = makeTempFolder("killed");
	workspace = await givenWorkspace(harness);
});
beforeEach(async () => {
	const port = await freePort();
	victim = createAppProcess({
		name: "victim",
		app: "tickets",
		port,
		logFile: join(folder, "victim.log"),
		env: {
			PORT: String(port),
			HOST: "127.0.0.1",
			DATABASE_URL: harness.config.db.url,
			INTERNAL_SECRET,
			CURSOR_SECRET: harness.config.cursorSecret,
			AI_URL: "127.0.0.1:1",
			KNOWLEDGE_URL: "127.0.0.1:1",
			JOBS_AT_A_TIME: "0",
		},
	});
	await victim.start();
	toVictim = createRpcClient(TicketsServiceService, `127.0.0.1:${port}`, {
		secret: INTERNAL_SECRET,
		log,
	});
});
afterEach(async () => {
	toVictim.close();
	await victim.kill();
});
afterAll(async () => {
	await gates.close();
	await harness.stop();
	removeFolder(folder);
});

type Kind = "reply" | "approval";

/** A call that sends one message, and sent again is a repetition. */
interface Operation {
	readonly ticket: { id: string; contact: { email: string } };
	send(api: TicketsApi): ReturnType<TicketsApi["createMessage"]>;
}

async function givenOperation(
	kind: Kind,
	options: { withKey: boolean },
): Promise<Operation> {
	const idempotency = options.withKey
		? { key: crypto.randomUUID(), fingerprint: "f" }
		: undefined;
	// A repeated call carries the first one's operation id.
	const context = callOf(workspace);
	if (kind === "reply") {
		const ticket = await givenTicket(harness, workspace);
		const request = newReply(ticket.id, { idempotency });
		return { ticket, send: (api) => api.createMessage(request, context) };
	}
	const { ticket, draft } = await givenDraft(harness, workspace);
	const request = { ticketId: ticket.id, draftId: draft.id, idempotency };
	return { ticket, send: (api) => api.approveDraft(request, context) };
}

/** Sends the call to the victim and resolves when its transaction stands at the gate. */
async function sendUntil(gate: Gate, { send }: Operation) {
	await gates.shut(gate);
	const answer = send(toVictim.api);
	answer.catch(() => {}); // looked at when the victim is dead
	let backend: number | undefined;
	await expect
		.poll(async () => {
			backend = await gates.waiting(gate);
			return backend;
		})
		.toBeDefined();
	return { answer, backend: backend! };
}

/** The caller retries twice: one reply and one mail, whether or not the first call took effect. */
async function expectOnce({ ticket, send }: Operation) {
	const first = await send(harness.api);
	const second = await send(harness.api);
	expect(String(second.body)).toBe(String(first.body));
	const answered = json(first);
	const { id } = answered.message ?? answered;
	await harness.settle();
	const replies = (await messagesOf(harness, workspace, ticket.id)).filter(
		({ type }: { type: string }) => type === "outbound",
	);
	expect(replies).toMatchObject([{ id, status: "sent" }]);
	const mails = harness.mail.mails.filter(({ to }) =>
		to.includes(ticket.contact.email),
	);
	expect(mails).toHaveLength(1);
	return first;
}

describe.each<Kind>(["reply", "approval"])("a killed %s", (kind) => {
	// What has reached PostgreSQL is carried out although its sender is dead. A reply is one statement, which includes its
	// claim and the commit; an approval's commit is sent with the insert.
	const isWhole = kind === "reply";
	it.each([
		["before the claim", isWhole],
		["after the claim", isWhole],
		["after the insert", true],
		["before the commit", true],
	] as const)(
		"sends one message and one mail after a kill %s, when PostgreSQL completes what it has received",
		async (gate, committed) => {
			const operation = await givenOperation(kind, { withKey: true });
			const { answer, backend } = await sendUntil(gate, operation);
			await victim.kill();
			await expect(answer).rejects.toMatchObject({
				code: "upstream_unavailable",
			});
			await gates.open(gate);
			// Before its claim the next call could be first.
			await expect.poll(() => gates.isGone(backend)).toBe(true);
			const { replayed } = await expectOnce(operation);
			expect(replayed).toBe(committed);
		},
	);

	it.each([
		"before the claim",
		"after the claim",
		"after the insert",
		"before the commit",
	] as const)(
		"sends one message and one mail after a kill %s, when PostgreSQL drops the transaction",
		async (gate) => {
			const operation = await givenOperation(kind, { withKey: true });
			const { backend } = await sendUntil(gate, operation);
			await victim.kill();
			await gates.terminate(backend);
			await gates.open(gate);
			const { replayed } = await expectOnce(operation);
			expect(replayed).toBe(false);
		},
	);

	it.each([
		["the client's key", true],
		["the operation id of the call", false],
	])(
		"replays by %s after a kill between the commit and the reply",
		async (_what, withKey) => {
			const operation = await givenOperation(kind, { withKey });
			const { answer } = await sendUntil("before the commit", operation);
			// Stopped, the victim does not see that its commit succeeds.
			process.kill(victim.pid()!, "SIGSTOP");
			await gates.open("before the commit");
			const { ticket } = operation;
			await expect
				.poll(
					async () => (await messagesOf(harness, workspace, ticket.id)).length,
				)
				.toBe(2);
			await victim.kill();
			await expect(answer).rejects.toMatchObject({
				code: "upstream_unavailable",
			});
			const { replayed } = await expectOnce(operation);
			// A client that sent no key does not see that it is a replay.
			expect(replayed).toBe(withKey);
		},
	);
});
