import { hash } from "node:crypto";
import type { Idempotency } from "@supportdesk/contracts/supportdesk/api/v1/rendered.ts";
import { AppError } from "@supportdesk/errors/app-error.ts";
import type { Request } from "express";
import { canonicalJson } from "./canonical-json.ts";
import { headerValues } from "./request-headers.ts";

export const KEY_FORM = /^[\x21-\x7e]{1,255}$/;

/**
 * Reads the Idempotency-Key header; undefined when there is none.
 *
 * @param body validated and with its defaults, so that equivalent requests have the same fingerprint.
 * @throws AppError `invalid_idempotency_key`
 */
export function readIdempotency(
	req: Request,
	body: unknown,
): Idempotency | undefined {
	const values = headerValues(req, "idempotency-key");
	const [key] = values;
	if (key === undefined) return undefined;
	if (values.length > 1 || !KEY_FORM.test(key)) {
		throw new AppError(
			"invalid_request",
			"invalid_idempotency_key",
			"Idempotency-Key must be sent once and have 1 to 255 visible ASCII characters.",
			{ param: "Idempotency-Key" },
		);
	}
	return { key, fingerprint: hash("sha256", canonicalJson(body ?? {})) };
}
