import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import {
	Client,
	credentials,
	Server as GrpcServer,
	loadPackageDefinition,
	Metadata,
	ServerCredentials,
	type ServiceError,
	status,
} from "@grpc/grpc-js";
import { loadSync } from "@grpc/proto-loader";
import { TicketsServiceService } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import {
	serviceUnavailable,
	upstreamUnavailable,
} from "@supportdesk/errors/app-error.ts";
import { createLogger } from "@supportdesk/logger/logger.ts";
import { protoPath as healthProto } from "grpc-health-check";
import { afterEach, describe, expect, it } from "vitest";
import type { CallContext } from "../src/call-context.ts";
import type { Transport } from "../src/connection/instance.ts";
import { createRpcClient } from "../src/rpc-client.ts";
import { createRpcServer } from "../src/rpc-server.ts";
import { CONTEXT_HEADER, createContextSigner } from "../src/signed-context.ts";
import { isUnimplemented } from "../src/unimplemented.ts";
import { aContext, rendered, ticketsHandlers } from "./fakes.ts";

const SECRET = "a secret of this test";
const log = createLogger({ name: "test", level: "silent" });
const { getTicket, createMessage } = TicketsServiceService;
const POLL = { timeout: 10_000 };

const closers: (() => unknown)[] = [];
afterEach(async () => {
	for (const close of closers.splice(0).reverse()) await close();
});

async function aServer(
	handler: () => Promise<unknown>,
	isReady?: () => Promise<boolean>,
) {
	const server = createRpcServer(log, { secret: SECRET, isReady });
	server.add(
		TicketsServiceService,
		ticketsHandlers(() => handler),
	);
	const port = await server.listen(0, "127.0.0.1");
	closers.push(() => server.drain());
	return { server, target: `127.0.0.1:${port}` };
}

function aClient(transport: Transport, target: string) {
	const client = createRpcClient(TicketsServiceService, target, {
		secret: SECRET,
		log,
		transport,
	});
	closers.push(() => client.close());
	const call = (context = aContext()) =>
		client.api.getTicket({ id: "tkt_1", view: 1 }, context);
	return { client, call };
}

/** The headers of a unary call with this context. */
function signed(
	secret: string,
	path: string,
	context: CallContext = aContext(),
): Metadata {
	const metadata = new Metadata();
	metadata.set(CONTEXT_HEADER, createContextSigner(secret)(path, context));
	return metadata;
}

/** What a caller without our client gets: the bare status. */
function callBare(target: string, metadata: Metadata): Promise<ServiceError> {
	const client = new Client(target, credentials.createInsecure());
	closers.push(() => client.close());
	return new Promise((resolve, reject) => {
		client.makeUnaryRequest(
			getTicket.path,
			getTicket.requestSerialize,
			getTicket.responseDeserialize,
			{ id: "tkt_1", view: 1 },
			metadata,
			(error) =>
				error ? resolve(error) : reject(new Error("the call did not fail")),
		);
	});
}

it("rejects calls without a context signed for them", async () => {
	const { target } = await aServer(async () => rendered("{}"));
	const forged = signed("another secret", getTicket.path);
	const otherMethod = signed(SECRET, TicketsServiceService.deleteTicket.path);
	const old = signed(
		SECRET,
		getTicket.path,
		aContext({ deadline: Date.now() - 120_000 }),
	);
	const changed = new Metadata();
	const good = signed(SECRET, getTicket.path);
	changed.set(
		CONTEXT_HEADER,
		String(good.get(CONTEXT_HEADER)[0]).replace("wsp_0", "wsp_1"),
	);
	for (const metadata of [new Metadata(), forged, otherMethod, old, changed]) {
		const { code } = await callBare(target, metadata);
		expect(code).toBe(status.UNAUTHENTICATED);
	}
});

