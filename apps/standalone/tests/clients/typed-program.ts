// The package's declarations in a project of their own; the test compiles this file and does not run it.
import {
	createDesk,
	type Desk,
	type Event,
	type NewTicket,
	RateLimitError,
	type Ticket,
} from "@supportdesk/client";

const desk: Desk = createDesk({ baseUrl: "https://desk.example", apiKey: "k" });
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
	const events: AsyncIterable<Event> = desk.events.subscribe({ after: 1 });
	for await (const event of events) event.sequence.toFixed();
	const error: unknown = incomplete;
	if (error instanceof RateLimitError) error.retryAfterSeconds?.toFixed();
	return desk.lastResponse?.rateLimit?.remaining.toFixed() ?? created.id;
}
