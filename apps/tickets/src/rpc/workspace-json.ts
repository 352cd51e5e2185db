import type { WorkspaceSettings } from "../domain/workspace-settings.ts";

/** The API's Workspace object. */
export function workspaceJson(
	workspaceId: string,
	{ pendingAfterReply }: WorkspaceSettings,
): string {
	return `{"id":"${workspaceId}","pending_after_reply":${pendingAfterReply}}`;
}