describe.each<Transport>(["stream", "unary"])("over %s calls", (transport) => {
	it("returns internal_error, not 401, when a service rejects our signature", async () => {
		const { target } = await aServer(async () => rendered("{}"));
		const client = createRpcClient(TicketsServiceService, target, {
			secret: "another secret",
			log,
			transport,
		});
		closers.push(() => client.close());
		await expect(
			client.api.getTicket({ id: "tkt_1", view: 1 }, aContext()),
		).rejects.toMatchObject({ type: "api_error" });
	});

	it("refuses to put anything but ids in a header", async () => {
		const { call } = aClient(transport, "127.0.0.1:1");
		await expect(call(aContext({ actorId: "Zoë" }))).rejects.toThrow(
			/ids only/,
		);
	});

	it("returns bad_gateway when nothing listens", async () => {
		const closed = await listenRaw(() => {});
		const { port } = closed.address() as { port: number };
		closed.close();
		await once(closed, "close");
		await expect(
			aClient(transport, `127.0.0.1:${port}`).call(),
		).rejects.toMatchObject({
			type: "bad_gateway",
			code: "upstream_unavailable",
		});
	});

	it("returns bad_gateway when the peer is silent or uses another protocol", async () => {
		for (const behave of [
			() => {},
			(socket: Socket) => void socket.end("HTTP/1.1 200 OK\r\n\r\nhello"),
		]) {
			const raw = await listenRaw(behave);
			const { port } = raw.address() as { port: number };
			const { call } = aClient(transport, `127.0.0.1:${port}`);
			const context = aContext({ deadline: Date.now() + 300 });
			await expect(call(context)).rejects.toMatchObject({
				type: "bad_gateway",
			});
		}
	});

	it.each([
		["RESOURCE_EXHAUSTED", "api_error"], // a message too big, never a rate limit
		["UNKNOWN", "api_error"],
		["UNIMPLEMENTED", "api_error"],
		["NOT_FOUND", "api_error"], // not our word that something does not exist
		["ABORTED", "service_unavailable"],
		["UNAVAILABLE", "bad_gateway"],
		["DEADLINE_EXCEEDED", "bad_gateway"],
	] as const)("takes a foreign %s for %s", async (code, type) => {
		const foreign = new GrpcServer();
		foreign.addService(
			{ getTicket },
			{
				getTicket: (_call: unknown, callback: (error: object) => void) =>
					callback({ code: status[code], details: "from elsewhere" }),
			},
		);
		const port = await new Promise<number>((resolve, reject) => {
			foreign.bindAsync(
				"127.0.0.1:0",
				ServerCredentials.createInsecure(),
				(error, port) => (error ? reject(error) : resolve(port)),
			);
		});
		closers.push(() => foreign.forceShutdown());
		const { call } = aClient(transport, `127.0.0.1:${port}`);
		await expect(call()).rejects.toMatchObject({ type });
	});

	it("retries a read whose connection was lost before the response", async () => {
		let calls = 0;
		const { target } = await aServer(async () => {
			calls += 1;
			if (calls === 1) cut();
			return rendered("{}");
		});
		const [host, port] = target.split(":");
		const sockets: Socket[] = [];
		const cut = () => {
			for (const socket of sockets) socket.destroy();
		};
		closers.push(cut);
		const proxy = await listenRaw((socket) => {
			const upstream = connect(Number(port), host);
			sockets.push(socket, upstream);
			upstream.on("error", () => {});
			socket.pipe(upstream).pipe(socket);
		});
		const proxyPort = (proxy.address() as { port: number }).port;
		const { call } = aClient(transport, `127.0.0.1:${proxyPort}`);
		expect((await call()).status).toBe(200);
		expect(calls).toBe(2);
	});

	it("stops calling a dead service", async () => {
		const { server, target } = await aServer(async () => rendered("{}"));
		const { call, client } = aClient(transport, target);
		await call();
		await server.drain();
		await Promise.allSettled(Array.from({ length: 25 }, () => call()));
		expect(client.breaker.state()).toBe("open");
		let fastestMs = Number.POSITIVE_INFINITY; // of several: another process may have the processor
		for (let i = 0; i < 20; i += 1) {
			const started = performance.now();
			await expect(call()).rejects.toMatchObject({ type: "bad_gateway" });
			fastestMs = Math.min(fastestMs, performance.now() - started);
		}
		expect(fastestMs).toBeLessThan(5);
	});

	it.each([
		["that responds with another service's failure", upstreamUnavailable()],
		["that responds with service_unavailable", serviceUnavailable()],
	])("keeps calling a service %s", async (_name, failure) => {
		const { target } = await aServer(async () => {
			throw failure;
		});
		const { call, client } = aClient(transport, target);
		await Promise.allSettled(Array.from({ length: 25 }, () => call()));
		expect(client.breaker.state()).toBe("closed");
	});

	it("takes no new calls while it drains and finishes those in progress", async () => {
		const started = Promise.withResolvers<void>();
		const finish = Promise.withResolvers<void>();
		const { server, target } = await aServer(async () => {
			started.resolve();
			await finish.promise;
			return rendered("{}");
		});
		const { call } = aClient(transport, target);
		const slow = call();
		await started.promise;
		const drained = server.drain();
		finish.resolve();
		expect((await slow).status).toBe(200);
		await drained;
		await expect(call()).rejects.toMatchObject({ type: "bad_gateway" });
	});
});

