import { randomBytes } from "node:crypto";
import type { UploadMessagePart } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { expect, it } from "vitest";
import {
	callOf,
	givenTicket,
	newReply,
	uploadOf,
	type Workspace,
} from "./given.ts";
import { type Harness, json } from "./harness.ts";
import { useHarness } from "./use-harness.ts";

const MIB = 1024 * 1024;
let harness: Harness;
let workspace: Workspace;
useHarness("grpc", (given) => {
	({ harness, workspace } = given);
});

const file = (size: number) => ({
	filename: `${size}.bin`,
	contentType: "application/octet-stream",
	data: randomBytes(size),
});

it("stores the files of a message whose bytes come in parts", async () => {
	const ticket = await givenTicket(harness, workspace);
	const files = [file(2 * MIB), file(0), file(1)];
	const call = callOf(workspace);
	const reply = newReply(ticket.id, { attachments: files });
	const message = json(await harness.api.uploadMessage(uploadOf(reply), call));
	for (const [i, { id }] of message.attachments.entries()) {
		const ids = { ticketId: ticket.id, messageId: message.id };
		const stored = await harness.api.getAttachment(
			{ ...ids, attachmentId: id },
			callOf(workspace),
		);
		expect(stored.data.equals(files[i]!.data)).toBe(true);
	}
});

it.each([
	["more files than a message has", Array(11).fill(1), "invalid_attachment"],
	["a file that is too large", [10 * MIB + 1], "request_too_large"],
	[
		"files that are too large together",
		[9, 9, 3].map((n) => n * MIB),
		"request_too_large",
	],
])("refuses %s before it reads them", async (_what, sizes, code) => {
	const ticket = await givenTicket(harness, workspace);
	const attachments = sizes.map(() => file(0));
	async function* announce(): AsyncGenerator<UploadMessagePart> {
		for await (const part of uploadOf(newReply(ticket.id, { attachments }))) {
			if (part.message) yield { ...part, sizes };
		}
		await new Promise(() => {}); // the bytes never come
	}
	const upload = harness.api.uploadMessage(announce(), callOf(workspace));
	await expect(upload).rejects.toMatchObject({ code });
});

it("stores nothing of an upload that ends early", async () => {
	const ticket = await givenTicket(harness, workspace);
	const reply = newReply(ticket.id, { attachments: [file(MIB)] });
	async function* cut() {
		for await (const part of uploadOf(reply)) {
			yield { ...part, data: part.data.subarray(0, MIB - 1) };
		}
	}
	const upload = harness.api.uploadMessage(cut(), callOf(workspace));
	await expect(upload).rejects.toMatchObject({ type: "api_error" });
	const { total } = (
		await harness.sql<{ total: number }>(
			"select count(*)::int as total from tickets.messages where ticket_id = $1 and type = 'outbound'",
			[ticket.id],
		)
	)[0]!;
	expect(total).toBe(0);
});
