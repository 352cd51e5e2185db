/** A person who answers tickets and owns API keys, as the directory shows them. Times are ISO 8601 in UTC. */
export interface AgentRecord {
	readonly id: string;
	readonly name: string;
	readonly email: string;
	readonly deactivatedAt: string | null;
	readonly createdAt: string;
}
