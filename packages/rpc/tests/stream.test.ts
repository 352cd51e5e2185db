import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { Client, credentials, Metadata, status } from "@grpc/grpc-js";
import type { Header } from "@supportdesk/contracts/supportdesk/rpc/v1/stream.ts";
import { TicketsServiceService } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { serviceUnavailable } from "@supportdesk/errors/app-error.ts";
import { createLogger } from "@supportdesk/logger/logger.ts";
import { afterEach, describe, expect, it } from "vitest";
import type { CallContext } from "../src/call-context.ts";
import { createInstance } from "../src/connection/instance.ts";
import { Instances } from "../src/connection/instances.ts";
import { createRpcClient } from "../src/rpc-client.ts";
import { createRpcServer } from "../src/rpc-server.ts";
import type { TicketsApi } from "../src/service-api.ts";
import { CONTEXT_HEADER, createContextSigner } from "../src/signed-context.ts";
import {
	decodeFrames,
	encodeFrames,
	type Frame,
	frame,
} from "../src/stream/frame.ts";
import { EXCHANGE, TAKE_RESPONSE } from "../src/stream/methods.ts";
import { aContext, rendered, ticketsHandlers } from "./fakes.ts";

const SECRET = "a secret of this test";
const MIB = 1024 * 1024;
const log = createLogger({ name: "test", level: "silent" });
const { getTicket, createMessage } = TicketsServiceService;

const closers: (() => unknown)[] = [];
afterEach(async () => {
	for (const close of closers.splice(0).reverse()) await close();
});

type Handler = (request: unknown, context: CallContext) => Promise<unknown>;

async function aServer(handler: Handler, port = 0) {
	const server = createRpcServer(log, { secret: SECRET });
	server.add(
		TicketsServiceService,
		ticketsHandlers(() => handler),
	);
	const bound = await server.listen(port, "127.0.0.1");
	closers.push(() => server.drain());
	return { server, port: bound };
}

function aClient(...ports: number[]) {
	const target = `ipv4:${ports.map((port) => `127.0.0.1:${port}`).join(",")}`;
	const client = createRpcClient(TicketsServiceService, target, {
		secret: SECRET,
		log,
	});
	closers.push(() => client.close());
	return client.api;
}

const get = (api: TicketsApi, context = aContext()) =>
	api.getTicket({ id: "tkt_1", view: 1 }, context);

