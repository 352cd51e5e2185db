import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Client, createClient, expectedError } from "./client.ts";
import {
	startProduct,
	type TestProduct,
	type TestWorkspace,
	TRANSPORTS,
} from "./product.ts";

const IMAP_URL = "imaps://me:a-password-to-keep@mail.example/INBOX";

describe.each(TRANSPORTS)("mailboxes over %s", (transport) => {
	let product: TestProduct;
	let workspace: TestWorkspace;
	let other: TestWorkspace;
	let api: Client;
	const address = () => `support-${crypto.randomUUID()}@desk.example`;

	beforeAll(async () => {
		product = await startProduct({ transport });
		workspace = await product.createWorkspace();
		other = await product.createWorkspace();
		api = workspace.api;
	});
	afterAll(() => product.stop());

	it("creates a mailbox with defaults, once for each key, and reads, changes and deletes it", async () => {
		const headers = { "idempotency-key": crypto.randomUUID() };
		const fields = { address: `Help-${address()}` };
		const created = await api.post("/v1/mailboxes", fields, headers);
		expect(created.status).toBe(201);
		const { id } = created.body;
		const path = `/v1/mailboxes/${id}`;
		expect(created.headers.get("location")).toBe(path);
		expect(created.body).toEqual({
			id: expect.stringMatching(/^mbx_/),
			address: fields.address,
			name: fields.address.split("@")[0],
			group_id: null,
			signature: "",
			auto_reply: { enabled: false, body: "" },
			intake: "smtp",
			imap: null,
			created_at: expect.any(String),
		});
		expect((await api.post("/v1/mailboxes", fields, headers)).text).toBe(
			created.text,
		);
		expect((await api.get(path)).body).toEqual(created.body);
		const changes = {
			name: "Help",
			group_id: workspace.groups[0]!.id,
			signature: "Bye\nHelp",
			auto_reply: { enabled: true, body: "We read it soon." },
		};
		const changed = await api.patch(path, changes);
		expect(changed.body).toEqual({ ...created.body, ...changes });
		expect((await api.patch(path, {})).body).toEqual(changed.body);
		const cleared = await api.patch(path, { group_id: null });
		expect(cleared.body).toEqual({ ...changed.body, group_id: null });
		expect((await api.delete(path)).body).toEqual({ id, deleted: true });
		for (const gone of [
			await api.get(path),
			await api.patch(path, {}),
			await api.delete(path),
		])
			expect([gone.status, gone.body]).toEqual([
				404,
				expectedError("not_found", "mailbox_not_found"),
			]);
		expect((await api.post("/v1/mailboxes", fields)).status).toBe(201);
	});

	it("gives one address to one mailbox of all workspaces, whatever its case and whoever asks first", async () => {
		const taken = address();
		const racers = await Promise.all(
			[api, other.api, api, other.api].map((client, i) =>
				client.post("/v1/mailboxes", {
					address: i % 2 ? taken : taken.toUpperCase(),
				}),
			),
		);
		const refused = racers.filter(({ status }) => status !== 201);
		expect(refused.map(({ status, body }) => [status, body])).toEqual(
			Array.from({ length: 3 }, () => [
				409,
				expectedError("conflict", "mailbox_exists", "address"),
			]),
		);
	});

	it("never shows the account of a mailbox, and stores it encrypted", async () => {
		const created = await api.post("/v1/mailboxes", {
			address: address(),
			intake: "imap",
			imap_url: IMAP_URL,
		});
		expect(created.body).toMatchObject({ intake: "imap" });
		expect(created.text).not.toContain("a-password-to-keep");
		const path = `/v1/mailboxes/${created.body.id}`;
		expect((await api.get(path)).text).not.toContain("a-password-to-keep");
		expect(await product.tablesWith(["a-password-to-keep"])).toEqual([]);
		expect((await api.patch(path, { imap_url: null })).body).toEqual(
			expectedError("invalid_request", "missing_parameter", "imap_url"),
		);
		const changed = await api.patch(path, { imap_url: null, intake: "smtp" });
		expect(changed.body).toEqual({
			...created.body,
			intake: "smtp",
			imap: null,
		});
	});

	it.each([
		[{}, "missing_parameter", "address"],
		[{ address: "x" }, "invalid_parameter", "address"],
		[{ address: "a@b.example", colour: 1 }, "unknown_parameter", "colour"],
		[{ address: "a@b.example", name: "a\u202eb" }, "invalid_parameter", "name"],
		[
			{ address: "a@b.example", intake: "imap" },
			"missing_parameter",
			"imap_url",
		],
		[
			{ address: "a@b.example", imap_url: "http://a:b@c.example" },
			"invalid_parameter",
			"imap_url",
		],
		[
			{ address: "a@b.example", imap_url: "imap://mail.example" },
			"invalid_parameter",
			"imap_url",
		],
		[
			{ address: "a@b.example", auto_reply: { enabled: true } },
			"missing_parameter",
			"auto_reply.body",
		],
	])("refuses %j with %s of %s", async (fields, code, param) => {
		const { status, body } = await api.post("/v1/mailboxes", fields);
		expect([status, body.error.code, body.error.param]).toEqual([
			400,
			code,
			param,
		]);
	});

	it("refuses a group of another workspace like one that there never was", async () => {
		const group_id = other.groups[0]!.id;
		const { status, body } = await api.post("/v1/mailboxes", {
			address: address(),
			group_id,
		});
		expect([status, body]).toEqual([
			422,
			expectedError("validation_error", "group_not_found", "group_id"),
		]);
	});

	it("keeps the mailboxes of workspaces apart, and asks for scopes", async () => {
		const { body: mine } = await api.post("/v1/mailboxes", {
			address: address(),
		});
		const path = `/v1/mailboxes/${mine.id}`;
		for (const foreign of [
			await other.api.get(path),
			await other.api.patch(path, { name: "x" }),
			await other.api.delete(path),
		])
			expect(foreign.body).toEqual(
				expectedError("not_found", "mailbox_not_found"),
			);
		const shown = await other.api.get("/v1/mailboxes", { limit: 100 });
		expect(shown.text).not.toContain(mine.id);
		const reader = await product.createKey(workspace, "workspace:read");
		expect((await reader.get(path)).body).toEqual(mine);
		expect((await reader.patch(path, {})).status).toBe(403);
		expect((await createClient(product.url).get(path)).status).toBe(401);
	});

	it("lists them by address, page by page", async () => {
		const alone = await product.createWorkspace();
		const addresses = ["c", "a", "b"].map((name) => `${name}${address()}`);
		for (const each of addresses)
			await alone.api.post("/v1/mailboxes", { address: each });
		const first = await alone.api.get("/v1/mailboxes", {
			sort: "address:asc",
			limit: 2,
		});
		const rest = await alone.api.get("/v1/mailboxes", {
			sort: "address:asc",
			limit: 2,
			cursor: first.body.next_cursor,
		});
		const listed = [...first.body.data, ...rest.body.data];
		expect(listed.map((each) => each.address)).toEqual([...addresses].sort());
		expect(rest.body.has_more).toBe(false);
	});
});
