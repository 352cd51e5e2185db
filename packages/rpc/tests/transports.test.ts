import { TicketsServiceService } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import {
	AppError,
	serviceUnavailable,
	upstreamUnavailable,
} from "@supportdesk/errors/app-error.ts";
import { createLogger } from "@supportdesk/logger/logger.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CallContext } from "../src/call-context.ts";
import type { Transport } from "../src/connection/instance.ts";
import { createInProcessClient } from "../src/in-process-client.ts";
import { createRpcClient } from "../src/rpc-client.ts";
import { createRpcServer } from "../src/rpc-server.ts";
import type { TicketsApi } from "../src/service-api.ts";
import { aContext, rendered, ticketsHandlers } from "./fakes.ts";

const lines: string[] = [];
const log = createLogger({
	name: "test",
	level: "warn",
	destination: { write: (line) => void lines.push(line) },
});
const SECRET = "a secret of this test";

let handlers: TicketsApi;
/** The handlers of all calls, so that a test can replace them. */
const table = ticketsHandlers((name) => handlers[name]);

async function inProcess() {
	const api = createInProcessClient(TicketsServiceService, table, log);
	return { api, close: async () => {} };
}

const overSockets = (transport: Transport) => async () => {
	const server = createRpcServer(log, { secret: SECRET });
	server.add(TicketsServiceService, table);
	const port = await server.listen(0, "127.0.0.1");
	const target = `127.0.0.1:${port}`;
	const client = createRpcClient(TicketsServiceService, target, {
		secret: SECRET,
		log,
		transport,
	});
	const close = async () => {
		client.close();
		await server.drain();
	};
	return { api: client.api, close };
};

