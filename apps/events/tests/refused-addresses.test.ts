import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import {
	allowedNetworks,
	isAllowedAddress,
} from "@supportdesk/public-addresses/allowed-address.ts";
import { describe, expect, it, onTestFinished, test } from "vitest";
import { attempt, type Outgoing } from "../src/deliver/attempt.ts";
import { createLookup, type Lookup } from "../src/deliver/lookup.ts";
import {
	parseTarget,
	RefusedTarget,
	resolveTarget,
} from "../src/deliver/resolve-target.ts";
import { startDnsServer } from "./dns-server.ts";
import { startReceiver } from "./receiver.ts";

const NONE = allowedNetworks([]);
const resolvesTo =
	(...addresses: string[]): Lookup =>
	async () =>
		addresses.map((address) => ({
			address,
			family: address.includes(":") ? 6 : 4,
		}));

/** A port on which any connection is noticed, on both loopback addresses. */
async function listenSilently() {
	let connections = 0;
	let port = 0;
	for (const host of ["127.0.0.1", "::1"]) {
		const server = createServer((socket) => {
			connections += 1;
			socket.destroy();
		});
		server.listen(port, host);
		await once(server, "listening");
		({ port } = server.address() as AddressInfo);
		onTestFinished(() => void server.close());
	}
	return { port, connections: () => connections };
}

const outgoingTo = (url: string): Outgoing => ({
	url,
	eventId: "evt_1",
	body: "{}",
	secrets: [Buffer.from("secret")],
	attemptsBefore: 0,
});

