import { newId } from "@supportdesk/ids/ids.ts";
import type { CallContext } from "./call-context.ts";

/** The context of a call that a job makes for a workspace, without an API key. */
export function ownContext(
	workspaceId: string,
	timeoutMs: number,
	nowMs: number,
): CallContext {
	return {
		requestId: newId("req", nowMs),
		workspaceId,
		apiKeyId: "",
		actorId: "",
		deadline: nowMs + timeoutMs,
		signal: AbortSignal.timeout(timeoutMs),
		operationId: "",
	};
}