/** A way to a server on which the traffic can be stopped, as a frozen machine does, or cut. */
async function aWayTo(port: number) {
	const sockets = new Set<Socket>();
	const server = createServer((near) => {
		const far = connect(port, "127.0.0.1");
		for (const socket of [near, far]) {
			sockets.add(socket);
			socket.on("error", () => {});
			socket.once("close", () => {
				sockets.delete(socket);
				near.destroy();
				far.destroy();
			});
		}
		near.pipe(far).pipe(near);
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const cut = () => {
		for (const socket of sockets) socket.destroy();
	};
	closers.push(() => {
		cut();
		server.close();
	});
	return {
		port: (server.address() as { port: number }).port,
		cut,
		freeze() {
			for (const socket of sockets) socket.unpipe().pause();
		},
	};
}

describe("a stream opened by a client without our code", () => {
	function open(port: number) {
		const client = new Client(
			`127.0.0.1:${port}`,
			credentials.createInsecure(),
		);
		closers.push(() => client.close());
		const { path, requestSerialize, responseDeserialize } = EXCHANGE;
		const stream = client.makeBidiStreamRequest(
			path,
			requestSerialize,
			responseDeserialize,
			new Metadata(),
		);
		stream.on("error", () => {});
		closers.push(() => stream.cancel());
		const next = async (): Promise<Frame[]> => {
			const [message] = await once(stream, "data");
			return decodeFrames(message as Buffer);
		};
		return { stream, next };
	}
	const REQUEST = getTicket.requestSerialize({ id: "tkt_1", view: 1 });
	const beginning = (changes: Partial<Header> = {}, body = REQUEST): Frame =>
		frame(
			{
				call: 1,
				method: getTicket.path,
				context: createContextSigner(SECRET)(getTicket.path, aContext()),
				timeoutMs: 5_000,
				...changes,
			},
			body,
		);

	it("returns the response of a signed call", async () => {
		const { port } = await aServer(async () => rendered("{}"));
		const { stream, next } = open(port);
		stream.write(encodeFrames([beginning()]));
		const [response] = await next();
		expect(response!.header.call).toBe(1);
		const message = Buffer.from(response!.body);
		expect(getTicket.responseDeserialize(message).status).toBe(200);
	});

	it.each([
		["no context", undefined],
		["a context of another secret", "another secret"],
		["a context for another method", SECRET],
	])("refuses %s", async (_name, secret) => {
		let calls = 0;
		const { port } = await aServer(async () => {
			calls += 1;
			return rendered("{}");
		});
		const { stream, next } = open(port);
		const context =
			secret && createContextSigner(secret)(createMessage.path, aContext());
		stream.write(encodeFrames([beginning({ context: context ?? "" })]));
		const [response] = await next();
		expect(response!.header.status!.code).toBe(status.UNAUTHENTICATED);
		expect(calls).toBe(0);
	});

	it("rejects a method that does not exist and a request that cannot be read", async () => {
		const { port } = await aServer(async () => rendered("{}"));
		const { stream, next } = open(port);
		stream.write(encodeFrames([beginning({ method: "/a.B/C" })]));
		expect((await next())[0]!.header.status!.code).toBe(status.UNIMPLEMENTED);
		const body = Buffer.from([0x0a, 0xff]);
		stream.write(encodeFrames([beginning({ call: 2 }, body)]));
		expect((await next())[0]!.header.status!.code).toBe(status.INTERNAL);
	});

	it.each([
		["garbage", Buffer.from("GET / HTTP/1.1\r\n\r\n")],
		["a call that begins twice", encodeFrames([beginning(), beginning()])],
		["a call without a number", encodeFrames([beginning({ call: 0 })])],
	])("ends a stream of %s, and serves the others", async (_name, message) => {
		const { port } = await aServer(async () => rendered("{}"));
		const api = aClient(port);
		await get(api);
		const { stream } = open(port);
		const ended = new Promise((resolve) => stream.on("error", resolve));
		stream.write(message);
		expect(await ended).toMatchObject({ code: status.INVALID_ARGUMENT });
		expect((await get(api)).status).toBe(200);
	});

	it("aborts the handlers when the stream breaks", async () => {
		const started = Promise.withResolvers<void>();
		const aborted = Promise.withResolvers<void>();
		const { port } = await aServer(async (_request, { signal }) => {
			signal.addEventListener("abort", () => aborted.resolve());
			started.resolve();
			return new Promise(() => {});
		});
		const { stream } = open(port);
		stream.write(encodeFrames([beginning()]));
		await started.promise;
		stream.cancel();
		await aborted.promise;
	});
});

it("carries 30 MiB to the service while small calls pass", async () => {
	const { port } = await aServer(async (request) => {
		const { body = "" } = request as { body?: string };
		return rendered(String(body.length));
	});
	const api = aClient(port);
	await get(api);
	let uploaded = false;
	const upload = api
		.createMessage(
			{
				...createMessage.requestDeserialize(Buffer.alloc(0)),
				body: "x".repeat(30 * MIB),
			},
			aContext(),
		)
		.finally(() => {
			uploaded = true;
		});
	await get(api);
	expect(uploaded).toBe(false);
	expect((await upload).body.toString()).toBe(String(30 * MIB));
});

it("carries 40 MiB back while small calls pass", async () => {
	const large = Buffer.alloc(40 * MIB, "x");
	const { port } = await aServer(async (request) =>
		rendered((request as { id: string }).id === "large" ? large : "{}"),
	);
	const api = aClient(port);
	await get(api);
	let arrived = false;
	const response = api
		.getTicket({ id: "large", view: 1 }, aContext())
		.finally(() => {
			arrived = true;
		});
	await get(api);
	expect(arrived).toBe(false);
	expect((await response).body.equals(large)).toBe(true);
});

describe("a large response", () => {
	it("stays at the service until its caller has memory for it", async () => {
		let gone = 0;
		const { port } = await aServer(async (_request, { whenResponseGone }) => {
			whenResponseGone!(() => {
				gone += 1;
			});
			return rendered(Buffer.alloc(MIB, "x"));
		});
		const api = aClient(port);
		const admitted = Promise.withResolvers<void>();
		const asked = Promise.withResolvers<number>();
		const deadline = Date.now() + 5_000;
		const response = api.getTicket(
			{ id: "tkt_1", view: 1 },
			{
				...aContext(),
				deadline,
				admitLarge(bytes, until) {
					expect(until).toBeLessThan(deadline);
					asked.resolve(bytes);
					return admitted.promise;
				},
			},
		);
		expect(await asked.promise).toBeGreaterThanOrEqual(MIB);
		expect(gone).toBe(0);
		admitted.resolve();
		expect((await response).body).toHaveLength(MIB);
		await expect.poll(() => gone).toBe(1);
	});

	it("is not fetched when its caller has no memory for it", async () => {
		const { port } = await aServer(async () =>
			rendered(Buffer.alloc(MIB, "x")),
		);
		const refusal = serviceUnavailable();
		const context = {
			...aContext(),
			admitLarge: () => Promise.reject(refusal),
		};
		await expect(
			aClient(port).getTicket({ id: "tkt_1", view: 1 }, context),
		).rejects.toBe(refusal);
	});

	it("is gone at once when it is small or failed", async () => {
		let gone = 0;
		const { port } = await aServer(async (request, { whenResponseGone }) => {
			whenResponseGone!(() => {
				gone += 1;
			});
			if ((request as { id: string }).id === "none") throw serviceUnavailable();
			return rendered("{}");
		});
		const api = aClient(port);
		await get(api);
		expect(gone).toBe(1);
		const failing = api.getTicket({ id: "none", view: 1 }, aContext());
		await expect(failing).rejects.toMatchObject({
			type: "service_unavailable",
		});
		expect(gone).toBe(2);
	});

	const take = (port: number, id: string, metadata: Metadata) => {
		const client = new Client(
			`127.0.0.1:${port}`,
			credentials.createInsecure(),
		);
		closers.push(() => client.close());
		const { path, requestSerialize, responseDeserialize } = TAKE_RESPONSE;
		const call = client.makeServerStreamRequest(
			path,
			requestSerialize,
			responseDeserialize,
			{ id },
			metadata,
		);
		const parts: Buffer[] = [];
		call.on("data", ({ part }) => parts.push(part));
		return new Promise<Buffer>((resolve, reject) => {
			call.on("error", reject).on("end", () => resolve(Buffer.concat(parts)));
		});
	};

	it("is given once, and only to the call it belongs to", async () => {
		const { port } = await aServer(async () =>
			rendered(Buffer.alloc(MIB, "x")),
		);
		const context = aContext();
		const signed = (of: CallContext) => {
			const metadata = new Metadata();
			const text = createContextSigner(SECRET)(getTicket.path, of);
			metadata.set(CONTEXT_HEADER, text);
			return metadata;
		};
		const client = new Client(
			`127.0.0.1:${port}`,
			credentials.createInsecure(),
		);
		closers.push(() => client.close());
		const stream = client.makeBidiStreamRequest(
			EXCHANGE.path,
			EXCHANGE.requestSerialize,
			EXCHANGE.responseDeserialize,
			new Metadata(),
		);
		stream.on("error", () => {});
		closers.push(() => stream.cancel());
		stream.write(
			encodeFrames([
				frame(
					{
						call: 1,
						method: getTicket.path,
						context: createContextSigner(SECRET)(getTicket.path, context),
						timeoutMs: 5_000,
					},
					getTicket.requestSerialize({ id: "tkt_1", view: 1 }),
				),
			]),
		);
		const [message] = await once(stream, "data");
		const { largeResponse: id } = decodeFrames(message as Buffer)[0]!.header;
		for (const metadata of [new Metadata(), signed(aContext())]) {
			await expect(take(port, id, metadata)).rejects.toMatchObject({
				code: status.UNAUTHENTICATED,
			});
		}
		const bytes = await take(port, id, signed(context));
		expect(getTicket.responseDeserialize(bytes).body).toHaveLength(MIB);
		await expect(take(port, id, signed(context))).rejects.toMatchObject({
			code: status.NOT_FOUND,
		});
	});
});

// Such a client makes unary calls from then on.
it("rejects the streams of an older version as unimplemented", async () => {
	const { port } = await aServer(async () => rendered("{}"));
	const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
	closers.push(() => client.close());
	const stream = client.makeBidiStreamRequest(
		"/supportdesk.rpc.v1.StreamService/Call",
		EXCHANGE.requestSerialize,
		EXCHANGE.responseDeserialize,
		new Metadata(),
	);
	const [error] = await once(stream, "error");
	expect(error).toMatchObject({ code: status.UNIMPLEMENTED });
});

// A stream may end between the choice of an instance and the call.
it("fails as unavailable at an instance that is not connected", async () => {
	const server = createServer();
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as { port: number };
	server.close();
	await once(server, "close");
	const instance = createInstance({
		address: `ipv4:127.0.0.1:${port}`,
		authority: "tickets:50051",
		credentials: credentials.createInsecure(),
		transport: "stream",
		onReady() {},
	});
	closers.push(() => instance.close());
	const call = instance.call({
		method: getTicket,
		request: getTicket.requestSerialize({ id: "tkt_1", view: 1 }),
		context: createContextSigner(SECRET)(getTicket.path, aContext()),
		traceparent: "",
		deadline: Date.now() + 5_000,
		signal: new AbortController().signal,
	});
	await expect(call).rejects.toMatchObject({
		status: { code: status.UNAVAILABLE },
	});
});

it("finds a restarted service again", async () => {
	const { server, port } = await aServer(async () => rendered("{}"));
	const api = aClient(port);
	await get(api);
	await server.drain();
	await expect(get(api)).rejects.toMatchObject({ type: "bad_gateway" });
	await aServer(async () => rendered("again"), port);
	await expect
		.poll(() => get(api).then(({ body }) => String(body), String), {
			timeout: 10_000,
		})
		.toBe("again");
});

it("returns bad_gateway for calls in progress when the connection is lost and not restored", async () => {
	const started = Promise.withResolvers<void>();
	const { port } = await aServer(() => {
		started.resolve();
		return new Promise(() => {});
	});
	const way = await aWayTo(port);
	const call = get(
		aClient(way.port),
		aContext({ deadline: Date.now() + 2_000 }),
	);
	await started.promise;
	way.cut();
	await expect(call).rejects.toMatchObject({ type: "bad_gateway" });
});

it("shares calls among instances, and continues with the others when one hangs", async () => {
	const seen = [0, 0];
	const servers = await Promise.all(
		seen.map((_, i) =>
			aServer(async () => {
				seen[i]! += 1;
				return rendered("{}");
			}),
		),
	);
	const ways = await Promise.all(servers.map(({ port }) => aWayTo(port)));
	const api = aClient(...ways.map(({ port }) => port));
	await expect
		.poll(async () => {
			await get(api);
			return Math.min(...seen);
		})
		.toBeGreaterThan(5);
	ways[0]!.freeze();
	const soon = () => aContext({ deadline: Date.now() + 500 });
	const calls = Array.from({ length: 40 }, () => get(api, soon()));
	const failed = (await Promise.allSettled(calls)).filter(
		({ status }) => status === "rejected",
	);
	// It took its share of those that were begun together; now it gets none while others have fewer to do.
	expect(failed.length).toBeLessThanOrEqual(20);
	// One of two hangs, the other returns; from then on there is always an instance with less to do.
	const two = [get(api), get(api)].map((call) => call.catch(() => {}));
	await Promise.race(two);
	for (let i = 0; i < 20; i += 1) await get(api);
});

it("sends new instances their share, and none to those that are removed", async () => {
	const seen = [0, 0, 0];
	const servers = await Promise.all(
		seen.map((_, i) =>
			aServer(async () => {
				seen[i]! += 1;
				return rendered("{}");
			}),
		),
	);
	const targets = servers.map(({ port }) => `ipv4:127.0.0.1:${port}`);
	let follow: (targets: string[]) => void = () => {};
	const instances = new Instances(
		{
			authority: "tickets:50051",
			watch(onChange) {
				follow = onChange;
				onChange(targets.slice(0, 1));
			},
			stop() {},
		},
		credentials.createInsecure(),
		"stream",
	);
	closers.push(() => instances.close());
	const sign = createContextSigner(SECRET);
	const call = () =>
		instances.call(
			{
				method: getTicket,
				request: getTicket.requestSerialize({ id: "tkt_1", view: 1 }),
				context: sign(getTicket.path, aContext()),
				traceparent: "",
				deadline: Date.now() + 5_000,
				signal: new AbortController().signal,
			},
			Date.now() + 2_000,
		);
	await call();
	follow(targets);
	await expect
		.poll(async () => {
			await call();
			return Math.min(...seen);
		})
		.toBeGreaterThan(0);
	const before = [...seen];
	for (let i = 0; i < 300; i += 1) await call();
	for (const [i, calls] of seen.entries()) {
		expect(calls - before[i]!).toBeGreaterThan(60);
	}
	follow(targets.slice(1));
	const [left] = seen;
	for (let i = 0; i < 20; i += 1) await call();
	expect(seen[0]).toBe(left);
});
