import { generateKeyPairSync } from "node:crypto";
import {
	type DnsRecords,
	startDnsRecords,
} from "@supportdesk/testkit/dns-records.ts";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { checkMail } from "../src/mail/check-mail.ts";
import { createDns } from "../src/mail/dns.ts";
import { supportdesk } from "./installation.ts";

const { privateKey, publicKey } = generateKeyPairSync("rsa", {
	modulusLength: 1024,
});
const PEM = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const KEY = publicKey
	.export({ type: "spki", format: "der" })
	.toString("base64");
const HOST = "mail.good.example";

let dns: DnsRecords;
beforeAll(async () => {
	dns = await startDnsRecords();
	dns.add({ type: "A", name: HOST, data: "192.0.2.1" });
	dns.add({
		type: "MX",
		name: "good.example",
		data: { preference: 10, exchange: HOST },
	});
	dns.setText("good.example", [
		"other",
		"v=spf1 include:_spf.relay.example -all",
	]);
	dns.setText("_spf.relay.example", ["v=spf1 ip4:192.0.2.0/24 -all"]);
	dns.setText("sd1._domainkey.good.example", [`v=DKIM1; k=rsa; p=${KEY}`]);
	dns.setText("_dmarc.good.example", ["v=DMARC1; p=reject"]);
});
afterAll(() => dns.close());

/** Names are asked once in the whole run: each test has its own. */
const fresh = () => `t${crypto.randomUUID().slice(0, 8)}.example`;

async function findings(
	domain: string,
	record: string,
	{ host = undefined as string | undefined, selector = "sd1", key = PEM } = {},
) {
	const all = await checkMail(createDns([dns.address]), domain, host, {
		selector,
		privateKey: key,
	});
	return all.filter((each) => each.record === record);
}

const mx = (name: string, exchange: string) =>
	dns.add({ type: "MX", name, data: { preference: 10, exchange } });

it("names the setting of a DNS server that is no address", async () => {
	expect(
		await supportdesk(
			{ MAIL_DNS_SERVERS: "1.2.3" },
			...["mail", "check", "good.example"],
		),
	).toEqual({
		code: 1,
		out: "",
		err: "MAIL_DNS_SERVERS: Expected IP addresses, separated by commas\n",
	});
});

it("finds nothing wrong where all records are there", async () => {
	for (const record of ["MX", "SPF", "DKIM", "DMARC"])
		expect(await findings("good.example", record, { host: HOST })).toEqual([
			{ record, verdict: "ok", says: expect.any(String), make: null },
		]);
	const [policy] = await findings("sub.good.example", "DMARC");
	expect(policy!.verdict).toBe("ok");
});

it("says of a domain without records which to make", async () => {
	const domain = fresh();
	const all = await checkMail(createDns([dns.address]), domain, HOST, {
		selector: "sd1",
		privateKey: PEM,
	});
	expect(
		all.map(({ record, verdict, make }) => [record, verdict, make]),
	).toEqual([
		["MX", "wrong", `${domain}. MX 10 ${HOST}.`],
		["SPF", "wrong", expect.stringContaining('TXT "v=spf1 mx -all"')],
		[
			"DKIM",
			"wrong",
			`sd1._domainkey.${domain}. TXT "v=DKIM1; k=rsa; p=${KEY}"`,
		],
		["DMARC", "wrong", expect.stringContaining(`_dmarc.${domain}. TXT`)],
	]);
});

describe("of the MX it says", () => {
	test.each([
		[
			"that it is an address",
			(name: string) => mx(name, "192.0.2.1"),
			/is an address/,
		],
		[
			"that the machine has no address",
			(name: string) => mx(name, `no.${name}`),
			/has no address/,
		],
		[
			"that it is an alias",
			(name: string) => {
				dns.add({ type: "CNAME", name: `a.${name}`, data: HOST });
				mx(name, `a.${name}`);
			},
			/alias \(CNAME\)/,
		],
		[
			"that no mail is received",
			(name: string) => mx(name, "."),
			/receives no mail/,
		],
	])("%s", async (_what, prepare, sentence) => {
		const domain = fresh();
		prepare(domain);
		const [found] = await findings(domain, "MX");
		expect(found).toMatchObject({
			verdict: "wrong",
			says: expect.stringMatching(sentence),
		});
	});

	it("that another server has to pass the mail on", async () => {
		const [found] = await findings("good.example", "MX", {
			host: "desk.good.example",
		});
		expect(found).toMatchObject({
			verdict: "note",
			says: expect.stringContaining("not desk.good.example"),
		});
	});
});

