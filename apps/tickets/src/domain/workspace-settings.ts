/** How a workspace wants its tickets to be handled. */
export interface WorkspaceSettings {
	/** Whether an open ticket becomes pending when an agent replies. */
	readonly pendingAfterReply: boolean;
}
