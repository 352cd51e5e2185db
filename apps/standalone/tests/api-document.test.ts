import { afterAll, beforeAll, expect, it } from "vitest";
import { type ApiResponse, type Client, createClient } from "./client.ts";
import { createTicket } from "./new-ticket.ts";
import {
	startProduct,
	type TestProduct,
	type TestWorkspace,
} from "./product.ts";

const SUFFIX = "01h2xcejqtf2nbrexx3vqjhp41";
const EXAMPLE_ID = "tkt_01kadszz00e2xv0f1b2c3d4e5f";
const TICKETS = "/v1/tickets";
const TICKET = `${TICKETS}/tkt_${SUFFIX}`;
const NEW = {
	subject: "S",
	body: "B",
	contact: { email: "a@customer.example" },
};

let product: TestProduct;
let workspace: TestWorkspace;
let api: Client;
// biome-ignore lint/suspicious/noExplicitAny: a document of every shape.
let document: any;

beforeAll(async () => {
	product = await startProduct({ transport: "process" });
	workspace = await product.createWorkspace();
	api = workspace.api;
	document = (await api.get("/openapi.json")).body;
});
afterAll(() => product.stop());

const REFUSALS: [code: string, provoke: () => Promise<ApiResponse>][] = [
	[
		"missing_parameter",
		() => api.post(TICKETS, { ...NEW, subject: undefined }),
	],
	["invalid_parameter", () => api.get(TICKETS, { priority: "critical" })],
	["unknown_parameter", () => api.get(TICKETS, { colour: "red" })],
	["invalid_cursor", () => api.get(TICKETS, { cursor: "AbC" })],
	["invalid_sort", () => api.get("/v1/knowledge/gaps", { sort: "topic:asc" })],
	[
		"invalid_attachment",
		() => reply({ attachments: [{ ...file, data: "x" }] }),
	],
	["invalid_idempotency_key", () => create({}, "two words")],
	["missing_api_key", () => createClient(product.url).get(TICKETS)],
	[
		"invalid_api_key",
		() => createClient(product.url, "sk_live_x").get(TICKETS),
	],
	["insufficient_scope", async () => (await readOnly()).post(TICKETS, NEW)],
	["route_not_found", () => api.get("/v1/nowhere")],
	["method_not_allowed", () => api.post("/v1/knowledge/gaps")],
	["ticket_not_found", () => api.get(TICKET)],
	[
		"article_not_found",
		() =>
			api.post("/v1/knowledge/tests", {
				question: "How?",
				article_id: `kb_${SUFFIX}`,
			}),
	],
	[
		"knowledge_test_not_found",
		() => api.get(`/v1/knowledge/tests/knt_${SUFFIX}`),
	],
	[
		"attachment_not_found",
		() => api.get(`${TICKET}/messages/msg_${SUFFIX}/attachments/att_${SUFFIX}`),
	],
	[
		"tag_not_found",
		async () => api.delete(`${TICKETS}/${await id()}/tags/none`),
	],
	[
		"draft_not_found",
		async () => api.get(`/v1/conversations/${await id()}/ai-draft`),
	],
	[
		"undefined_attribute_key",
		() => create({ custom_attributes: { color: "red" } }),
	],
	[
		"invalid_attribute_value",
		() => create({ custom_attributes: { seats: "ten" } }),
	],
	["assignee_not_found", () => create({ assignee_id: `usr_${SUFFIX}` })],
	["group_not_found", () => create({ group_id: `grp_${SUFFIX}` })],
	["author_not_found", () => reply({ author_id: `usr_${SUFFIX}` })],
	["contact_not_found", () => create({ contact: { id: `cnt_${SUFFIX}` } })],
	[
		"contact_mismatch",
		async () => create({ contact: { ...NEW.contact, id: await contactId() } }),
	],
	[
		"tag_limit_exceeded",
		async () =>
			api.post(`${TICKETS}/${await id({ tags: tags("a") })}/tags`, {
				tags: tags("b"),
			}),
	],
	[
		"external_id_exists",
		async () => {
			const { id } = await createTicket(api, { external_id: "twice" });
			const answer = await create({ external_id: "twice" });
			const text = answer.text.replace(id, EXAMPLE_ID);
			return { ...answer, text, body: JSON.parse(text) };
		},
	],
	["newer_message", () => reply({ if_last_message_id: `msg_${SUFFIX}` })],
	[
		"idempotency_key_reused",
		async () => {
			await create({}, "once");
			return create({ subject: "Other" }, "once");
		},
	],
];

it.each(REFUSALS)(
	"documents %s as the product returns it",
	async (code, provoke) => {
		const { body, text } = await provoke();
		const { request_id: _, ...shown } =
			document.components.examples[code].value.error;
		expect(body?.error, text).toMatchObject(shown);
	},
);

it("documents requests that succeed", async () => {
	for (const [path, status] of [
		[TICKETS, 201],
		["/v1/knowledge/articles", 201],
		["/v1/knowledge/search", 200],
	] as const) {
		const { example } =
			document.paths[path].post.requestBody.content["application/json"];
		const answer = await api.post(path, example);
		expect(answer.status, answer.text).toBe(status);
	}
});

const file = { filename: "a.txt", content_type: "text/plain" };

const tags = (prefix: string) =>
	Array.from({ length: 26 }, (_, i) => `${prefix}${i}`);

const id = async (fields: object = {}): Promise<string> =>
	(await createTicket(api, fields)).id;

const contactId = async (): Promise<string> =>
	(await createTicket(api)).contact.id;

const readOnly = () => product.createKey(workspace, "tickets:read");

function create(fields: object, key?: string): Promise<ApiResponse> {
	const headers: Record<string, string> = key ? { "idempotency-key": key } : {};
	return api.post(TICKETS, { ...NEW, ...fields }, headers);
}

async function reply(fields: object): Promise<ApiResponse> {
	const message = { body: "x", type: "note", ...fields };
	return api.post(`${TICKETS}/${await id()}/messages`, message);
}
