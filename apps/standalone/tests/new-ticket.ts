import { expect } from "vitest";
import type { Client } from "./client.ts";

/** The body of a ticket that can be created, by a contact of its own. */
export const newTicket = (fields: object = {}) => ({
	subject: "Where is my parcel?",
	body: "I ordered a week ago.",
	contact: { email: `ada.${crypto.randomUUID()}@example.com` },
	...fields,
});

/** Creates one and answers it. */
export async function createTicket(api: Client, fields: object = {}) {
	const { status, body } = await api.post("/v1/tickets", newTicket(fields));
	expect(status, JSON.stringify(body)).toBe(201);
	return body;
}
