import { generateKeyPairSync } from "node:crypto";
import { ownContext } from "@supportdesk/rpc/own-context.ts";
import {
	type DnsRecords,
	startDnsRecords,
} from "@supportdesk/testkit/dns-records.ts";
import { threadTimeMs } from "@supportdesk/testkit/thread-time.ts";
import { parseEmailAddress } from "@supportdesk/text/email-address.ts";
import { dkimSign } from "mailauth";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { createAuthenticate, type Origin } from "../src/intake/authenticate.ts";
import { createResolveName } from "../src/intake/resolve-name.ts";
import { createSubmitMail } from "../src/intake/submit-mail.ts";
import { MailParser } from "../src/parse/mail-parser.ts";
import { fakeTickets } from "./fake-tickets.ts";

const HOST = "203.0.113.5";
const OTHER_HOST = "203.0.113.66";
const MX = `from mx.strict.example (mx.strict.example [${HOST}]) by mail.desk.example (Postfix) with ESMTPS id 1; Wed, 25 Nov 2026 10:00:00 +0000`;

describe("who sent a mail", () => {
	let dns: DnsRecords;
	const parser = new MailParser(1);
	let submit: ReturnType<typeof createSubmitMail>;
	const tickets = fakeTickets();

	beforeAll(async () => {
		dns = await startDnsRecords();
		dns.setText("strict.example", [`v=spf1 ip4:${HOST} -all`]);
		dns.setText("_dmarc.strict.example", ["v=DMARC1; p=reject"]);
		dns.setText("other.example", [`v=spf1 ip4:${OTHER_HOST} -all`]);
		dns.setText("_dmarc.other.example", ["v=DMARC1; p=none"]);
		submit = createSubmitMail({
			tickets: tickets.api,
			parse: parser.parse,
			authenticate: createAuthenticate(
				createResolveName([dns.address]),
				parser.readEvidence,
			),
		});
	});
	afterAll(() => {
		dns.close();
		parser.close();
	});

	/** What the tickets service gets of a mail. */
	const taken = async (raw: Buffer, origin: Origin) => {
		const delivery = {
			mailboxId: "mbx_support",
			recipients: ["support@desk.example"],
			envelopeFrom: origin.sender ?? "",
		};
		const context = ownContext("wsp_support", 30_000, Date.now());
		await submit(raw, delivery, origin, context);
		return tickets.mails.pop()!;
	};
	const authenticate = async (raw: Buffer, origin: Origin) =>
		(await taken(raw, origin)).authentication!;

	const mailOf = (...headers: readonly string[]) =>
		Buffer.from([...headers, "Subject: Lamp", "", "Hello", ""].join("\r\n"));
	/** What is found of a mail that a host of `other.example` sends. */
	const verdictOnOther = (...headers: readonly string[]) =>
		authenticate(mailOf(...headers), {
			ip: OTHER_HOST,
			helo: "mx.other.example",
			sender: "eve@other.example",
		});

	test.each([
		["the newest", [MX]],
		[
			"the one below a filter's on the same machine",
			[
				"from localhost (localhost [127.0.0.1]) by mail.desk.example (Postfix) with ESMTP id 2; Wed, 25 Nov 2026 10:00:01 +0000",
				MX,
			],
		],
		[
			"the one below a gateway's in a private network",
			[
				"from gw.internal (gw.internal [10.0.0.7]) by store.internal with ESMTP id 2; Wed, 25 Nov 2026 10:00:01 +0000",
				MX,
			],
		],
		[
			"the one below that of the store itself",
			[
				"from mail.desk.example\r\n\tby mail.desk.example with LMTP\r\n\tid 2; Wed, 25 Nov 2026 10:00:01 +0000",
				MX,
			],
		],
	])(
		"is told by %s of a relayed mail's Received headers",
		async (_which, hops) => {
			const raw = mailOf(
				"Return-Path: <mia@strict.example>",
				...hops.map((hop) => `Received: ${hop}`),
				"From: mia@strict.example",
			);
			expect(await authenticate(raw, {})).toMatchObject({
				spf: "pass",
				dmarc: "pass",
			});
			const forged = raw.toString().replaceAll(HOST, OTHER_HOST);
			expect(await authenticate(Buffer.from(forged), {})).toMatchObject({
				spf: "fail",
				dmarc: "fail",
			});
		},
	);

	test.each([
		[
			"names no address",
			"from mx.strict.example by mail.desk.example with HTTP id 2",
		],
		[
			"is of another store",
			"from mx.evil.example by mail.desk.example with LMTP id 2",
		],
		["names an address in a private network alone", undefined],
	])(
		"is not known where the newest Received header %s",
		async (_what, newest) => {
			const date = "Wed, 25 Nov 2026 10:00:01 +0000";
			const hops = newest
				? [`${newest}; ${date}`, MX]
				: [`from pc.internal ([192.168.1.9]) by mail.desk.example; ${date}`];
			const raw = mailOf(
				"Return-Path: <mia@strict.example>",
				...hops.map((hop) => `Received: ${hop}`),
				"From: mia@strict.example",
			);
			expect(await authenticate(raw, {})).toEqual({
				spf: "none",
				dkim: "none",
				dmarc: "none",
			});
		},
	);

	test.each([
		[["From: mia@strict.example, eve@other.example"]],
		[["From: eve@other.example, mia@strict.example"]],
		[["From: mia@strict.example", "From: eve@other.example"]],
		[["From: eve@other.example", "From: mia@strict.example"]],
		[["From: Team: mia@strict.example; , eve@other.example"]],
	])("fails where one of several authors sends it: %j", async (headers) => {
		expect(await verdictOnOther("From: eve@other.example")).toMatchObject({
			dmarc: "pass",
		});
		expect(await verdictOnOther(...headers)).toMatchObject({ dmarc: "fail" });
	});

	test.each([
		[["From: mia@strict%2eexample"]],
		[["From: mia@s%74rict.example"]],
		[["From: mia@ｓｔｒｉｃｔ.example"]],
		[["From: mia@stri\u00adct.example"]],
		[["From: mia@strict。example"]],
		[["\rFrom: mia@strict.example"]],
		[["X:\nFrom: mia@strict.example", "From\u0000: eve@other.example"]],
		[["From: mia@strict.example", "From\u0000: eve@other.example"]],
		[["From: \rmia@strict.example", "\u0000From: eve@other.example"]],
	])(
		"is never the sender that the desk shows where another one is checked: %j",
		async (headers) => {
			const mail = await taken(mailOf(...headers), {
				ip: OTHER_HOST,
				helo: "mx.other.example",
				sender: "eve@other.example",
			});
			const { key } = parseEmailAddress(mail.from!.address)!;
			if (key !== "eve@other.example")
				expect([key, mail.authentication!.dmarc]).toEqual([
					"mia@strict.example",
					"fail",
				]);
		},
	);

	describe("where a domain cannot be asked", () => {
		const { privateKey } = generateKeyPairSync("rsa", {
			modulusLength: 1024,
			privateKeyEncoding: { type: "pkcs8", format: "pem" },
			publicKeyEncoding: { type: "spki", format: "pem" },
		});
		const RAW = mailOf("From: mia@strict.example");
		/** The mail with a signature of each domain. */
		const signedBy = async (
			...keys: readonly { domain: string; selector?: string }[]
		) => {
			let raw: Buffer = RAW;
			for (const { domain, selector = "s" } of keys) {
				const key = { signingDomain: domain, selector: "s", privateKey };
				const { signatures } = await dkimSign(RAW, {
					...key,
					signatureData: [key],
				});
				const signature = signatures.replace(" s=s;", ` s=${selector};`);
				raw = Buffer.concat([Buffer.from(signature), raw]);
			}
			return raw;
		};
		const ofOther = {
			ip: OTHER_HOST,
			helo: "mx.other.example",
			sender: "eve@other.example",
		};

		beforeAll(() => {
			dns.fail("failing.example", "SERVFAIL");
			dns.fail("silent.example", "silence");
			dns.setText("slow.example", [
				"v=spf1 include:a.silent.example include:b.silent.example -all",
			]);
			dns.fail("_domainkey.strict.example", "SERVFAIL");
		});

		it("leaves it open whether its own mail is forged", async () => {
			const raw = await signedBy({ domain: "strict.example" });
			expect(await authenticate(raw, ofOther)).toMatchObject({
				dkim: "temperror",
				dmarc: "temperror",
			});
		});

		it.each([
			["signature", [{ domain: "failing.example" }], ofOther],
			[
				"return path",
				[{ domain: "other.example" }],
				{ ...ofOther, sender: "eve@failing.example" },
			],
			[
				"selector that is no name",
				[{ domain: "strict.example", selector: "s".repeat(64) }],
				ofOther,
			],
			[
				"return path that is no name",
				[{ domain: "other.example" }],
				{ ...ofOther, sender: `eve@${"s".repeat(64)}.strict.example` },
			],
			[
				"silent name servers",
				["a", "b", "c", "d"].map((label) => ({
					domain: `${label}.silent.example`,
				})),
				{ ...ofOther, sender: "eve@slow.example" },
			],
		])(
			"does not excuse mail that another one forges: %s",
			async (_what, keys, origin) => {
				const raw = await signedBy(...keys);
				expect(await authenticate(raw, origin)).toMatchObject({
					dmarc: "fail",
				});
			},
			30_000,
		);
	});

	it.each([
		["a signature of spaces", `bh=${`${" ".repeat(900)}\r\n `.repeat(280)}x`],
		["a signature of few spaces", `bh=${" ".repeat(8_000)}x`],
		["a header of lines", `d=a.example\r\nX: ${"a\r\n ".repeat(60_000)}`],
		["a hop of words", `d=a.example\r\nReceived: from ${"a ".repeat(100_000)}`],
		[
			"headers that are signed again and again",
			`d=a.example; h=${"a:".repeat(4_000)}\r\n${"a: b\r\n".repeat(40_000)}X: y`,
		],
	])("does not hold the service up for %s", async (_what, signature) => {
		const raw = mailOf(
			`DKIM-Signature: v=1; a=rsa-sha256; s=s; ${signature}`,
			"From: mia@strict.example",
		);
		const before = threadTimeMs();
		const { dmarc } = await authenticate(raw, {
			ip: OTHER_HOST,
			helo: "mx.other.example",
			sender: "eve@other.example",
		});
		expect(threadTimeMs() - before).toBeLessThan(500);
		expect(dmarc).toBe("fail");
	});

	it("is checked by the return path where a mail names no author", async () => {
		const raw = mailOf("To: support@desk.example");
		const origin = { ip: OTHER_HOST, helo: "mx.other.example" };
		const verdictOn = (sender: string) =>
			authenticate(raw, { ...origin, sender });
		expect(await verdictOn("mia@strict.example")).toMatchObject({
			spf: "fail",
			dmarc: "fail",
		});
		expect(await verdictOn("eve@other.example")).toMatchObject({
			spf: "pass",
			dmarc: "pass",
		});
	});
});
