import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import type { Client } from "./client.ts";
import { createTicket } from "./new-ticket.ts";
import {
	startProduct,
	type TestProduct,
	type TestWorkspace,
} from "./product.ts";
import { people, sentMail } from "./sent-mail.ts";

describe("mails of replies", () => {
	let product: TestProduct;
	let workspace: TestWorkspace;
	let api: Client;

	beforeAll(async () => {
		product = await startProduct({
			transport: "process",
			env: { MAIL_PLUS_ADDRESSES: "true" },
		});
		workspace = await product.createWorkspace();
		api = workspace.api;
	});
	afterAll(() => product.stop());

	async function reply(ticketId: string, body: string, fields: object = {}) {
		const sent = await api.post(`/v1/tickets/${ticketId}/messages`, {
			type: "outbound",
			body,
			...fields,
		});
		expect(sent.status, sent.text).toBe(201);
		return sentMail(product, sent.body.id);
	}

	it("have answers sent to an address of the ticket, which nobody can guess and a local part can hold", async () => {
		const [one, two] = [await createTicket(api), await createTicket(api)];
		const addressOf = async (id: string) =>
			(await reply(id, "Hello")).email.replyTo?.[0]?.address;
		const address = (await addressOf(one.id))!;
		expect(address).toMatch(/^agents\+[0-9a-z]{42}@support\.example$/);
		expect(address.indexOf("@")).toBeLessThanOrEqual(64);
		expect(await addressOf(one.id)).toBe(address);
		expect(await addressOf(two.id)).not.toBe(address);
	});

	it("show Markdown as HTML, and text without its marks", async () => {
		const ticket = await createTicket(api);
		const { email } = await reply(
			ticket.id,
			"Open **Settings**, then [the page](https://help.example/a).\n\n- `one`\n- two",
		);
		expect(email.text?.trim()).toBe(
			"Open Settings, then the page (https://help.example/a).\n\n- one\n- two",
		);
		expect(email.html).toContain("<strong>Settings</strong>");
		expect(email.html).toContain("<li><code>one</code></li>");
	});

	it("stay text where the reply has no marks", async () => {
		const ticket = await createTicket(api);
		const body = "Hello,\n\n2*3*4 > 5_000_000.\n--\nAnn";
		const { email } = await reply(ticket.id, body);
		expect(email.html).toBeUndefined();
		expect(email.text?.trim()).toBe(body);
	});

	it("greet nobody by the name of an address", async () => {
		const contact = { email: `me.${crypto.randomUUID()}@example.com` };
		const ticket = await createTicket(api, { contact });
		const { email } = await reply(ticket.id, "Hello");
		expect(people(email.to)).toEqual([contact.email]);
	});

	it("are no mails of a list, and are automatic only where no person wrote them", async () => {
		const ticket = await createTicket(api);
		const { header } = await reply(ticket.id, "Hello");
		for (const name of [
			"List-Unsubscribe",
			"List-Id",
			"Precedence",
			"Auto-Submitted",
		])
			expect(header(name)).toBeUndefined();
	});

	test.each([
		["Hello =?utf-8?q?=0D=0ABcc:_eve@evil.example?=", "Bo"],
		["Bo", '"Bo" <eve@evil.example>, "x"'],
		["Bo", "=?utf-8?q?eve=40evil.example=0D=0ABcc=3A_eve?="],
		["Bo", "support@paypal.example, Bo"],
		["Bo", "аnn@раypal.example"],
	])(
		"with the subject %j to %j reach only the contact",
		async (subject, name) => {
			const email = `bo.${crypto.randomUUID()}@example.com`;
			const ticket = await createTicket(api, {
				subject,
				contact: { email, name },
			});
			const mail = await reply(ticket.id, "Hello");
			expect(mail.recipients).toEqual([email]);
			expect(mail.header("Bcc")).toBeUndefined();
			expect(mail.email.to).toHaveLength(1);
			expect(mail.email.to?.[0]?.address).toBe(email);
		},
	);

	test.each(["a\r\nBcc: eve@evil.example", "a\u0000b", "a\u202eb"])(
		"cannot be made to a contact named %j",
		async (name) => {
			const { status } = await api.post("/v1/tickets", {
				subject: "Lamp",
				body: "It flickers.",
				contact: { email: "bo@example.com", name },
			});
			expect(status).toBe(400);
		},
	);
});
