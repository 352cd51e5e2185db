import { WebhookVerificationError } from "./errors.ts";
import type { Event } from "./gen/api.ts";

const TOLERANCE_SECONDS = 300; // of the Standard Webhooks specification
const PREFIX = "whsec_";

type HeadersOf =
	| { get(name: string): string | null }
	| Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Verifies a webhook's request (https://www.standardwebhooks.com) and returns its event.
 *
 * @param secret of the webhook, `whsec_…`.
 * @param headers of the request: those of `fetch`, or those of Node.
 * @param body as it arrived, before any JSON is parsed.
 * @throws WebhookVerificationError
 */
export async function verifyWebhook(
	secret: string,
	headers: HeadersOf,
	body: string | Uint8Array,
): Promise<Event> {
	const id = read(headers, "webhook-id");
	const timestamp = read(headers, "webhook-timestamp");
	const age = Math.abs(Date.now() / 1_000 - Number(timestamp));
	if (!(age <= TOLERANCE_SECONDS)) fail("The webhook's timestamp is too old.");
	const signed = await new Blob([
		`${id}.${timestamp}.`,
		body as string | Uint8Array<ArrayBuffer>,
	]).arrayBuffer();
	const key = await crypto.subtle.importKey(
		"raw",
		bytesOf(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret),
		{ name: "HMAC", hash: "SHA-256" },
		false,
		["verify"],
	);
	for (const each of read(headers, "webhook-signature").split(" ")) {
		const [version, signature = ""] = each.split(",");
		// Compares in constant time.
		if (
			version === "v1" &&
			(await crypto.subtle.verify("HMAC", key, bytesOf(signature), signed))
		)
			return JSON.parse(
				typeof body === "string" ? body : new TextDecoder().decode(body),
			);
	}
	return fail("No signature of the webhook matches.");
}

function read(headers: HeadersOf, name: string): string {
	const value =
		typeof headers.get === "function"
			? headers.get(name)
			: (headers as Record<string, unknown>)[name];
	return typeof value === "string" ? value : fail(`${name} is missing.`);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
	try {
		return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
	} catch {
		return fail("The secret or a signature is no base64.");
	}
}

function fail(message: string): never {
	throw new WebhookVerificationError(message);
}
