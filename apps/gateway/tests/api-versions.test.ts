import { readFileSync } from "node:fs";
import {
	FIRST_API_VERSION,
	LATEST_API_VERSION,
} from "@supportdesk/keys/api-versions.ts";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { afterAll, beforeAll, expect, it } from "vitest";
import { recordOf } from "../scripts/recorded-openapi.ts";
import { compatibilitiesOf } from "../src/versions/compatibility.ts";
import { type Gateway, type SendOptions, startGateway } from "./gateway.ts";

let gateway: Gateway;
let earlierKey: string;
beforeAll(async () => {
	// The keys are the gateway's own, in its database.
	gateway = await startGateway({ overrides: { keys: undefined } });
	// Keys of gateways before versions have none.
	earlierKey = await gateway.database.createKey({ apiVersion: null });
});
afterAll(() => gateway.stop());

const FIRST = { "SupportDesk-Version": FIRST_API_VERSION };
const LATEST = { "SupportDesk-Version": LATEST_API_VERSION };
const UNLIMITED = {
	name: "Export",
	scopes: ["tickets:read"],
	limits: { per_minute: 60, per_day: "unlimited" },
};

/** A client that relies on the document of one version alone: every request and every response has to agree with it. */
function clientOf(version: string, init: SendOptions = {}) {
	const document = JSON.parse(readFileSync(recordOf(version), "utf8"));
	const ajv = new Ajv2020({ strict: false });
	formats.default(ajv);
	ajv.addSchema(document, version);
	const validate = (value: unknown, ...path: string[]) => {
		const escaped = path.map((part) =>
			encodeURIComponent(part.replaceAll("/", "~1")),
		);
		const check = ajv.compile({ $ref: `${version}#/${escaped.join("/")}` });
		expect(check(value), ajv.errorsText(check.errors)).toBe(true);
	};
	return async (method: string, path: string, id = "", body?: object) => {
		const operation = ["paths", path, method.toLowerCase()];
		const content = ["content", "application/json", "schema"];
		if (body) validate(body, ...operation, "requestBody", ...content);
		const sent = path.replace("{id}", id);
		const response = await gateway.send(method, sent, { body, ...init });
		expect([200, 201], response.text).toContain(response.status);
		const status = String(response.status);
		validate(response.json, ...operation, "responses", status, ...content);
		expect(response.headers.get("supportdesk-version")).toBe(version);
		return response.json;
	};
}

it.each([
	["a key of a version before", () => ({ key: earlierKey })],
	["the header", () => ({ headers: FIRST })],
])("serves a client of the first version by %s", async (_by, initOf) => {
	const call = clientOf(FIRST_API_VERSION, initOf());
	const { id, limits } = await call("POST", "/v1/keys", "", UNLIMITED);
	expect(limits).toEqual({
		...{ per_minute: 60, per_day: "unlimited" },
		...{ burst: 1_000_000, concurrent: 1_000 },
	});
	const shown = await call("GET", "/v1/keys/{id}", id);
	expect(shown.limits).toEqual(limits);
	const { data } = await call("GET", "/v1/keys");
	expect(data).toContainEqual(shown);
	const limited = { limits: { per_day: 500 } };
	const changed = await call("PATCH", "/v1/keys/{id}", id, limited);
	expect(changed.limits).toEqual({ ...limits, per_day: 500 });
	const unlimited = { limits: { per_day: "unlimited" } };
	await call("PATCH", "/v1/keys/{id}", id, unlimited);
	const rotated = await call("POST", "/v1/keys/{id}/rotate", id, {});
	expect(rotated.limits).toEqual(limits);
	const revoked = await call("POST", "/v1/keys/{id}/revoke", id, {});
	expect(revoked.limits).toEqual(limits);
});

it("serves the same keys to a client of the latest version", async () => {
	const call = clientOf(LATEST_API_VERSION);
	const { id, limits, api_version } = await call("POST", "/v1/keys", "", {
		scopes: ["tickets:read"],
		limits: { unlimited_per_day: true },
	});
	expect(limits).toMatchObject({ per_day: null, unlimited_per_day: true });
	expect(api_version).toBe(LATEST_API_VERSION);
	const changed = await call("PATCH", "/v1/keys/{id}", id, {
		limits: { per_day: 500, unlimited_per_day: false },
	});
	expect(changed.limits).toMatchObject({
		...{ per_day: 500, unlimited_per_day: false },
	});
	const same = await call("PATCH", "/v1/keys/{id}", id, {
		limits: changed.limits,
	});
	expect(same.limits).toEqual(changed.limits);
});

