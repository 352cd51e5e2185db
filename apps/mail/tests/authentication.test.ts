import {
	type DnsRecords,
	startDnsRecords,
} from "@supportdesk/testkit/dns-records.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
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
		authenticate = createAuthenticate(createResolveName([dns.address]));
	});
	afterAll(() => dns.close());

	const mailOf = (...headers: readonly string[]) =>
		Buffer.from([...headers, "Subject: Lamp", "", "Hello", ""].join("\r\n"));

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
});
