import { join } from "node:path";
import {
	type AppProcess,
	createAppProcess,
} from "@supportdesk/cluster/app-process.ts";
import { AiServiceService } from "@supportdesk/contracts/supportdesk/ai/v1/ai.ts";
import { View } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import {
	createRpcClient,
	type RpcClient,
} from "@supportdesk/rpc/rpc-client.ts";
import { freePort } from "@supportdesk/testkit/free-port.ts";
import {
	makeTempFolder,
	removeFolder,
} from "@supportdesk/testkit/temp-folder.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
	callOf,
	givenTicket,
	givenWorkspace,
	type Workspace,
} from "./given.ts";
import { type Harness, json, startHarness } from "./harness.ts";
import { INTERNAL_SECRET, log } from "./transport.ts";

// The AI service is a real process here, over the real transport: it is frozen, killed and brought back.

const BODY = "Where is my parcel? It was due last week.";
const WAIT_MS = 300; // what a create may wait for the AI service
const OWN_WORK_MS = 2_000; // what the create itself may take on a busy machine
const TIMEOUT = { timeout: 60_000 }; // a start trains the general model

let harness: Harness;
let workspace: Workspace;
let folder: string;
let ai: AppProcess;
let client: RpcClient<AiServiceService>;

beforeAll(async () => {
	folder = makeTempFolder("ai-stopped");
	const port = await freePort();
	ai = createAppProcess({
		name: "ai",
		app: "ai",
		port,
		logFile: join(folder, "ai.log"),
		env: {
			PORT: String(port),
			HOST: "127.0.0.1",
			INTERNAL_SECRET,
			SUPPORTDESK_MODELS: folder,
			SUPPORTDESK_MODELS_FETCH: "false",
		},
	});
	await ai.start();
	client = createRpcClient(AiServiceService, `127.0.0.1:${port}`, {
		secret: INTERNAL_SECRET,
		log,
	});
	harness = await startHarness();
	harness.upstreams.classify = client.api.classify;
	workspace = await givenWorkspace(harness);
	await givenTicket(harness, workspace); // connections and plans are made
});
afterAll(async () => {
	client.close();
	await ai.kill();
	await harness.stop();
	removeFolder(folder);
});

const signalsOf = async (id: string) =>
	json(
		await harness.api.getTicket(
			{ id, view: View.VIEW_TICKET },
			callOf(workspace),
		),
	).ai;

/** Creates a ticket, which must neither fail nor wait. */
async function createQuickly() {
	const startedAt = performance.now();
	const ticket = await givenTicket(harness, workspace, { body: BODY });
	expect(performance.now() - startedAt).toBeLessThan(WAIT_MS + OWN_WORK_MS);
	return ticket;
}

/** Resolves when the job has filled the ticket's fields. */
const filled = (id: string) =>
	expect
		.poll(async () => {
			await harness.runNow();
			return (await signalsOf(id)).intent;
		}, TIMEOUT)
		.toBe("order_status");

const UNKNOWN = {
	intent: "other",
	urgency: "normal",
	sentiment: "unknown",
	confidence: 0,
};

it("has the signals in the create response while the service is well", async () => {
	await expect
		.poll(async () => (await createQuickly()).ai.intent, TIMEOUT)
		.toBe("order_status");
});

it("creates tickets while the service is frozen, and fills their fields when it thaws", async () => {
	process.kill(ai.pid()!, "SIGSTOP");
	const tickets = await Promise.all([createQuickly(), createQuickly()]);
	for (const ticket of tickets) expect(ticket.ai).toMatchObject(UNKNOWN);
	process.kill(ai.pid()!, "SIGCONT");
	for (const { id } of tickets) await filled(id);
});

it("creates tickets while the service is gone, and fills their fields when it is back", async () => {
	await ai.kill();
	const ticket = await createQuickly();
	expect(ticket.ai).toMatchObject(UNKNOWN);
	expect(await signalsOf(ticket.id)).toMatchObject(UNKNOWN);
	await ai.start();
	await filled(ticket.id);
});
