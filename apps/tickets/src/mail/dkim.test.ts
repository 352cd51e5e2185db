import { generateKeyPairSync } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { startSmtpSink } from "@supportdesk/testkit/smtp-sink.ts";
import { makeTempFolder } from "@supportdesk/testkit/temp-folder.ts";
import { dkimVerify } from "mailauth/lib/dkim/verify.js";
import { expect, it, onTestFinished } from "vitest";
import { createMailTransport } from "./transport.ts";

const { privateKey, publicKey } = generateKeyPairSync("rsa", {
	modulusLength: 2048,
});
const dkim = {
	domainName: "desk.example",
	keySelector: "sd1",
	privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
};
const RECORD = `v=DKIM1; k=rsa; p=${publicKey.export({ type: "spki", format: "der" }).toString("base64")}`;
const mail = {
	messageId: "<msg_1@desk.example>",
	from: { name: "Übersicht", address: "support@desk.example" },
	to: { name: "Bo", address: "bo@ex.com" },
	subject: "Grüße und mehr als eine Zeile ".repeat(5),
	text: `First\n.\n${"a long line ".repeat(200)}\n\n\n`,
	html: "<p>First</p>",
	attachments: [{ filename: "a.bin", content: Buffer.alloc(3_000, 7) }],
};

/** The verdict of another program, which has only the mail and the DNS. */
async function verdictOf(raw: string | Buffer) {
	const { results } = await dkimVerify(Buffer.from(raw), {
		resolver: async (name: string, type: string) => {
			if (name === "sd1._domainkey.desk.example" && type === "TXT")
				return [[RECORD]];
			throw Object.assign(new Error(name), { code: "ENOTFOUND" });
		},
	});
	return results.map(({ status, signingDomain, selector }) => ({
		result: status.result,
		signingDomain,
		selector,
	}));
}

it("signs what leaves over SMTP, so that receivers can verify it", async () => {
	const sink = await startSmtpSink();
	onTestFinished(() => sink.close());
	const transport = createMailTransport({
		smtpUrl: sink.url,
		outboxDir: "unused",
		dkim,
	});
	onTestFinished(() => transport.close());
	await transport.send(mail);
	const { raw } = sink.mails[0]!;
	expect(await verdictOf(raw)).toEqual([
		{ result: "pass", signingDomain: "desk.example", selector: "sd1" },
	]);
	for (const [found, replaced] of [
		["First", "Last"],
		["Bo <bo@ex.com>", "Eve <eve@ex.com>"],
		["Subject:", "Subject: Win"],
	] as const) {
		const [changed] = await verdictOf(raw.replace(found, replaced));
		expect(changed!.result).not.toBe("pass");
	}
});

it("signs mails in the outbox as well, and none without a key", async () => {
	const outboxDir = makeTempFolder("outbox");
	onTestFinished(() => rm(outboxDir, { recursive: true }));
	const sent = async (key: typeof dkim | undefined) => {
		await createMailTransport({
			smtpUrl: undefined,
			outboxDir,
			dkim: key,
		}).send(mail);
		const file = await readFile(join(outboxDir, "msg_1.eml"), "utf8");
		return file.replaceAll("\n", "\r\n");
	};
	expect(await verdictOf(await sent(dkim))).toMatchObject([{ result: "pass" }]);
	expect(await sent(undefined)).not.toMatch(/DKIM-Signature/i);
});