it.each([
	[{ per_day: "unlimited" }, "limits.per_day"],
	[{ per_day: 5, unlimited_per_day: true }, "limits.unlimited_per_day"],
	[{ unlimited_per_day: false }, "limits.unlimited_per_day"],
])(
	"refuses the limits %j of a client of the latest version",
	async (limits, param) => {
		const body = { scopes: ["tickets:read"], limits };
		const { status, json } = await gateway.send("POST", "/v1/keys", { body });
		expect(status).toBe(400);
		expect(json.error).toMatchObject({ code: "invalid_parameter", param });
	},
);

it("gives a new key the version of the request that creates it, and another one on demand", async () => {
	const create = async (headers: Record<string, string>, more = {}) => {
		const body = { scopes: ["tickets:read", "keys:write"], ...more };
		const init = { body, headers };
		return (await gateway.send("POST", "/v1/keys", init)).json;
	};
	expect((await create(FIRST)).api_version).toBe(FIRST_API_VERSION);
	const key = await create({}, { api_version: FIRST_API_VERSION });
	const versionOf = async () =>
		(await gateway.send("GET", "/v1/tickets", { key: key.secret })).headers.get(
			"supportdesk-version",
		);
	expect(await versionOf()).toBe(FIRST_API_VERSION);
	const body = { api_version: LATEST_API_VERSION };
	await gateway.send("PATCH", `/v1/keys/${key.id}`, { body });
	await expect.poll(versionOf).toBe(LATEST_API_VERSION);
});

it("replays a request in the version of each repetition", async () => {
	const headers = { "Idempotency-Key": crypto.randomUUID() };
	const created = await gateway.send("POST", "/v1/keys", {
		body: UNLIMITED,
		headers: { ...FIRST, ...headers },
	});
	const again = await gateway.send("POST", "/v1/keys", {
		body: { ...UNLIMITED, limits: { per_minute: 60, unlimited_per_day: true } },
		headers: { ...LATEST, ...headers },
	});
	expect(again.headers.get("idempotent-replayed")).toBe("true");
	expect(again.json.id).toBe(created.json.id);
	expect(created.json.limits.per_day).toBe("unlimited");
	expect(again.json.limits).toMatchObject({
		...{ per_day: null, unlimited_per_day: true },
	});
});

it.each(["2026-11-20", "latest", "2026-11-21, 2026-11-22", ""])(
	"refuses the version %j",
	async (version) => {
		const headers = { "SupportDesk-Version": version };
		const { status, json, ...response } = await gateway.send(
			"GET",
			"/v1/tickets",
			{ headers },
		);
		expect(status).toBe(400);
		expect(json.error).toMatchObject({
			...{ type: "invalid_request", code: "invalid_parameter" },
			param: "SupportDesk-Version",
		});
		// The error has the shape of the key's version.
		expect(response.headers.get("supportdesk-version")).toBe(
			LATEST_API_VERSION,
		);
	},
);

it("authenticates a request and checks its scope before its version", async () => {
	const headers = { "SupportDesk-Version": "unknown" };
	const key = await gateway.database.createKey({ scopes: ["events:read"] });
	const codes = [];
	for (const each of [null, key]) {
		const init = { headers, key: each };
		const { json } = await gateway.send("GET", "/v1/tickets", init);
		codes.push(json.error.code);
	}
	expect(codes).toEqual(["missing_api_key", "insufficient_scope"]);
});

it("passes a request through every later change in order, and a response backwards", () => {
	const step = (version: "2026-11-22", name: string) => ({
		...{ version, description: "", operations: ["getTicket"] },
		upgradeRequest: (body: string) => `${body} ${name}`,
		downgradeResponse: (body: string) => `${body} ${name}`,
	});
	const changes = [step("2026-11-22", "a"), step("2026-11-22", "b")];
	const compatibilities = compatibilitiesOf("getTicket", changes);
	const first = compatibilities.get(FIRST_API_VERSION)!;
	expect(first.upgradeRequest("request")).toBe("request a b");
	const { body } = first.downgradeResponse({
		...{ status: 200, nextCursor: "", resourceId: "", replayed: false },
		body: Buffer.from('"response"'),
	});
	expect(Buffer.from(body).toString()).toBe('"response b a"');
	expect(compatibilities.get(LATEST_API_VERSION)).toBeUndefined();
	expect(compatibilitiesOf("listTickets", changes).size).toBe(0);
});
