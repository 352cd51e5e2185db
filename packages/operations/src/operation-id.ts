import { type IdPrefix, isId, newId } from "@supportdesk/ids/ids.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";

/**
 * The id of the one thing that an operation makes: the operation's own with another prefix, so that a repeated call
 * comes to the same id; a new one where calls are not repeated. Undefined for an operation id of another form.
 */
export function idOfOperation(
	prefix: IdPrefix,
	{ operationId }: CallContext,
	nowMs: number,
): string | undefined {
	if (operationId === "") return newId(prefix, nowMs);
	if (!isId("req", operationId)) return undefined;
	return `${prefix}${operationId.slice("req".length)}`;
}
