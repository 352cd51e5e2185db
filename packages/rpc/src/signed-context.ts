import { createHmac, createSecretKey, timingSafeEqual } from "node:crypto";
import type { CallContext } from "./call-context.ts";

/** The one header of a unary call: its context and a signature over it, the method and the time until which it is valid. */
export const CONTEXT_HEADER = "supportdesk-context";

const VERSION = "1";
const SEPARATOR = ","; // occurs in no id
const FIELD_COUNT = 7; // with the version and the expiry
// Machines whose clocks differ by more than this cannot call each other; a captured header is invalid after it.
const CLOCK_SKEW_MS = 60_000;
// gRPC throws on other characters in a header; ids never contain them.
const FIELDS = /^[\x21-\x7e]*$/;

/** The message of calls whose context cannot be read. */
export const UNSIGNED =
	"The call context is missing or its signature is wrong.";

/** What the header contains about the caller. Deadline and cancellation are transmitted as gRPC does it. */
export type CallerContext = Omit<CallContext, "deadline" | "signal">;

/**
 * Signs contexts, each for one method.
 *
 * @throws Error when a field holds a comma, a space or anything outside visible ASCII: a bug of the caller.
 */
export function createContextSigner(
	secret: string,
): (path: string, context: CallContext) => string {
	const sign = createSigner(secret);
	return (path, context) => {
		const { requestId, workspaceId, apiKeyId, actorId, operationId } = context;
		const text = `${VERSION},${context.deadline},${requestId},${workspaceId},${apiKeyId},${actorId},${operationId}`;
		if (!FIELDS.test(text) || text.split(SEPARATOR).length !== FIELD_COUNT) {
			throw new Error("a call context holds ids only");
		}
		return `${text}${SEPARATOR}${sign(path, text)}`;
	};
}

/** Reads signed contexts back; undefined when one is missing, forged, signed for another method or expired. */
export function createContextVerifier(
	secret: string,
): (
	path: string,
	signed: string | undefined,
	nowMs: number,
) => CallerContext | undefined {
	const sign = createSigner(secret);
	return (path, signed = "", nowMs) => {
		const end = signed.lastIndexOf(SEPARATOR);
		if (end < 0) return undefined;
		const text = signed.slice(0, end);
		const given = Buffer.from(signed.slice(end + 1));
		const expected = Buffer.from(sign(path, text));
		if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
			return undefined;
		}
		const fields = text.split(SEPARATOR);
		if (fields.length !== FIELD_COUNT || fields[0] !== VERSION)
			return undefined;
		if (Number(fields[1]) + CLOCK_SKEW_MS < nowMs) return undefined;
		return {
			requestId: fields[2]!,
			workspaceId: fields[3]!,
			apiKeyId: fields[4]!,
			actorId: fields[5]!,
			operationId: fields[6]!,
		};
	};
}

function createSigner(secret: string): (path: string, text: string) => string {
	const key = createSecretKey(Buffer.from(secret));
	return (path, text) =>
		createHmac("sha256", key).update(`${path}\n${text}`).digest("base64url");
}