const HOSTS = [
	// Loopback in every way of writing IPv4 that URLs know.
	...["127.0.0.1", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.1"],
	...["0177.0.0.1", "017700000001", "0x7f.0.0.0x1", "127.000.000.001"],
	...["127.255.255.254", "0.0.0.0", "0", "0x0", "00000000"],
	"127.0.0.1.",
	"①②⑦.⓪.⓪.①",
	// Names that mean this machine.
	...["localhost", "localhost.", "LOCALHOST", "loc%61lhost", "foo.localhost"],
	// IPv6, and IPv4 inside of it.
	...["[::1]", "[::]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]"],
	...["[::ffff:7f00:1]", "[0:0:0:0:0:ffff:7f00:1]", "[::127.0.0.1]"],
	...["[64:ff9b::127.0.0.1]", "[64:ff9b::7f00:1]", "[64:ff9b:1::7f00:1]"],
	...["[2002:7f00:1::]", "[2001:0:7f00:1::]", "[fe80::1]", "[fc00::1]"],
	...["[fd12:3456::1]", "[ff02::1]", "[fec0::1]", "[100::1]"],
	...["[2001:db8::1]", "[::ffff:10.0.0.1]", "[::ffff:169.254.169.254]"],
	...["[64:ff9b::10.0.0.1]", "[fd00:ec2::254]", "[3fff::1]", "[5f00::1]"],
	// Private networks, carriers, link-local and metadata, multicast, reserved.
	...["10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.255"],
	...["192.168.0.1", "192.168.255.255", "100.64.0.1", "100.127.255.254"],
	...["169.254.169.254", "0xa9fea9fe", "2852039166", "169.254.0.1"],
	...["192.0.0.1", "192.0.2.1", "198.51.100.1", "203.0.113.1"],
	...["198.18.0.1", "198.19.255.255", "224.0.0.1", "239.255.255.255"],
	...["240.0.0.1", "255.255.255.255", "192.88.99.1"],
];

describe("a request to an address that is not public", () => {
	test.each(HOSTS)("is not sent: %s", async (host) => {
		const silent = await listenSilently();
		const url = `http://${host}:${silent.port}/`;
		const outcome = await attempt(outgoingTo(url), new Date(), {
			allowed: NONE,
			lookup: createLookup(),
		});
		expect(outcome).toMatchObject({ status: "pending", statusCode: undefined });
		expect(outcome.error).toContain("not public");
		expect(silent.connections()).toBe(0);
	});

	it.each([
		["a private one", ["10.0.0.1"]],
		["one of several", ["93.184.215.14", "127.0.0.1"]],
		["an IPv6 one", ["2606:4700::1111", "::1"]],
		["none", []],
	])("is not sent to a name with %s", async (_, addresses) => {
		const resolving = resolveTarget(
			new URL("https://hooks.example"),
			NONE,
			resolvesTo(...addresses),
		);
		await expect(resolving).rejects.toThrow(RefusedTarget);
	});

	it.each(["169.254.169.254", "127.0.0.1", "::1", "::ffff:127.0.0.1"])(
		"is not sent to a name of %s",
		async (address) => {
			const silent = await listenSilently();
			const outcome = await attempt(
				outgoingTo(`http://inside.example:${silent.port}/`),
				new Date(),
				{ allowed: NONE, lookup: resolvesTo(address) },
			);
			expect(outcome.error).toContain("not public");
			expect(silent.connections()).toBe(0);
		},
	);

	it("is not sent to a name that DNS servers give an address inside", async () => {
		const silent = await listenSilently();
		const names: Record<string, string[]> = {
			"inside.example": ["127.0.0.1"],
			"private.example": ["10.0.0.1"],
			"metadata.example": ["169.254.169.254"],
			"both.example": ["93.184.215.14", "127.0.0.1"],
		};
		const server = await startDnsServer((name) => names[name] ?? []);
		for (const name of Object.keys(names)) {
			for (const host of [name, `${name}.`, name.toUpperCase()]) {
				const outcome = await attempt(
					outgoingTo(`http://${host}:${silent.port}/`),
					new Date(),
					{ allowed: NONE, lookup: createLookup([server]) },
				);
				expect([host, outcome.error]).toEqual([
					host,
					expect.stringContaining("not public"),
				]);
			}
		}
		expect(silent.connections()).toBe(0);
	});

	it("is a failed attempt when DNS servers do not know the name or do not respond", async () => {
		const server = await startDnsServer((name) =>
			name === "silent.example" ? undefined : [],
		);
		const lookup = createLookup([server]);
		for (const [name, error] of [
			["unknown.example", "The name of the host has no address."],
			["silent.example", "The name of the host could not be resolved in time."],
		] as const) {
			const outcome = await attempt(outgoingTo(`http://${name}/`), new Date(), {
				allowed: NONE,
				lookup,
			});
			expect(outcome).toMatchObject({ status: "pending", error });
			expect(outcome.durationMs).toBeLessThan(15_000);
		}
	}, 20_000);

	it("is not sent where a redirect leads", async () => {
		const silent = await listenSilently();
		const receiver = await startReceiver();
		receiver.respond = (res) =>
			res
				.writeHead(307, { location: `http://127.0.0.1:${silent.port}/` })
				.end();
		const outcome = await attempt(outgoingTo(receiver.url), new Date(), {
			allowed: allowedNetworks(["127.0.0.0/8"]),
			lookup: createLookup(),
		});
		expect(outcome).toMatchObject({ status: "pending", statusCode: 307 });
		expect(receiver.received).toHaveLength(1);
		expect(silent.connections()).toBe(0);
	});

	it("is not sent to another address that its name gets after the check", async () => {
		const receiver = await startReceiver("127.0.0.2");
		const { port } = new URL(receiver.url);
		const inside = createServer();
		let connections = 0;
		inside.on("connection", () => {
			connections += 1;
		});
		inside.listen(Number(port), "127.0.0.1");
		await once(inside, "listening");
		onTestFinished(() => void inside.close());
		const answers = ["127.0.0.2", "127.0.0.1", "127.0.0.1"];
		const server = await startDnsServer(() => [answers.shift()!]);
		const outcome = await attempt(
			outgoingTo(`http://rebound.example:${port}/`),
			new Date(),
			{
				allowed: allowedNetworks(["127.0.0.2/32"]),
				lookup: createLookup([server]),
			},
		);
		expect(outcome.status).toBe("delivered");
		expect(receiver.received).toHaveLength(1);
		expect(receiver.received[0]!.headers.host).toBe(`rebound.example:${port}`);
		expect(connections).toBe(0);
	});
});

test.each([
	"file:///etc/passwd",
	"ftp://example.com/",
	"gopher://example.com/",
	"javascript:alert(1)",
	"//example.com/",
	"example.com",
	"http://user@example.com/",
	"http://user:password@example.com/",
	"http://:password@example.com/",
	"http://",
	"",
])("is no URL of a webhook: %s", (url) => {
	expect(() => parseTarget(url)).toThrow(RefusedTarget);
});

test.each(["1.1.1.1", "93.184.215.14", "2606:4700::1111", "100.63.0.1"])(
	"%s is public",
	(address) => {
		expect(isAllowedAddress(address, NONE)).toBe(true);
	},
);

test("an operator can allow networks", () => {
	const allowed = allowedNetworks(["10.1.0.0/16", "::1/128"]);
	expect(isAllowedAddress("10.1.2.3", allowed)).toBe(true);
	expect(isAllowedAddress("::1", allowed)).toBe(true);
	expect(isAllowedAddress("10.2.0.1", allowed)).toBe(false);
	expect(isAllowedAddress("127.0.0.1", allowed)).toBe(false);
});
