/** The filters of a list of articles; all given ones must hold. */
export interface ArticleFilter {
	/** A status or `all`; all but the archived ones when absent. */
	readonly status?: string;
	readonly tag?: string;
	readonly external_id?: string;
	/** ISO 8601 in UTC. */
	readonly created_after?: string;
	readonly created_before?: string;
	/** Words of the title, or parts of them, each of which it contains. */
	readonly q?: string;
}
