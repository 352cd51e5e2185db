/** Where a ticket is in a list with the newest first. */
export interface Place {
	/** ISO 8601 in UTC. */
	readonly createdAt: string;
	readonly id: string;
}

/** The newest tickets that match a search, which are sorted by rank. */
export interface RankedWindow {
	readonly newest: Place;
	readonly oldest: Place;
	/** Whether older tickets match as well; they follow, newest first. */
	readonly hasOlder: boolean;
}

/** How far a ranked search has been read: to a rank within its window, or beyond the window to a place. */
export type RankedPosition =
	| {
			readonly window: RankedWindow;
			readonly rank: string;
			readonly id: string;
	  }
	| { readonly beyond: Place };
