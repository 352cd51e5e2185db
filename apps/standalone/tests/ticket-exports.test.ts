import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Client, expectedError } from "./client.ts";
import { createTicket } from "./new-ticket.ts";
import {
	startProduct,
	type TestProduct,
	type TestWorkspace,
	TRANSPORTS,
} from "./product.ts";

const PATH = "/v1/exports/tickets";

interface Line {
	readonly cursor: string | null;
	readonly done?: true;
	// biome-ignore lint/suspicious/noExplicitAny: tests look into tickets of every shape.
	readonly ticket?: any;
}

describe.each(TRANSPORTS)("over %s", (transport) => {
	let product: TestProduct;
	let workspace: TestWorkspace;
	let api: Client;

	beforeAll(async () => {
		product = await startProduct({ transport });
	});
	afterAll(() => product.stop());
	const enter = async () => {
		workspace = await product.createWorkspace();
		api = workspace.api;
	};
	const read = async (query: Record<string, string> = {}) => {
		const { status, headers, text } = await api.get(PATH, query);
		expect(status, text.slice(0, 500)).toBe(200);
		expect(headers.get("content-type")).toBe("application/x-ndjson");
		expect(text.endsWith("}\n")).toBe(true);
		return text
			.slice(0, -1)
			.split("\n")
			.map((line): Line => JSON.parse(line));
	};
	const idsOf = (lines: readonly Line[]) =>
		lines.flatMap(({ ticket }) => ticket?.id ?? []);
	const importRows = async (rows: readonly object[]) => {
		const post = () => api.post("/v1/imports/tickets", { tickets: rows });
		let imported = await post();
		// Several megabytes may take longer than a statement may, on a busy machine.
		for (let n = 0; n < 5 && imported.status === 503; n += 1)
			imported = await post();
		const { status, text, body } = imported;
		expect(status, text).toBe(200);
		expect(body.failed, text.slice(0, 500)).toBe(0);
		return body.results.map(({ id }: { id: string }) => id) as string[];
	};
	const row = (fields: object) => ({
		subject: "An old question",
		contact: { email: "ada@example.com" },
		created_at: "2019-03-01T09:30:00Z",
		messages: [
			{ type: "inbound", body: "Where?", created_at: "2019-03-01T09:30:00Z" },
		],
		...fields,
	});

	it("writes each ticket with its messages in a line, oldest first, and says when it is complete", async () => {
		await enter();
		const made = [];
		for (let n = 0; n < 3; n += 1) made.push(await createTicket(api));
		const [first, second] = made;
		await api.post(`/v1/tickets/${first.id}/messages`, {
			type: "note",
			body: "Line one\nline two",
		});
		await api.delete(`/v1/tickets/${second.id}`);
		const lines = await read();
		expect(idsOf(lines)).toEqual([first.id, made[2].id]);
		const shown = await api.get(`/v1/conversations/${first.id}`);
		expect(lines[0]!.ticket).toEqual(shown.body);
		const cursors = lines.map(({ cursor }) => cursor);
		expect(lines.at(-1)).toEqual({ cursor: cursors[1], done: true });
	});

	it("continues behind any line, and with what is created later", async () => {
		await enter();
		expect(await read()).toEqual([{ cursor: null, done: true }]);
		await product.insertTickets(workspace.id, 130);
		const lines = await read();
		expect(new Set(idsOf(lines)).size).toBe(130);
		for (const at of [0, 49, 50, 77, 128]) {
			const rest = await read({ cursor: lines[at]!.cursor! });
			expect(rest).toEqual(lines.slice(at + 1));
		}
		const end = lines.at(-1)!.cursor!;
		expect(await read({ cursor: end })).toEqual([{ cursor: end, done: true }]);
		const { id } = await createTicket(api);
		expect(idsOf(await read({ cursor: end }))).toEqual([id]);
	});

	it("writes tickets of thousands of messages, and of large ones, as one line each", async () => {
		await enter();
		const messages = (count: number, length: number) =>
			Array.from({ length: count }, (_, n) => ({
				type: n % 2 === 0 ? "inbound" : "outbound",
				body: `${n} ${"é".repeat(length)}`,
				created_at: "2019-03-01T09:30:00Z",
			}));
		const [many, large, small] = await importRows([
			row({ external_id: "many", messages: messages(1000, 10) }),
			row({ external_id: "large", messages: messages(40, 99_000) }),
			row({ external_id: "small" }),
		]);
		for (let n = 0; n < 30; n += 1)
			await api.post(`/v1/tickets/${many}/messages`, {
				type: "note",
				body: `${1000 + n} `,
			});
		const lines = await read();
		const byId = new Map(lines.map(({ ticket }) => [ticket?.id, ticket]));
		expect(byId.get(many).messages).toHaveLength(1030);
		expect(byId.get(large).messages).toHaveLength(40);
		expect(byId.get(small).messages).toHaveLength(1);
		for (const id of [many, large]) {
			byId.get(id).messages.forEach((each: { body: string }, n: number) => {
				expect(each.body.startsWith(`${n} `)).toBe(true);
			});
		}
	});

	it("takes the filters of the lists, and no cursor of other filters", async () => {
		await enter();
		const [open, resolved] = await importRows([
			row({ subject: "xylophone" }),
			row({ status: "resolved", tags: ["vip"], external_id: "r" }),
		]);
		expect(idsOf(await read({ status: "resolved" }))).toEqual([resolved]);
		expect(idsOf(await read({ tag: "vip" }))).toEqual([resolved]);
		expect(idsOf(await read({ q: "xylophone" }))).toEqual([open]);
		expect(idsOf(await read({ created_after: "2020-01-01" }))).toEqual([]);
		expect(idsOf(await read({ contact: "ADA@example.com" }))).toHaveLength(2);
		const [line] = await read();
		const other = await api.get(PATH, {
			status: "open",
			cursor: line!.cursor!,
		});
		expect(other.status).toBe(400);
		expect(other.body).toEqual(
			expectedError("invalid_request", "invalid_cursor", "cursor"),
		);
		const list = await api.get("/v1/tickets", { cursor: line!.cursor! });
		expect(list.status).toBe(400);
		const unknown = await api.get(PATH, { limit: 5 });
		expect(unknown.body).toEqual(
			expectedError("invalid_request", "unknown_parameter", "limit"),
		);
	});

	it("shows no ticket of another workspace, and nothing without the scope", async () => {
		await enter();
		await createTicket(api);
		const [line] = await read();
		await enter();
		expect(await read()).toHaveLength(1);
		const stolen = await api.get(PATH, { cursor: line!.cursor! });
		expect(stolen.status).toBe(400);
		const writer = await product.createKey(workspace, "tickets:write");
		expect((await writer.get(PATH)).status).toBe(403);
	});

	it("shows every ticket that was there once, while others are made, changed and deleted", async () => {
		await enter();
		await product.insertTickets(workspace.id, 400);
		const before = await product.ticketIds(workspace.id);
		const response = await fetch(`${product.url}${PATH}`, {
			headers: { authorization: `Bearer ${workspace.key}` },
		});
		const reader = response.body!.getReader();
		const first = await reader.read();
		const deleted = before.slice(0, 20);
		for (const id of deleted) await api.delete(`/v1/tickets/${id}`);
		for (let n = 0; n < 20; n += 1) {
			await createTicket(api);
			await api.patch(`/v1/tickets/${before[100 + n]}`, { priority: "high" });
		}
		const chunks = [first.value!];
		for (;;) {
			const { done, value } = await reader.read();
			if (done) break;
			chunks.push(value);
		}
		const text = Buffer.concat(chunks).toString();
		const lines = text
			.slice(0, -1)
			.split("\n")
			.map((line): Line => JSON.parse(line));
		const ids = idsOf(lines);
		expect(new Set(ids).size).toBe(ids.length);
		const kept = before.filter((id) => !deleted.includes(id));
		expect(kept.filter((id) => !ids.includes(id))).toEqual([]);
		expect(lines.at(-1)!.done).toBe(true);
	});
});
