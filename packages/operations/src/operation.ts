import type { Idempotency } from "@supportdesk/contracts/supportdesk/api/v1/rendered.ts";
import { type IdPrefix, isId, newId } from "@supportdesk/ids/ids.ts";
import type { Claim, Operation } from "@supportdesk/pg/operation.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";

/**
 * The operation that a call asks for: known by the client's idempotency key if there is one, else by the operation id
 * that a repeated gRPC call carries again. A call without either cannot be repeated without the client's knowledge.
 *
 * @param scope operation and parent, for example `messages.create:tkt_…`.
 */
export function operationOf(
	context: CallContext,
	scope: string,
	idempotency: Idempotency | undefined,
	now: Date,
): Operation {
	const { workspaceId, signal } = context;
	const claim = claimOf(context, scope, idempotency);
	return { workspaceId, signal, now, claim };
}

/**
 * The same for an operation that creates one thing, and the thing's id. Without a key of the client's the id is the
 * operation's own with another prefix: a repeated call comes to the same id, and needs no claim.
 */
export function creationOf(
	context: CallContext,
	prefix: IdPrefix,
	scope: string,
	idempotency: Idempotency | undefined,
	now: Date,
): Operation & { readonly id: string } {
	const operation = operationOf(context, scope, idempotency, now);
	const { operationId } = context;
	if (!idempotency && isId("req", operationId)) {
		const id = `${prefix}${operationId.slice("req".length)}`;
		return { ...operation, id, claim: undefined };
	}
	return { ...operation, id: newId(prefix, now.getTime()) };
}

function claimOf(
	{ apiKeyId, operationId }: CallContext,
	scope: string,
	idempotency: Idempotency | undefined,
): Claim | undefined {
	if (idempotency) return { apiKeyId, scope, ...idempotency, isClients: true };
	if (operationId === "") return undefined;
	return {
		apiKeyId,
		scope: "operation",
		key: operationId,
		fingerprint: scope,
		isClients: false,
	};
}