describe.each([
	["in process", inProcess],
	["over a stream", overSockets("stream")],
	["over unary calls", overSockets("unary")],
])("%s", (transportName, connect) => {
	let transport: Awaited<ReturnType<typeof connect>>;
	beforeAll(async () => {
		transport = await connect();
	});
	afterAll(() => transport.close());
	beforeEach(() => {
		lines.length = 0;
		handlers = ticketsHandlers(() => async () => rendered("{}"));
	});
	const getTicket = (context = aContext()) =>
		transport.api.getTicket({ id: "tkt_1", view: 1 }, context);

	it("passes the request and the context to the handler and returns its response", async () => {
		let seen: CallContext | undefined;
		handlers = {
			...handlers,
			getTicket: async (request, context) => {
				seen = context;
				return rendered(JSON.stringify(request));
			},
		};
		const context = aContext();
		const response = await getTicket(context);
		expect(response.status).toBe(200);
		expect(response.body.toString()).toBe('{"id":"tkt_1","view":1}');
		const { requestId, workspaceId, apiKeyId, actorId } = context;
		expect(seen).toMatchObject({ requestId, workspaceId, apiKeyId, actorId });
		// Only what may be sent twice needs an id by which the second attempt is recognised.
		expect(seen!.operationId).toBe(
			transportName === "in process" ? "" : context.operationId,
		);
		// A read waits 5 s at most, even if its caller would wait longer.
		expect(seen!.deadline).toBeLessThanOrEqual(Date.now() + 5_000);
	});

	it("carries bodies of 40 MiB", async () => {
		const body = Buffer.alloc(40 * 1024 * 1024, "x");
		handlers = { ...handlers, getTicket: async () => rendered(body) };
		expect((await getTicket()).body.equals(body)).toBe(true);
	});

	const part = (data: Buffer) => ({ message: undefined, sizes: [], data });

	it("reads the messages of an upload as fast as its handler does", async () => {
		const PARTS = 400;
		const data = Buffer.alloc(64 * 1024, "x");
		let sent = 0;
		let sentBeforeRead = 0;
		const startReading = Promise.withResolvers<void>();
		handlers = {
			...handlers,
			uploadMessage: async (parts) => {
				await startReading.promise;
				sentBeforeRead = sent;
				let bytes = 0;
				for await (const { data } of parts) bytes += data.length;
				return rendered(String(bytes));
			},
		};
		async function* upload() {
			for (sent = 0; sent < PARTS; sent += 1) yield part(data);
		}
		const call = transport.api.uploadMessage(upload(), aContext());
		// When a small call sent later has returned, the upload has reached its limits.
		for (let i = 0; i < 20; i += 1) await getTicket();
		startReading.resolve();
		expect((await call).body.toString()).toBe(String(PARTS * data.length));
		expect(sentBeforeRead).toBeLessThan(PARTS / 4);
	});

	it("responds to an upload that is rejected before its end", async () => {
		handlers = {
			...handlers,
			uploadMessage: async (parts) => {
				for await (const _ of parts) throw serviceUnavailable();
				return rendered("");
			},
		};
		async function* upload() {
			for (let i = 0; i < 1_000; i += 1) yield part(Buffer.alloc(64 * 1024));
		}
		await expect(
			transport.api.uploadMessage(upload(), aContext()),
		).rejects.toMatchObject({ code: "service_unavailable" });
		expect((await getTicket()).status).toBe(200);
	});

	it("ends an upload whose caller fails", async () => {
		const started = Promise.withResolvers<void>();
		const ended = Promise.withResolvers<void>();
		handlers = {
			...handlers,
			uploadMessage: async (parts) => {
				try {
					for await (const _ of parts) started.resolve();
					return rendered("");
				} finally {
					ended.resolve();
				}
			},
		};
		async function* upload() {
			yield part(Buffer.alloc(10));
			await started.promise;
			throw new Error("the caller's own mistake");
		}
		await expect(
			transport.api.uploadMessage(upload(), aContext()),
		).rejects.toMatchObject({ type: "api_error" });
		await ended.promise;
	});

	it("passes an AppError on as it is", async () => {
		const details = [
			{
				code: "undefined_attribute_key",
				message: "Größe ist unbekannt.",
				param: "custom_attributes.größe",
			},
			{ code: "invalid_attribute_value", message: "No.", param: null },
		] as const;
		handlers = {
			...handlers,
			getTicket: async () => {
				throw new AppError(
					"validation_error",
					"undefined_attribute_key",
					"Größe ist unbekannt.",
					{ param: "custom_attributes.größe", details, retryAfterSeconds: 7 },
				);
			},
		};
		const error = await getTicket().catch((error: unknown) => error);
		expect(error).toBeInstanceOf(AppError);
		expect(error).toMatchObject({
			type: "validation_error",
			code: "undefined_attribute_key",
			message: "Größe ist unbekannt.",
			param: "custom_attributes.größe",
			retryAfterSeconds: 7,
			details,
		});
		expect(lines).toEqual([]);
	});

	it("logs an unknown error once, with its stack, and shows none of it", async () => {
		handlers = {
			...handlers,
			getTicket: () => {
				throw new Error("the password is hunter2");
			},
		};
		const error = await getTicket().catch((error: unknown) => error);
		expect(error).toMatchObject({ type: "api_error", code: "internal_error" });
		expect((error as Error).message).not.toContain("hunter2");
		expect(lines).toHaveLength(1);
		expect(JSON.parse(lines[0]!).err.stack).toContain("transports.test.ts");
	});

	it("ends the wait at the caller's deadline and aborts the handler", async () => {
		const aborted = Promise.withResolvers<void>();
		handlers = { ...handlers, getTicket: hang(aborted.resolve) };
		const started = Date.now();
		await expect(
			getTicket(aContext({ deadline: started + 100 })),
		).rejects.toMatchObject({
			type: "bad_gateway",
			code: "upstream_unavailable",
			retryAfterSeconds: 2,
		});
		expect(Date.now() - started).toBeLessThan(2_500);
		await aborted.promise;
	});

	it("aborts the handler when the caller disconnects", async () => {
		const started = Promise.withResolvers<void>();
		const aborted = Promise.withResolvers<void>();
		handlers = {
			...handlers,
			getTicket: (request, context) => {
				started.resolve();
				return hang(aborted.resolve)(request, context);
			},
		};
		const caller = new AbortController();
		const call = getTicket(aContext({ signal: caller.signal }));
		await started.promise;
		caller.abort();
		await expect(call).rejects.toMatchObject({ type: "bad_gateway" });
		await aborted.promise;
	});

	it("starts no call whose caller has disconnected", async () => {
		await expect(
			getTicket(aContext({ signal: AbortSignal.abort() })),
		).rejects.toMatchObject({ type: "bad_gateway" });
	});

	it.each([serviceUnavailable(), upstreamUnavailable()])(
		"does not retry a call that the service answered with %s",
		async (failure) => {
			let calls = 0;
			handlers = {
				...handlers,
				getTicket: async () => {
					calls += 1;
					throw failure;
				},
			};
			await expect(getTicket()).rejects.toMatchObject({ code: failure.code });
			expect(calls).toBe(1);
		},
	);
});

/** A handler that never returns, and reports that its signal was aborted. */
function hang(onAbort: () => void) {
	return (_request: unknown, { signal }: CallContext) =>
		new Promise<never>(() => {
			signal.addEventListener("abort", onAbort, { once: true });
		});
}
