import { expect } from "vitest";
import type { Client } from "./client.ts";

/** A valid body of a new ticket, with a new contact. */
export const newTicket = (fields: object = {}) => ({
	subject: "Where is my parcel?",
	body: "I ordered a week ago.",
	contact: { email: `ada.${crypto.randomUUID()}@example.com` },
	...fields,
});

/** Creates a ticket and returns it. */
export async function createTicket(api: Client, fields: object = {}) {
	const { status, body } = await api.post("/v1/tickets", newTicket(fields));
	expect(status, JSON.stringify(body)).toBe(201);
	return body;
}
