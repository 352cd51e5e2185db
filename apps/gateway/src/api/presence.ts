import { View } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { z } from "../openapi/zod.ts";
import { PRESENT_MS } from "../presence/present-agents.ts";
import { endpoint } from "./endpoint.ts";
import * as examples from "./examples.ts";
import { ticketId } from "./tickets.ts";

const SECONDS = PRESENT_MS / 1_000;
const UNCOUNTED =
	"Costs nothing of the limits; with those of `/v1/me`, more than 600 a minute are refused.";

const Presence = z
	.object({
		conversation_id: z.string(),
		agents: z
			.array(z.object({ id: z.string(), state: z.enum(["viewing", "typing"]) }))
			.openapi({ description: "Those who came first are first." }),
	})
	.openapi("Presence");

const presenceExample = {
	conversation_id: examples.ticket.id,
	agents: [{ id: examples.agent.id, state: "typing" }],
};

export const getPresence = endpoint({
	method: "get",
	path: "/v1/conversations/:id/presence",
	scope: "tickets:read",
	ids: { id: ticketId },
	async call({ tickets, presence }, { params }, context) {
		const id = params.id!;
		// A conversation that is deleted or another workspace's has no agents to show.
		await tickets.getTicket({ id, view: View.VIEW_TICKET }, context);
		return presence.list({ conversationId: id }, context);
	},
	documentation: {
		operationId: "getPresence",
		tag: "Conversations",
		summary: "List who is in a conversation",
		description: `The agents who view the conversation or type in it. ${UNCOUNTED}`,
		response: Presence,
		responseExample: presenceExample,
	},
});

export const setPresence = endpoint({
	method: "put",
	path: "/v1/conversations/:id/presence",
	scope: "tickets:write",
	ids: { id: ticketId },
	body: z
		.strictObject({ state: z.enum(["viewing", "typing", "left"]) })
		.openapi("SetPresence"),
	async call({ tickets, presence }, { params, body }, context) {
		const id = params.id!;
		await tickets.getTicket({ id, view: View.VIEW_TICKET }, context);
		return presence.announce(
			{ conversationId: id, state: body.state },
			context,
		);
	},
	documentation: {
		operationId: "setPresence",
		tag: "Conversations",
		summary: "Say that the agent is in a conversation",
		description: `What the signed-in agent, or the key's owner, does in the conversation; nothing of it is stored. It holds for ${SECONDS} s: repeat it every 10 s, and send \`left\` at the end. An event stream with \`presence=true\` reports changes. ${UNCOUNTED}`,
		response: Presence,
		requestExample: { state: "typing" },
		responseExample: presenceExample,
	},
});
