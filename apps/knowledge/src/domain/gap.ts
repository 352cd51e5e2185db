/** A question that customers asked and no article answers. Times are ISO 8601 in UTC. */
export interface Gap {
	readonly id: string;
	readonly topic: string;
	readonly frequency: number;
	readonly status: "open" | "resolved";
	/** The phrasings asked most, at most five. */
	readonly exampleQueries: readonly string[];
	/** The latest tickets it was counted for, at most ten. */
	readonly ticketIds: readonly string[];
	readonly firstSeenAt: string;
	readonly lastSeenAt: string;
	readonly resolvedByArticleId: string | null;
	readonly createdAt: string;
	readonly updatedAt: string;
}
