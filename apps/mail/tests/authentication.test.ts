import {
	type DnsRecords,
	startDnsRecords,
} from "@supportdesk/testkit/dns-records.ts";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import {
	type Authenticate,
	createAuthenticate,
	createResolveName,
} from "../src/intake/authenticate.ts";

const HOST = "203.0.113.5";
const OTHER_HOST = "203.0.113.66";
const MX = `from mx.strict.example (mx.strict.example [${HOST}]) by mail.desk.example (Postfix) with ESMTPS id 1; Wed, 25 Nov 2026 10:00:00 +0000`;

describe("who sent a mail", () => {
	let dns: DnsRecords;
	let authenticate: Authenticate;

	beforeAll(async () => {
		dns = await startDnsRecords();
		dns.setText("strict.example", [`v=spf1 ip4:${HOST} -all`]);
		dns.setText("_dmarc.strict.example", ["v=DMARC1; p=reject"]);
		dns.setText("other.example", [`v=spf1 ip4:${OTHER_HOST} -all`]);
		dns.setText("_dmarc.other.example", ["v=DMARC1; p=none"]);
		authenticate = createAuthenticate(createResolveName([dns.address]));
	});
	afterAll(() => dns.close());

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
