import { createHmac, hkdfSync } from "node:crypto";

const SECRET_BYTES = 32;

/**
 * A webhook's secret: derived, so that it stands in no database, backup or stored response.
 *
 * @param key the installation's SECRETS_KEY; another key makes other secrets.
 * @param version counts the rotations, from 1.
 */
export function secretOf(
	key: string,
	webhookId: string,
	version: number,
): Buffer {
	const info = `webhook ${webhookId} ${version}`;
	return Buffer.from(hkdfSync("sha256", key, "", info, SECRET_BYTES));
}

/** A webhook's secret as its owner is shown it: `whsec_` and 32 bytes in base64. */
export function secretText(secret: Buffer): string {
	return `whsec_${secret.toString("base64")}`;
}

/**
 * The signatures of one request by Standard Webhooks 1.0 (https://github.com/standard-webhooks/standard-webhooks): an
 * HMAC-SHA256 of id, timestamp and body with each secret.
 *
 * @param timestamp of the attempt, whole seconds since the epoch.
 * @returns the value of the `webhook-signature` header.
 */
export function signaturesOf(
	secrets: readonly Buffer[],
	id: string,
	timestamp: number,
	body: string,
): string {
	return secrets
		.map((secret) => {
			const mac = createHmac("sha256", secret);
			return `v1,${mac.update(`${id}.${timestamp}.${body}`).digest("base64")}`;
		})
		.join(" ");
}