describe("when deadlines pass", () => {
	const soon = () => aContext({ deadline: Date.now() + 300 });

	it("stops calling a service that does not respond", async () => {
		const { target } = await aServer(() => new Promise(() => {}));
		const { call, client } = aClient("stream", target);
		await Promise.allSettled(Array.from({ length: 25 }, () => call(soon())));
		expect(client.breaker.state()).toBe("open");
	});

	it("does not count deadlines that pass while our own event loop is busy", async () => {
		const started = Promise.withResolvers<void>();
		const { target } = await aServer(() => {
			started.resolve();
			return new Promise(() => {});
		});
		const { call, client } = aClient("stream", target);
		const calls = Array.from({ length: 25 }, () => call(soon()));
		await started.promise;
		const end = Date.now() + 1_000;
		while (Date.now() < end);
		await Promise.allSettled(calls);
		expect(client.breaker.state()).toBe("closed");
	});

	it("does not count large requests that were not transmitted in time", async () => {
		const { target } = await aServer(() => new Promise(() => {}));
		const { client } = aClient("stream", target);
		const request = {
			...createMessage.requestDeserialize(Buffer.alloc(0)),
			body: "x".repeat(100_000),
		};
		await Promise.allSettled(
			Array.from({ length: 25 }, () =>
				client.api.createMessage(request, soon()),
			),
		);
		expect(client.breaker.state()).toBe("closed");
	});
});

it("reports which method a service of an older version does not have", async () => {
	const older = new GrpcServer();
	const port = await new Promise<number>((resolve, reject) => {
		older.bindAsync(
			"127.0.0.1:0",
			ServerCredentials.createInsecure(),
			(error, port) => (error ? reject(error) : resolve(port)),
		);
	});
	closers.push(() => older.forceShutdown());
	const { client } = aClient("stream", `127.0.0.1:${port}`);
	async function* upload() {
		yield { message: undefined, sizes: [], data: Buffer.alloc(100_000) };
	}
	for (let i = 0; i < 25; i += 1) {
		const failure = await client.api
			.uploadMessage(upload(), aContext())
			.catch((error: unknown) => error);
		expect(isUnimplemented(failure)).toBe(true);
	}
	expect(client.breaker.state()).toBe("closed");
	expect(isUnimplemented(serviceUnavailable())).toBe(false);
});

