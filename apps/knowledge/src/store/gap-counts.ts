import { integer, rowType } from "@supportdesk/pg/row-type.ts";
import type { Query } from "@supportdesk/pg/statement.ts";

export interface GapCounts {
	readonly open: number;
	readonly firstSeen: number;
	readonly resolved: number;
}

/** Open gaps, and those first seen in a range with how many of them are resolved. @param until the first moment after the range */
export function selectGapCounts(
	workspaceId: string,
	from: string,
	until: string,
): Query<GapCounts> {
	return {
		name: "gap_counts",
		text: `select count(*) filter (where status = 'open')::int as open,
       count(*) filter (where first_seen_at >= $2 and first_seen_at < $3)::int as first_seen,
       count(*) filter (where first_seen_at >= $2 and first_seen_at < $3 and status = 'resolved')::int as resolved
  from gaps
 where workspace_id = $1`,
		values: [workspaceId, from, until],
		row: rowType(
			{ open: integer, first_seen: integer, resolved: integer },
			({ open, first_seen, resolved }) => ({
				open,
				firstSeen: first_seen,
				resolved,
			}),
		),
	};
}
