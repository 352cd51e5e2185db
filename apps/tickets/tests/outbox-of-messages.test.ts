import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import {
	callOf,
	givenTicket,
	givenWorkspace,
	newReply,
	uploadOf,
	type Workspace,
} from "./given.ts";
import { type Harness, json, startHarness } from "./harness.ts";
import { shownMessage, takeEvents } from "./outbox.ts";

let harness: Harness;
let workspace: Workspace;
beforeAll(async () => {
	harness = await startHarness({ transport: "grpc" });
});
afterAll(() => harness.stop());
beforeEach(async () => {
	harness.resetUpstreams();
	workspace = await givenWorkspace(harness);
});

const take = () => takeEvents(harness, workspace);
const aKey = () => ({ key: crypto.randomUUID(), fingerprint: "f" });

it.each([undefined, aKey()])(
	"makes one event of a reply or note that changes no field of the ticket, however often it is sent, with the key %o",
	async (idempotency) => {
		const { id: ticketId, contact } = await givenTicket(harness, workspace);
		await harness.settle();
		await take();
		for (const type of ["outbound", "note"]) {
			const call = callOf(workspace);
			const key = idempotency && { ...idempotency, key: `${type} key` };
			const body = `<p>"Soon" \\ \u2028, ${type}</p>`;
			const reply = newReply(ticketId, { type, body, idempotency: key });
			const answer = json(await harness.api.createMessage(reply, call));
			await harness.api.createMessage(reply, call);
			const [event, ...others] = await take();
			expect(
				others.filter(({ type }) => type !== "message.status_changed"),
			).toEqual([]);
			expect(event).toMatchObject({
				type: "message.created",
				actor: `api_key ${workspace.keyId}`,
				requestId: call.requestId,
				resource: `message ${answer.id}`,
				ticketId,
				contactId: contact.id,
				object: answer,
				previous: null,
			});
		}
	},
);

it("shows a reply with files, and how its delivery ended", async () => {
	const { id: ticketId } = await givenTicket(harness, workspace);
	await harness.settle();
	await take();
	const file = { filename: "a.txt", contentType: "text/plain" };
	const reply = newReply(ticketId, {
		attachments: [{ ...file, data: Buffer.from("Hello") }],
	});
	const call = callOf(workspace);
	const sent = json(await harness.api.uploadMessage(uploadOf(reply), call));
	await harness.settle();
	const [created, delivered, ...others] = await take();
	expect(others).toEqual([]);
	expect(created).toMatchObject({ type: "message.created", object: sent });
	expect(delivered).toMatchObject({
		type: "message.status_changed",
		actor: "system",
		requestId: "",
		ticketId,
		object: { status: "sent", attempts: 1 },
		previous: { status: "queued", attempts: 0 },
	});
	expect(delivered!.objectJson).toBe(
		await shownMessage(harness, workspace, ticketId, sent.id),
	);
});
