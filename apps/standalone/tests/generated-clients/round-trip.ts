// A program of an integrator: openapi-fetch with the types that openapi-typescript generated (`api.d.ts` beside it).
// Its test checks its types and runs it: `node round-trip.ts <address> <key>` prints what it got.
import createClient from "openapi-fetch";
import type { components, paths } from "./api.d.ts";

type NewTicket = components["schemas"]["NewTicket"];
type NewMessage = components["schemas"]["NewMessage"];
type Intent = components["schemas"]["Ticket"]["ai"]["intent"];

const [baseUrl, key] = process.argv.slice(2);
const api = createClient<paths>({
	baseUrl: baseUrl!,
	headers: { Authorization: `Bearer ${key}` },
});

const words = { subject: "Refund", body: "I want my money back." };
const byEmail: NewTicket = {
	...words,
	contact: { email: "typed@customer.example", name: "Typed" },
};
// @ts-expect-error A contact needs an address or an id.
const byName: NewTicket = { ...words, contact: { name: "Typed" } };
// @ts-expect-error The list of intents is closed.
const unknownIntent: Intent = "no_such_intent";
const reply: NewMessage = { type: "note", body: "No attachments are needed." };

const created = await api.POST("/v1/tickets", { body: byEmail });
if (!created.data) throw new Error(created.error.error.message);
const { id, contact, ai } = created.data;
const byId: NewTicket = { ...words, contact: { id: contact.id } };
const second = await api.POST("/v1/tickets", { body: byId });
const note = await api.POST("/v1/tickets/{id}/messages", {
	params: { path: { id } },
	body: reply,
});
const listed = await api.GET("/v1/tickets", {
	params: { query: { ai_intent: ai.intent, contact: contact.id } },
});
const refused = await api.POST("/v1/tickets", { body: byName });
const unfiltered = await api.GET("/v1/tickets", {
	params: { query: { ai_intent: unknownIntent } },
});
const found = await api.POST("/v1/knowledge/search", {
	body: { query: "refund" },
});
const results = {
	contactOfSecond: second.data?.contact.id === contact.id,
	note: note.data?.type,
	listed: listed.data?.data.some((ticket) => ticket.id === id),
	refused: refused.error?.error.code,
	unfiltered: unfiltered.error?.error.param,
	search: found.response.status,
};
console.log(JSON.stringify(results));
