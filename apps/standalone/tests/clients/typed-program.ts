// The package's declarations in a project of their own; the test compiles this file and does not run it.
import {
	createDesk,
	type Desk,
	type Event,
	type NewTicket,
	RateLimitError,
	type Ticket,
	toAttachment,
	verifyWebhook,
} from "@supportdesk/client";

declare const maybe: string | undefined;
declare const bytes: Uint8Array;
const desk: Desk = createDesk({
	baseUrl: "https://desk.example",
	apiKey: maybe,
});
const contact = { email: "ada@example.com" };
const ticket: NewTicket = { subject: "A", body: "B", contact };

export async function use(): Promise<string> {
	const created: Ticket = await desk.tickets.create(ticket, {
		query: { upsert: "external_id" },
	});
	// @ts-expect-error The list of statuses is closed.
	desk.tickets.list({ status: "no such status" });
	// @ts-expect-error A ticket needs a body.
	const incomplete: NewTicket = { subject: "A", contact };
	// @ts-expect-error The note's id is missing.
	desk.messages.create({ type: "note", body: "N" });
	for await (const { subject } of desk.tickets.list({ status: "open" }))
		subject.toUpperCase();
	await desk.tickets.list({ cursor: maybe }, { signal: undefined }).page();
	await desk.tickets.update(created.id, { subject: maybe });
	await desk.mails.upload("mbx", bytes);
	const attachments = [await toAttachment("a.png", bytes)];
	await desk.messages.create(created.id, {
		...{ type: "note", body: "N", attachments, author_id: maybe },
	});
	const events: AsyncIterable<Event> = desk.events.subscribe({ after: 1 });
	for await (const event of events) event.sequence.toFixed();
	const received = await verifyWebhook("whsec_", new Headers(), bytes);
	if (received.type === "webhook.test") received.resource.id.toUpperCase();
	const error: unknown = incomplete;
	if (error instanceof RateLimitError) error.retryAfterSeconds?.toFixed();
	return desk.lastResponse?.rateLimit?.remaining.toFixed() ?? created.id;
}
