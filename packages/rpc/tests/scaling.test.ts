import { setTimeout as sleep } from "node:timers/promises";
import { TicketsServiceService } from "@supportdesk/contracts/supportdesk/tickets/v1/tickets.ts";
import { createLogger } from "@supportdesk/logger/logger.ts";
import { startDnsServer } from "@supportdesk/testkit/dns-server.ts";
import { afterEach, expect, it } from "vitest";
import { createRpcClient } from "../src/rpc-client.ts";
import { createRpcServer } from "../src/rpc-server.ts";
import { aContext, rendered, ticketsHandlers } from "./fakes.ts";

const SECRET = "a secret of this test";
const NAME = "tickets.supportdesk.test";
const ALL = ["127.0.0.1", "127.0.0.2", "127.0.0.3"];
const SHARE_MIN = 0.2;
const FOUND_WITHIN_MS = 90_000; // G3; names are looked up every five seconds
const log = createLogger({ name: "test", level: "silent" });

const closers: (() => unknown)[] = [];
afterEach(async () => {
	for (const close of closers.splice(0).reverse()) await close();
});

async function anInstance(host: string, port: number) {
	let calls = 0;
	const server = createRpcServer(log, { secret: SECRET });
	const handlers = ticketsHandlers(() => async () => {
		calls += 1;
		await sleep(5);
		return rendered("{}");
	});
	server.add(TicketsServiceService, handlers);
	const bound = await server.listen(port, host);
	let drained: Promise<void> | undefined;
	const drain = () => (drained ??= server.drain());
	closers.push(drain);
	return { port: bound, calls: () => calls, drain };
}

it("sends each of two new instances its share of the calls, and loses none as instances start and stop", async () => {
	const dns = await startDnsServer(NAME);
	closers.push(() => dns.close());
	const first = await anInstance(ALL[0]!, 0);
	dns.set([ALL[0]!]);
	const client = createRpcClient(
		TicketsServiceService,
		`dns://${dns.address}/${NAME}:${first.port}`,
		{ secret: SECRET, log },
	);
	closers.push(() => client.close());
	const failures: unknown[] = [];
	const open = new Set<Promise<void>>();
	const traffic = setInterval(() => {
		const call = client.api
			.getTicket({ id: "tkt_1", view: 1 }, aContext())
			.then(
				() => {},
				(failure) => void failures.push(failure),
			)
			.finally(() => open.delete(call));
		open.add(call);
	}, 5);
	closers.push(() => clearInterval(traffic));
	await expect.poll(first.calls).toBeGreaterThan(20);

	const instances = [first];
	for (const host of ALL.slice(1)) {
		instances.push(await anInstance(host, first.port));
	}
	dns.set(ALL);
	const later = instances.slice(1);
	await expect
		.poll(() => later.every(({ calls }) => calls() > 0), {
			timeout: FOUND_WITHIN_MS,
		})
		.toBe(true);
	const before = instances.map(({ calls }) => calls());
	await sleep(2_000);
	const made = instances.map(({ calls }, i) => calls() - before[i]!);
	const total = made.reduce((sum, calls) => sum + calls, 0);
	for (const calls of made) expect(calls / total).toBeGreaterThan(SHARE_MIN);

	// And back: the name forgets them, then they go.
	dns.set([ALL[0]!]);
	const callsOfLater = () => later.map(({ calls }) => calls()).join();
	let seen = "";
	await expect
		.poll(
			() => {
				const isQuiet = callsOfLater() === seen;
				seen = callsOfLater();
				return isQuiet;
			},
			{ timeout: FOUND_WITHIN_MS, interval: 500 },
		)
		.toBe(true);
	for (const instance of later) await instance.drain();
	clearInterval(traffic);
	await Promise.all(open);
	expect(failures).toEqual([]);
});