it("is ready while the service is, and alive in both cases", async () => {
	let ready = true;
	const { target } = await aServer(
		async () => rendered("{}"),
		async () => ready,
	);
	const loaded = loadPackageDefinition(
		loadSync(healthProto, { enums: String }),
	);
	const { Health } = (loaded as unknown as HealthPackage).grpc.health.v1;
	const client = new Health(target, credentials.createInsecure());
	closers.push(() => client.close());
	const check = (service: string) =>
		new Promise((resolve, reject) => {
			client.check({ service }, (error, response) =>
				error ? reject(error) : resolve(response?.status),
			);
		});
	const name = "supportdesk.tickets.v1.TicketsService";
	const all = async () => [
		await check(""),
		await check(name),
		await check("liveness"),
	];
	expect(await all()).toEqual(["SERVING", "SERVING", "SERVING"]);
	ready = false;
	await expect
		.poll(all, POLL)
		.toEqual(["NOT_SERVING", "NOT_SERVING", "SERVING"]);
	ready = true;
	await expect.poll(all, POLL).toEqual(["SERVING", "SERVING", "SERVING"]);
});

it("serves reflection: tools can list the services", async () => {
	const { target } = await aServer(async () => rendered("{}"));
	const client = new Client(target, credentials.createInsecure());
	closers.push(() => client.close());
	// ServerReflectionRequest { list_services = 7: "" }
	const stream = client.makeBidiStreamRequest(
		"/grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
		(bytes: Buffer) => bytes,
		(bytes) => bytes,
		new Metadata(),
	);
	stream.write(Buffer.from([0x3a, 0x00]));
	const [response] = await once(stream, "data");
	stream.end();
	expect(String(response)).toContain("supportdesk.tickets.v1.TicketsService");
	expect(String(response)).toContain("grpc.health.v1.Health");
});

interface HealthPackage {
	grpc: {
		health: {
			v1: {
				Health: new (
					target: string,
					credentials: unknown,
				) => {
					close(): void;
					check(
						request: { service: string },
						done: (error: Error | null, response?: { status: string }) => void,
					): void;
				};
			};
		};
	};
}

it.each<Transport>(["stream", "unary"])(
	"loses no %s call while processes are restarted one after the other",
	async (transport) => {
		const start = async (port: number) => {
			const server = createRpcServer(log, { secret: SECRET });
			const handlers = ticketsHandlers(() => async () => {
				await sleep(20); // some are always on their way
				return rendered("{}");
			});
			server.add(TicketsServiceService, handlers);
			return { server, port: await server.listen(port, "127.0.0.1") };
		};
		const running = [await start(0), await start(0)];
		closers.push(() => Promise.all(running.map((one) => one.server.drain())));
		const { client, call } = aClient(
			transport,
			`ipv4:${running.map(({ port }) => `127.0.0.1:${port}`).join(",")}`,
		);
		await call();
		let responses = 0;
		const failures: unknown[] = [];
		const calls = new Set<Promise<void>>();
		const traffic = setInterval(() => {
			const done = call().then(
				() => {
					responses += 1;
				},
				(failure) => void failures.push(failure),
			);
			calls.add(done);
		}, 5);
		closers.push(() => clearInterval(traffic));
		for (const turn of [0, 1, 0, 1]) {
			const { server, port } = running[turn]!;
			await server.drain();
			await sleep(300); // a new process takes its time; then it is at once the next one's turn
			running[turn] = await start(port);
		}
		const before = responses;
		await expect.poll(() => responses, POLL).toBeGreaterThan(before + 50);
		clearInterval(traffic);
		await Promise.all(calls);
		expect(failures).toEqual([]);
		expect(client.breaker.state()).toBe("closed");
	},
);

async function listenRaw(behave: (socket: Socket) => void): Promise<Server> {
	const server = createServer((socket) => {
		socket.on("error", () => {});
		closers.push(() => socket.destroy());
		behave(socket);
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	closers.push(() => server.close());
	return server;
}
