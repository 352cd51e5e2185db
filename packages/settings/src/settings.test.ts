import { expect, it } from "vitest";
import { z } from "zod";
import {
	databaseUrl,
	days,
	dnsServers,
	grpcTarget,
	hours,
	networks,
	port,
	redisUrl,
	webUrl,
	wholeNumber,
} from "./kinds.ts";
import { explainSettings, given } from "./settings.ts";

const KINDS = {
	ADDRESS: databaseUrl,
	SERVICE: grpcTarget,
	LISTEN: port,
	CACHE: redisUrl.optional(),
	SEARCH: webUrl.optional(),
	WORKERS: wholeNumber(1).default(4),
	ALLOWED: networks.optional(),
	NAMES: dnsServers.optional(),
	KEPT: days(1).default(90),
	IDLE: hours(1).default(72),
};
const FITTING = {
	ADDRESS: "postgresql://app:secret@db:5432/app",
	SERVICE: "dns:///tickets:50051",
	LISTEN: "8080",
};

function read(env: Record<string, string>) {
	const { data, error } = z.object(KINDS).safeParse(given(env));
	return error ? explainSettings(error) : data;
}

it("treats an empty variable as unset", () => {
	expect(
		read({ ...FITTING, CACHE: "", SEARCH: " ", WORKERS: "" }),
	).toStrictEqual({ ...FITTING, LISTEN: 8080, WORKERS: 4, KEPT: 90, IDLE: 72 });
	expect(read({ ...FITTING, ADDRESS: "" })).toEqual(["ADDRESS: Not set"]);
});

it.each([
	["ADDRESS", "mysql://db/secret", "Expected postgresql://… or postgres://…"],
	["CACHE", "localhost:6379", "Expected redis://… or rediss://…"],
	[
		"CACHE",
		"redis://app:100%@cache",
		"Expected the user's name and password percent-encoded: % is %25",
	],
	["SEARCH", "secret", "Expected https://… or http://…"],
	[
		"SEARCH",
		"http://user:secret@search:7700",
		"Expected an address without a user's name or password",
	],
	["LISTEN", "65536", "Expected a whole number, 0 to 65535"],
	["LISTEN", "http", "Expected a whole number, 0 to 65535"],
	["WORKERS", "0", "Expected a whole number, 1 or more"],
	["WORKERS", "1.5", "Expected a whole number, 1 or more"],
	...["10.0.0.0/33", "300.0.0.0/8", "fd00::/129", "1::2::3/64", "10.0.0.0"].map(
		(network) => [
			"ALLOWED",
			network,
			"Expected networks such as 10.1.0.0/16, separated by commas",
		],
	),
	...["http://tickets:50051", "tickets", "dns:///tickets", "not this"].map(
		(target) => [
			"SERVICE",
			target,
			"Expected host:port or a gRPC name such as dns:///tickets:50051",
		],
	),
])("reports the expected value of %s instead of %s", (name, value, message) => {
	expect(read({ ...FITTING, [name!]: value! })).toEqual([
		`${name}: ${message}`,
	]);
});

it.each([
	"tickets:50051",
	"[::1]:50051",
	"dns:tickets:50051",
	"dns://10.0.0.10:53/tickets:50051",
	"ipv4:10.0.0.1:50051,10.0.0.2:50051",
	"ipv6:[::1]:50051",
	"unix:/run/tickets.sock",
])("accepts %s as a service", (target) => {
	expect(read({ ...FITTING, SERVICE: target })).toMatchObject({
		SERVICE: target,
	});
});

it("accepts networks of both families, down to one address", () => {
	const ALLOWED = "10.0.0.0/8,127.0.0.1/32,fd00::/8,::1/128";
	expect(read({ ...FITTING, ALLOWED })).toMatchObject({
		ALLOWED: ALLOWED.split(","),
	});
});

// PostgreSQL reads neither `-000712-12-28T…` nor `+029405-04-11T…`.
it.each(["36501", "999999", "999999999999"])(
	"takes %s days and hours so that times that far away can be stored",
	(far) => {
		const settings = read({ ...FITTING, KEPT: far, IDLE: `${far}00` });
		const { KEPT, IDLE } = settings as { KEPT: number; IDLE: number };
		for (const hoursAway of [KEPT * 24, -KEPT * 24, IDLE, -IDLE]) {
			const time = new Date(Date.now() + hoursAway * 3_600_000);
			expect(time.toISOString()).toMatch(/^\d{4}-/);
		}
		expect(KEPT).toBe(36_500);
	},
);

it("takes lists with spaces behind the commas", () => {
	expect(
		read({
			...FITTING,
			ALLOWED: "127.0.0.0/8, ::1/128,",
			NAMES: "192.0.2.1, 192.0.2.1:53, ::1, [::1]:53",
		}),
	).toMatchObject({
		ALLOWED: ["127.0.0.0/8", "::1/128"],
		NAMES: ["192.0.2.1", "192.0.2.1:53", "::1", "[::1]:53"],
	});
});

it.each(["1.2.3", "dns.example", "192.0.2.1:99999", "[192.0.2.1]"])(
	"refuses %s as a DNS server",
	(given) => {
		expect(read({ ...FITTING, NAMES: given })).toEqual([
			"NAMES: Expected IP addresses, separated by commas",
		]);
	},
);
