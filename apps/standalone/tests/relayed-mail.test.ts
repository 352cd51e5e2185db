import { generateKeyPairSync } from "node:crypto";
import {
	postfixMissing,
	startPostfix,
	type TestPostfix,
} from "@supportdesk/testkit/postfix.ts";
import {
	type ReceivedMail,
	type SmtpSink,
	startSmtpSink,
} from "@supportdesk/testkit/smtp-sink.ts";
import { dkimVerify } from "mailauth/lib/dkim/verify.js";
import { createTransport } from "nodemailer";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createMailbox, messagesOf, type TestMailbox } from "./mail.ts";
import {
	startProduct,
	type TestProduct,
	type TestWorkspace,
} from "./product.ts";

const missing = postfixMissing();
const ARRIVES_MS = 20_000;
const { privateKey, publicKey } = generateKeyPairSync("rsa", {
	modulusLength: 2048,
});
const RECORD = `v=DKIM1; k=rsa; p=${publicKey.export({ type: "spki", format: "der" }).toString("base64")}`;

describe.skipIf(missing)(
	`mail that Postfix relays${missing ? ` (skipped: ${missing})` : ""}`,
	() => {
		let far: SmtpSink;
		let postfix: TestPostfix;
		let product: TestProduct;
		let workspace: TestWorkspace;
		let mailbox: TestMailbox;

		beforeAll(async () => {
			far = await startSmtpSink();
			postfix = await startPostfix(far.url);
			product = await startProduct({
				transport: "process",
				env: {
					MAIL_LISTEN: "127.0.0.1:0",
					SMTP_URL: postfix.url,
					MAIL_PLUS_ADDRESSES: "true",
					MAIL_DKIM_DOMAIN: "desk.example",
					MAIL_DKIM_SELECTOR: "sd1",
					MAIL_DKIM_KEY: privateKey
						.export({ type: "pkcs8", format: "pem" })
						.toString(),
				},
			});
			workspace = await product.createWorkspace();
			mailbox = await createMailbox(product, workspace, {
				signature: "Grüße",
			});
		}, 60_000);
		afterAll(async () => {
			await product?.stop();
			await postfix?.close();
			await far.close();
		});

		const someone = () => `mia-${crypto.randomUUID()}@customer.example`;
		const arrived = (matches: (mail: ReceivedMail) => boolean) =>
			vi.waitFor(() => {
				const mail = far.mails.find(matches);
				if (!mail) throw new Error(`nothing arrived: ${postfix.log()}`);
				return mail;
			}, ARRIVES_MS);
		async function reply(from: string, fields: object = {}) {
			const { ticket_id } = await mailbox.receive({ from });
			const path = `/v1/tickets/${ticket_id}/messages`;
			const sent = await workspace.api.post(path, {
				type: "outbound",
				body: `Open **Settings**. ${"A long line ".repeat(100)}`,
				...fields,
			});
			expect(sent.status, sent.text).toBe(201);
			return { id: sent.body.id as string, ticketId: ticket_id as string };
		}

		it("arrives with the thread, the ticket's address and a signature that still verifies", async () => {
			const [from, copy] = [someone(), someone()];
			const { id } = await reply(from, { cc: [copy] });
			const { raw, from: sender } = await arrived(
				(mail) => mail.raw.includes(`<${id}@`) && mail.to.includes(from),
			);
			expect(sender).toBe(mailbox.address);
			expect(raw).toMatch(/^Received: from /m);
			expect(raw).toMatch(/^Reply-To:[^@]*\+[0-9a-z]{42}@desk\.example/m);
			await arrived(
				(mail) => mail.raw.includes(`<${id}@`) && mail.to.includes(copy),
			);
			const { results } = await dkimVerify(Buffer.from(raw), {
				resolver: async () => [[RECORD]],
			});
			expect(results.map(({ status }) => status.result)).toEqual(["pass"]);
		});

		it("comes in with its sender and its words, and is refused for an address that is no mailbox", async () => {
			const relay = await startPostfix(`smtp://127.0.0.1:${product.smtpPort}`);
			const transport = createTransport(relay.url);
			const from = someone();
			const send = (to: string) =>
				transport.sendMail({
					from,
					to,
					subject: "Grüße",
					text: "Es geht nicht.",
				});
			try {
				await send("nobody@desk.example");
				await send(mailbox.address);
				const [ticket] = await vi.waitFor(async () => {
					const { body } = await workspace.api.get("/v1/tickets", {
						contact: from,
					});
					expect(body.data, relay.log()).toHaveLength(1);
					return body.data;
				}, ARRIVES_MS);
				expect(ticket).toMatchObject({ subject: "Grüße", channel: "email" });
				const [message] = await messagesOf(workspace.api, ticket.id);
				expect(message.body).toBe("Es geht nicht.");
				expect(relay.log()).toMatch(
					/nobody@desk\.example.*status=bounced.*550/,
				);
			} finally {
				transport.close();
				await relay.close();
			}
		}, 60_000);

		it("that comes back fails the reply, with the reason that the report gives", async () => {
			const from = someone();
			far.refuse(from);
			const { id, ticketId } = await reply(from);
			const report = await arrived(
				(mail) => mail.from === "" && mail.raw.includes(id),
			);
			expect(report.to).toEqual([mailbox.address]);
			const taken = await mailbox.send(report.raw);
			expect(taken.body).toMatchObject({ status: "bounce", message_id: id });
			const messages = await messagesOf(workspace.api, ticketId);
			expect(
				messages.find((message: { id: string }) => message.id === id),
			).toMatchObject({
				status: "failed",
				error: expect.stringContaining("5.1.1"),
			});
		});
	},
);
