/** A customer question that no article answers. Times are ISO 8601 in UTC. */
export interface Gap {
	readonly id: string;
	readonly topic: string;
	readonly frequency: number;
	readonly status: "open" | "resolved";
	/** The most frequent phrasings, at most five. */
	readonly exampleQueries: readonly string[];
	/** The latest tickets it was counted for, at most ten. */
	readonly ticketIds: readonly string[];
	readonly firstSeenAt: string;
	readonly lastSeenAt: string;
	readonly resolvedByArticleId: string | null;
	readonly createdAt: string;
	readonly updatedAt: string;
}