describe("of SPF it says", () => {
	test.each([
		[["v=spf1 -all", "v=spf1 mx -all"], "wrong", /2 SPF records/],
		[["v=spf1 +all"], "wrong", /every machine in the world/],
		[["v=spf1 all"], "wrong", /every machine in the world/],
		[["v=spf1 mx"], "note", /does not end/],
		[
			["v=spf1 include:none.example -all"],
			"wrong",
			/none\.example, which has none/,
		],
		[[`v=spf1 ${"a:x.example ".repeat(11)}-all`], "wrong", /more than 10/],
		[["v=spf12 -all"], "wrong", /does not say which servers/],
	])("of %j: %s", async (texts, verdict, sentence) => {
		const domain = fresh();
		dns.setText(domain, texts);
		const [found] = await findings(domain, "SPF");
		expect(found).toMatchObject({
			verdict,
			says: expect.stringMatching(sentence),
		});
	});

	it("that a record which includes itself needs too many look-ups", async () => {
		const domain = fresh();
		dns.setText(domain, [`v=spf1 include:${domain} -all`]);
		const [found] = await findings(domain, "SPF");
		expect(found!.says).toContain("more than 10");
	});
});

describe("of DKIM it says", () => {
	const other = generateKeyPairSync("rsa", { modulusLength: 1024 }).publicKey;
	const otherKey = other
		.export({ type: "spki", format: "der" })
		.toString("base64");
	test.each([
		["v=DKIM1; p=", /revoked/],
		["v=DKIM1; k=rsa", /has no key/],
		["v=DKIM1; p=AAAA", /cannot be read/],
		[`v=DKIM1; p=${otherKey}`, /not the one of MAIL_DKIM_KEY/],
	])("of %s: %s", async (text, sentence) => {
		const domain = fresh();
		dns.setText(`sd1._domainkey.${domain}`, [text]);
		const [found] = await findings(domain, "DKIM");
		expect(found).toMatchObject({
			verdict: "wrong",
			says: expect.stringMatching(sentence),
		});
	});
});

test.each([
	[["v=DMARC1; p=none"], "note", /delivered all the same/],
	[["v=DMARC1"], "wrong", /no valid policy/],
	[["v=DMARC1; p=reject", "v=DMARC1; p=none"], "wrong", /2 DMARC records/],
	[["v=DMARC1; p=quarantine"], "ok", /kept out/],
])(
	"of the DMARC records %j it says that they are %s",
	async (texts, verdict, sentence) => {
		const domain = fresh();
		dns.setText(`_dmarc.${domain}`, texts);
		const [found] = await findings(domain, "DMARC");
		expect(found).toMatchObject({
			verdict,
			says: expect.stringMatching(sentence),
		});
	},
);

describe("the command", () => {
	const run = (env: NodeJS.ProcessEnv, ...args: string[]) =>
		supportdesk(
			{ MAIL_DNS_SERVERS: dns.address, ...env },
			"mail",
			"check",
			...args,
		);

	it("prints a line for each record and needs no database", async () => {
		const { code, out, err } = await run(
			{
				MAIL_DKIM_DOMAIN: "good.example",
				MAIL_DKIM_SELECTOR: "sd1",
				MAIL_DKIM_KEY: PEM.replaceAll("\n", "\\n"),
			},
			"support@good.example",
		);
		expect({ code, err }).toEqual({ code: 0, err: "" });
		expect(out.split("\n")).toEqual([
			`MX     ok       Mail to good.example goes to ${HOST}.`,
			"SPF    ok       good.example says which servers may send: v=spf1 include:_spf.relay.example -all",
			"DKIM   ok       Receivers find a key of 1024 bits at sd1._domainkey.good.example, which fits MAIL_DKIM_KEY.",
			"DMARC  ok       Forged mail is kept out: v=DMARC1; p=reject",
			"",
		]);
	});

	it("ends with 1 where something is wrong, and prints JSON for programs", async () => {
		const { code, out, err } = await run({}, fresh(), "--json");
		expect(code).toBe(1);
		expect(err).toMatch(/needs 3 changes in the DNS/);
		expect(JSON.parse(out)).toHaveLength(4);
		expect(await run({}, "no domain")).toEqual({
			code: 1,
			out: "",
			err: "no domain is not a domain such as acme.example.\n",
		});
	});

	it("tells missing records from name servers that give no answer", async () => {
		dns.silent = true;
		const { code, out } = await run({}, "good.example");
		dns.silent = false;
		expect(code).toBe(0);
		expect(out).toContain(
			"MX     unknown  The name servers gave no answer for good.example",
		);
	}, 60_000);
});
