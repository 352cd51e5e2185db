import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectedError } from "./client.ts";
import {
	startProduct,
	type TestProduct,
	type TestWorkspace,
	TRANSPORTS,
} from "./product.ts";

const UNKNOWN = "tkt_01kadszz00e2xv0f1b2c3d4e5f";
const pathOf = (id: string) => `/v1/conversations/${id}/presence`;

describe.each(TRANSPORTS)("presence over %s", (transport) => {
	let product: TestProduct;
	let own: TestWorkspace;
	let strangers: TestWorkspace;
	let id: string;
	beforeAll(async () => {
		product = await startProduct({ transport });
		own = await product.createWorkspace();
		strangers = await product.createWorkspace();
		const { body } = await own.api.post("/v1/tickets", {
			...{ subject: "Help", body: "Please" },
			contact: { email: "a@customer.example" },
		});
		id = body.id;
	});
	afterAll(() => product.stop());

	it("is the agent's who says so, and ends", async () => {
		const agent = own.agents[0]!.id;
		const { status, body } = await own.api.put(pathOf(id), { state: "typing" });
		expect(status).toBe(200);
		expect(body).toEqual({
			conversation_id: id,
			agents: [{ id: agent, state: "typing" }],
		});
		const agents = async () => (await own.api.get(pathOf(id))).body.agents;
		await expect.poll(agents).toEqual(body.agents);
		await own.api.put(pathOf(id), { state: "left" });
		await expect.poll(agents).toEqual([]);
	});

	it("is refused for conversations that are not there or another workspace's", async () => {
		const notFound = expectedError("not_found", "ticket_not_found");
		for (const [api, path] of [
			[own.api, pathOf(UNKNOWN)],
			[strangers.api, pathOf(id)],
		] as const) {
			for (const response of [
				await api.get(path),
				await api.put(path, { state: "viewing" }),
			]) {
				expect(response.status).toBe(404);
				expect(response.body).toEqual(notFound);
			}
		}
	});

	it("needs a state that there is", async () => {
		const { status, body } = await own.api.put(pathOf(id), { state: "asleep" });
		expect(status).toBe(400);
		expect(body).toEqual(
			expectedError("invalid_request", "invalid_parameter", "state"),
		);
	});
});
