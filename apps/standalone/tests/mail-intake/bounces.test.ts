import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { messagesOf } from "../mail.ts";
import { TRANSPORTS } from "../product.ts";
import { type MailDesk, sender, startMailDesk } from "./desk.ts";

describe.each(TRANSPORTS)("bounces over %s", (transport) => {
	let desk: MailDesk;

	beforeAll(async () => {
		desk = await startMailDesk(transport);
	});
	afterAll(() => desk.product.stop());

	it("sets the reply that a bounce is about to failed, with the reason", async () => {
		const from = sender();
		const { ticket_id } = await desk.mailbox.receive({ from });
		const { message, messageId } = await desk.reply(ticket_id);
		const bounce = await desk.mailbox.send(
			bounceOf({ [from]: NO_USER }, messageId),
		);
		expect(bounce.body).toMatchObject({
			status: "bounce",
			ticket_id,
			message_id: message.id,
		});
		const failed = (await messagesOf(desk.api, ticket_id)).find(
			({ id }: { id: string }) => id === message.id,
		);
		expect(failed).toMatchObject({
			status: "failed",
			error: expect.stringMatching(/5\.1\.1.*No such user/),
		});
		expect(await messagesOf(desk.api, ticket_id)).toHaveLength(2);
		const { contact } = await desk.ticketOf(ticket_id);
		const shown = (await desk.api.get(`/v1/contacts/${contact.id}`)).body;
		expect(shown.undeliverable).toEqual([
			{ email: from, since: expect.any(String), reason: failed.error },
		]);
		const events = await desk.product.eventsOf(
			"tickets",
			desk.workspace.id,
			contact.id,
		);
		expect(events.map(({ type }) => type)).toContain("contact.updated");
	});

	it("gives each address that a bounce reports its own reason", async () => {
		const [from, copied] = [sender(), sender()];
		const { ticket_id } = await desk.mailbox.receive({
			from,
			headers: { Cc: copied },
		});
		const other = await desk.mailbox.receive({ from: copied });
		const { message, messageId } = await desk.reply(ticket_id);
		await desk.mailbox.send(
			bounceOf(
				{
					[sender()]: "550 5.1.1 No such user",
					[copied]: "552 5.2.2 Mailbox full",
					[from]: "550 5.1.10 Unknown domain",
				},
				messageId,
			),
		);
		const reasonOf = async (ticketId: string) => {
			const { contact } = await desk.ticketOf(ticketId);
			const shown = await desk.api.get(`/v1/contacts/${contact.id}`);
			return shown.body.undeliverable[0].reason;
		};
		expect(await reasonOf(ticket_id)).toMatch(/Unknown domain/);
		expect(await reasonOf(other.ticket_id)).toMatch(/Mailbox full/);
		const failed = (await messagesOf(desk.api, ticket_id)).find(
			({ id }: { id: string }) => id === message.id,
		);
		expect(failed.error).toMatch(/Mailbox full/);
	});

	it("takes a bounce of a reply whose ticket was merged into another contact's since", async () => {
		const from = sender();
		const { ticket_id } = await desk.mailbox.receive({ from });
		const { message, messageId } = await desk.reply(ticket_id);
		const into = await desk.mailbox.receive({ from: sender() });
		await desk.api.post(`/v1/tickets/${ticket_id}/merge`, {
			into: into.ticket_id,
		});
		await desk.mailbox.send(bounceOf({ [from]: NO_USER }, messageId));
		const failed = (await messagesOf(desk.api, into.ticket_id)).find(
			({ id }: { id: string }) => id === message.id,
		);
		expect(failed).toMatchObject({
			status: "failed",
			error: expect.stringMatching(/No such user/),
		});
	});

	it("does not believe a bounce about an address that the reply was not sent to", async () => {
		const { ticket_id } = await desk.mailbox.receive({ from: sender() });
		const { message, messageId } = await desk.reply(ticket_id);
		await desk.mailbox.send(bounceOf({ [sender()]: NO_USER }, messageId));
		const statusOf = async () =>
			(await messagesOf(desk.api, ticket_id)).find(
				({ id }: { id: string }) => id === message.id,
			).status;
		await expect.poll(statusOf).toBe("sent");
	});
});

const NO_USER = "550 5.1.1 No such user";

/** A report that a mail did not reach these addresses, for these reasons. */
function bounceOf(
	reasons: Readonly<Record<string, string>>,
	messageId: string,
): string {
	const recipients = Object.entries(reasons).flatMap(([address, reason]) => [
		`Final-Recipient: rfc822; ${address}`,
		"Action: failed",
		`Status: ${reason.split(" ")[1]}`,
		`Diagnostic-Code: smtp; ${reason}`,
		"",
	]);
	return [
		"From: MAILER-DAEMON@mx.example",
		"Subject: Undelivered Mail Returned to Sender",
		`Message-ID: <${crypto.randomUUID()}@mx.example>`,
		"Auto-Submitted: auto-replied",
		"MIME-Version: 1.0",
		'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
		"",
		"--b",
		"Content-Type: text/plain",
		"",
		"Your mail could not be delivered.",
		"--b",
		"Content-Type: message/delivery-status",
		"",
		"Reporting-MTA: dns; mx.example",
		"",
		...recipients,
		"--b",
		"Content-Type: text/rfc822-headers",
		"",
		`Message-ID: ${messageId}`,
		"Subject: Re: Lamp",
		"",
		"--b--",
		"",
	].join("\r\n");
}
