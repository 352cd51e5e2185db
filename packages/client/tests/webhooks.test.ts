import { Webhook } from "standardwebhooks";
import { expect, it } from "vitest";
import { verifyWebhook, WebhookVerificationError } from "../src/client.ts";

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const event = { id: "evt_1", type: "ticket.created", note: "Größe 𝟞" };
const body = JSON.stringify(event);

function signed(secret = SECRET, at = new Date(), text = body) {
	const id = "evt_1";
	return {
		"webhook-id": id,
		"webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
		"webhook-signature": new Webhook(secret).sign(id, at, text),
	};
}

it.each([
	["Node's headers", signed()],
	["fetch's headers", new Headers(signed())],
])(
	"accepts what the specification's library signs, with %s",
	async (_, headers) => {
		expect(await verifyWebhook(SECRET, headers, body)).toEqual(event);
		const bytes = new TextEncoder().encode(body);
		expect(await verifyWebhook(SECRET, headers, bytes)).toEqual(event);
	},
);

it("accepts one of several signatures, as while a secret is rotated", async () => {
	const other = signed("whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD");
	const headers = {
		...signed(),
		"webhook-signature": `v1a,AAAA ${other["webhook-signature"]} ${signed()["webhook-signature"]}`,
	};
	expect(await verifyWebhook(SECRET, headers, body)).toEqual(event);
});

const LONG_AGO = new Date(Date.now() - 301_000);
const SOON = new Date(Date.now() + 330_000);
const { "webhook-id": _, ...withoutId } = signed();
it.each([
	["another body", signed(), `${body} `],
	["another secret", signed("whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"), body],
	["another id", { ...signed(), "webhook-id": "evt_2" }, body],
	["an old request", signed(SECRET, LONG_AGO), body],
	["one of the future", signed(SECRET, SOON), body],
	[
		"a timestamp that is no number",
		{ ...signed(), "webhook-timestamp": "x" },
		body,
	],
	[
		"a signature that is no base64",
		{ ...signed(), "webhook-signature": "v1,*" },
		body,
	],
	["no signature", { ...signed(), "webhook-signature": "" }, body],
	["no id", withoutId, body],
	[
		"bytes that are no UTF-8",
		signed(SECRET, new Date(), "\ufffd"),
		new Uint8Array([0xff]),
	],
])("refuses %s", async (_, headers, received) => {
	await expect(verifyWebhook(SECRET, headers, received)).rejects.toThrow(
		WebhookVerificationError,
	);
});
