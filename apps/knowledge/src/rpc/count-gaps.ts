import type { CountGapsRequest } from "@supportdesk/contracts/supportdesk/knowledge/v1/knowledge.ts";
import { read } from "@supportdesk/pg/transaction.ts";
import type { CallContext } from "@supportdesk/rpc/call-context.ts";
import type { Deps } from "../deps.ts";
import { selectGapCounts } from "../store/gap-counts.ts";

const DAY_MS = 86_400_000;

export function countGaps({ db }: Pick<Deps, "db">) {
	return async ({ from, to }: CountGapsRequest, context: CallContext) => {
		const begin = new Date(from).toISOString();
		const until = new Date(Date.parse(to) + DAY_MS).toISOString();
		const [counts] = await read(
			db,
			context,
			selectGapCounts(context.workspaceId, begin, until),
		);
		return counts!;
	};
}
