import { agent, reply, ticket } from "./examples.ts";

// Example values of macros, for the API document.

export const newMacro = {
	name: "Refund is on its way",
	body: "Hello {{contact.name}},\n\nyour refund is on its way.\n\n{{agent.name}}",
	type: "outbound",
	changes: { status: "resolved", tags: ["refund"] },
};

export const macro = {
	id: ticket.id.replace("tkt_", "mcr_"),
	...newMacro,
	created_at: ticket.created_at,
	updated_at: ticket.created_at,
};

export const appliedMacro = {
	ticket: {
		...ticket,
		status: "resolved",
		tags: ["refunds", "refund"],
		resolved_at: ticket.updated_at,
	},
	message: {
		id: reply.id,
		type: "outbound",
		body: "Hello Ada,\n\nyour refund is on its way.\n\nKim",
		body_text: "Hello Ada,\n\nyour refund is on its way.\n\nKim",
		body_format: "text",
		author: { type: "agent", ...agent },
	},
};
