import { createHmac, timingSafeEqual } from "node:crypto";
import { Metadata } from "@grpc/grpc-js";
import type { CallContext } from "./call-context.ts";

/** The one header a call carries: its context and a signature over it, the method and the time it is good for. */
export const CONTEXT_HEADER = "supportdesk-context";

const VERSION = "1";
const SEPARATOR = ","; // stands in no id
const FIELD_COUNT = 7; // with the version and the expiry
// Machines whose clocks differ by more than this cannot talk to each other; a captured header is of no use after it.
const CLOCK_SKEW_MS = 60_000;
// gRPC throws on anything else in a header; ids never contain it.
const FIELD = /^[\x21-\x2b\x2d-\x7e]*$/;

/** What the header says about the caller. Deadline and cancellation travel the way gRPC does it. */
export type CallerContext = Omit<CallContext, "deadline" | "signal">;

/**
 * Signs a context for one method.
 *
 * @throws Error when a field holds a comma, a space or anything outside visible ASCII: a bug of the caller.
 */
export function signContext(
	secret: string,
	path: string,
	context: CallContext,
): Metadata {
	const fields = [
		VERSION,
		String(context.deadline),
		context.requestId,
		context.workspaceId,
		context.apiKeyId,
		context.actorId,
		context.operationId,
	];
	if (!fields.every((field) => FIELD.test(field))) {
		throw new Error("a call context holds ids only");
	}
	const text = fields.join(SEPARATOR);
	const metadata = new Metadata();
	metadata.set(
		CONTEXT_HEADER,
		`${text}${SEPARATOR}${signature(secret, path, text)}`,
	);
	return metadata;
}

/** Reads a signed context back; undefined when it is missing, forged, meant for another method or out of date. */
export function verifyContext(
	secret: string,
	path: string,
	metadata: Metadata,
	nowMs: number,
): CallerContext | undefined {
	const values = metadata.get(CONTEXT_HEADER);
	const header = values[0];
	if (values.length !== 1 || typeof header !== "string") return undefined;
	const end = header.lastIndexOf(SEPARATOR);
	if (end < 0) return undefined;
	const text = header.slice(0, end);
	const given = Buffer.from(header.slice(end + 1));
	const expected = Buffer.from(signature(secret, path, text));
	if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
		return undefined;
	}
	const fields = text.split(SEPARATOR);
	if (fields.length !== FIELD_COUNT || fields[0] !== VERSION) return undefined;
	if (Number(fields[1]) + CLOCK_SKEW_MS < nowMs) return undefined;
	return {
		requestId: fields[2]!,
		workspaceId: fields[3]!,
		apiKeyId: fields[4]!,
		actorId: fields[5]!,
		operationId: fields[6]!,
	};
}

function signature(secret: string, path: string, text: string): string {
	return createHmac("sha256", secret)
		.update(path)
		.update("\n")
		.update(text)
		.digest("base64url");
}
