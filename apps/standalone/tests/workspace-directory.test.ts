import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Client, expectedError } from "./client.ts";
import { createTicket } from "./new-ticket.ts";
import {
	startProduct,
	type TestProduct,
	type TestWorkspace,
	TRANSPORTS,
} from "./product.ts";

describe.each(TRANSPORTS)(
	"agents, groups and attributes over %s",
	(transport) => {
		let product: TestProduct;
		let workspace: TestWorkspace;
		let other: TestWorkspace;
		let api: Client;

		beforeAll(async () => {
			product = await startProduct({ transport });
			workspace = await product.createWorkspace();
			other = await product.createWorkspace();
			api = workspace.api;
		});
		afterAll(() => product.stop());

		const typesOf = async (id: string) =>
			(await product.eventsOf("tickets", workspace.id, id)).map(
				({ type }) => type,
			);

		it("creates, renames, deactivates and reactivates an agent, whose tickets keep it", async () => {
			const headers = { "idempotency-key": crypto.randomUUID() };
			const fields = { name: " Dora ", email: "dora@support.example" };
			const {
				status,
				body,
				headers: answered,
			} = await api.post("/v1/agents", fields, headers);
			expect([status, answered.get("location")]).toEqual([
				201,
				`/v1/agents/${body.id}`,
			]);
			const path = `/v1/agents/${body.id}`;
			expect((await api.post("/v1/agents", fields, headers)).body).toEqual(
				body,
			);
			expect((await api.post("/v1/agents", fields)).body).toEqual(
				expectedError("conflict", "agent_exists", "email"),
			);
			const renamed = await api.patch(path, { name: "Dora D." });
			expect(renamed.body).toEqual({ ...body, name: "Dora D." });
			const ticket = await createTicket(api, { assignee_id: body.id });
			const gone = await api.delete(path);
			expect(gone.body).toEqual({
				...renamed.body,
				deactivated_at: expect.any(String),
			});
			expect((await api.delete(path)).body).toEqual(gone.body);
			const kept = await api.get(`/v1/tickets/${ticket.id}`);
			expect(kept.body.assignee).toMatchObject({
				id: body.id,
				name: "Dora D.",
			});
			const refused = await api.post("/v1/tickets", {
				subject: "S",
				body: "B",
				contact: { email: "a@customer.example" },
				assignee_id: body.id,
			});
			expect(refused.body.error.code).toBe("assignee_not_found");
			const back = await api.patch(path, { deactivated: false });
			expect(back.body).toEqual(renamed.body);
			expect((await api.get(path)).body).toEqual(renamed.body);
			expect(await typesOf(body.id)).toEqual([
				"agent.created",
				"agent.updated",
				"agent.deactivated",
				"agent.updated",
			]);
		});

		it("refuses the keys of a deactivated agent within 5 s, and accepts them again", async () => {
			const own = await product.createWorkspace();
			const key = await product.createKey({
				...own,
				agents: [own.agents[1]!],
			});
			const path = `/v1/agents/${own.agents[1]!.id}`;
			const statusOf = async () => (await key.get("/v1/tickets")).status;
			expect(await statusOf()).toBe(200);
			await own.api.delete(path);
			await expect.poll(statusOf, { timeout: 5_000 }).toBe(401);
			await own.api.patch(path, { deactivated: false });
			await expect.poll(statusOf, { timeout: 5_000 }).toBe(200);
		});

		it("keeps a group's agents", async () => {
			const [ann, bob] = workspace.agents.map(({ id }) => id);
			const created = await api.post("/v1/groups", {
				name: "Night shift",
				agent_ids: [bob, ann, bob],
			});
			expect(created.status).toBe(201);
			expect(created.body.agent_ids).toEqual([ann, bob].sort());
			const path = `/v1/groups/${created.body.id}`;
			expect((await api.get(path)).body).toEqual(created.body);
			const changed = await api.patch(path, { agent_ids: [bob] });
			expect(changed.body).toEqual({ ...created.body, agent_ids: [bob] });
			const again = await api.post("/v1/groups", { name: "night SHIFT" });
			expect(again.body).toEqual(
				expectedError("conflict", "group_exists", "name"),
			);
			const foreign = await api.patch(path, {
				agent_ids: [other.agents[0]!.id],
			});
			expect(foreign.status).toBe(422);
			expect(foreign.body).toEqual(
				expectedError("validation_error", "agent_not_found", "agent_ids"),
			);
			expect((await api.get(path)).body).toEqual(changed.body);
			const gone = await api.delete(path);
			expect(gone.body.deactivated_at).toEqual(expect.any(String));
			const active = await api.get("/v1/groups", {
				status: "active",
				sort: "name:asc",
			});
			expect(
				active.body.data.map(({ name }: { name: string }) => name),
			).toEqual(["Billing", "Returns"]);
			expect(await typesOf(created.body.id)).toEqual([
				"group.created",
				"group.updated",
				"group.updated",
			]);
		});

		it("defines, lists and deletes attributes", async () => {
			const fields = { key: "colour", type: "enum", values: ["red", "blue"] };
			const created = await api.post("/v1/attributes", fields);
			expect(created.status).toBe(201);
			expect(created.body).toEqual({
				...fields,
				label: null,
				description: null,
				created_at: expect.any(String),
			});
			expect((await api.get("/v1/attributes/colour")).body).toEqual(
				created.body,
			);
			expect((await api.post("/v1/attributes", fields)).body).toEqual(
				expectedError("conflict", "attribute_exists", "key"),
			);
			const ticket = await createTicket(api, {
				custom_attributes: { colour: "red" },
			});
			const keys: string[] = [];
			let cursor = "";
			do {
				const { body } = await api.get("/v1/attributes", {
					limit: 10,
					...(cursor && { cursor }),
				});
				keys.push(...body.data.map(({ key }: { key: string }) => key));
				cursor = body.next_cursor ?? "";
			} while (cursor);
			expect(keys).toHaveLength(26);
			expect(keys).toContain("colour");
			const gone = await api.delete("/v1/attributes/colour");
			expect(gone.body).toEqual({ key: "colour", deleted: true });
			for (const answer of [
				await api.get("/v1/attributes/colour"),
				await api.delete("/v1/attributes/colour"),
			])
				expect(answer.body).toEqual(
					expectedError("not_found", "attribute_not_found"),
				);
			const kept = await api.get(`/v1/tickets/${ticket.id}`);
			expect(kept.body.custom_attributes).toEqual({ colour: "red" });
		});

		it("changes what people are shown of an attribute, and adds values that tickets can have at once", async () => {
			const created = await api.post("/v1/attributes", {
				key: "size",
				type: "enum",
				values: ["s", "m"],
				label: "Size",
			});
			const path = "/v1/attributes/size";
			const sized = (size: string) =>
				createTicket(api, { custom_attributes: { size } });
			const ticket = await sized("s");
			expect((await api.patch(path, {})).body).toEqual(created.body);
			const changed = await api.patch(path, {
				label: null,
				description: "Of the shirt",
				values: ["m", "s", "xl"],
			});
			expect(changed.body).toEqual({
				...created.body,
				label: null,
				description: "Of the shirt",
				values: ["m", "s", "xl"],
			});
			expect((await api.get(path)).body).toEqual(changed.body);
			await sized("xl");
			const removed = await api.patch(path, { values: ["m", "xl"] });
			expect([removed.status, removed.body]).toEqual([
				422,
				expectedError("validation_error", "invalid_attribute_value", "values"),
			]);
			for (const fields of [{ type: "string" }, { key: "other" }])
				expect((await api.patch(path, fields)).status).toBe(400);
			const number = await api.patch("/v1/attributes/seats", { values: ["1"] });
			expect(number.body.error).toMatchObject({
				code: "invalid_parameter",
				param: "values",
			});
			const kept = await api.get(`/v1/tickets/${ticket.id}`);
			expect(kept.body.custom_attributes).toEqual({ size: "s" });
			const reader = await product.createKey(workspace, "workspace:read");
			expect((await reader.patch(path, { label: "X" })).status).toBe(403);
			const missing = await other.api.patch(path, { label: "X" });
			expect(missing.body).toEqual(
				expectedError("not_found", "attribute_not_found"),
			);
			await api.delete(path);
		});

		it("keeps the values that two requests add to an attribute, or refuses one of them", async () => {
			await api.post("/v1/attributes", {
				key: "raced",
				type: "enum",
				values: ["a"],
			});
			const path = "/v1/attributes/raced";
			const responses = await Promise.all([
				api.patch(path, { values: ["a", "b"] }),
				api.patch(path, { values: ["a", "c"] }),
			]);
			expect(responses.map(({ status }) => status).sort()).toEqual([200, 422]);
			await api.delete(path);
		});

		it.each([
			["/v1/agents", { name: "x", email: "x" }, "email"],
			["/v1/attributes", { key: "a b", type: "string" }, "key"],
			["/v1/attributes", { key: "e", type: "enum" }, "values"],
			["/v1/attributes", { key: "s", type: "string", values: ["x"] }, "values"],
		])("refuses POST %s %j", async (path, body, param) => {
			const answer = await api.post(path, body);
			expect(answer.status).toBe(400);
			expect(answer.body).toEqual(
				expectedError("invalid_request", "invalid_parameter", param),
			);
		});

		it("answers the same for another workspace's agents and groups as for none", async () => {
			for (const [kind, theirs, none] of [
				["agents", other.agents[0]!.id, "usr_01h2xcejqtf2nbrexx3vqjhp41"],
				["groups", other.groups[0]!.id, "grp_01h2xcejqtf2nbrexx3vqjhp41"],
			]) {
				for (const send of [
					(id: string) => api.get(`/v1/${kind}/${id}`),
					(id: string) => api.patch(`/v1/${kind}/${id}`, { name: "Mine" }),
					(id: string) => api.delete(`/v1/${kind}/${id}`),
				]) {
					const [a, b] = [await send(theirs!), await send(none!)];
					expect(a.status).toBe(404);
					expect(a.text.replace(a.body.error.request_id, "")).toBe(
						b.text.replace(b.body.error.request_id, ""),
					);
				}
			}
		});
	},
);
