import { newEvent, OWN_JOB } from "@supportdesk/outbox/new-event.ts";
import { insertEvents } from "@supportdesk/outbox/outbox.ts";
import type { Transaction } from "@supportdesk/pg/transaction.ts";
import type { Gap } from "../domain/gap.ts";
import { changeOfGap } from "../domain/gaps/gap-change.ts";
import { gapEventJson } from "../rpc/gap-json.ts";
import { selectGaps } from "../store/gap-list.ts";

/**
 * Writes the events of gaps that a job has changed in this transaction, under the lock of the workspace's gaps: compares
 * what they were with what they are now.
 *
 * @param before the gaps as they were before the change.
 * @param openedIds of gaps that are new.
 */
export async function writeGapEvents(
	tx: Transaction,
	workspaceId: string,
	before: readonly Gap[],
	openedIds: readonly string[],
	now: Date,
): Promise<void> {
	const known = new Map(before.map((gap) => [gap.id, gap]));
	const ids = [...known.keys(), ...openedIds];
	if (ids.length === 0) return;
	const { rows } = await tx.query(selectGaps(workspaceId, ids));
	const events = rows.flatMap((after) => {
		const was = known.get(after.id);
		const change = changeOfGap(was, after);
		if (!change) return [];
		const event = {
			type: `gap.${change}`,
			resourceId: after.id,
			beforeJson: was && gapEventJson(was),
			afterJson: gapEventJson(after),
		} as const;
		return [newEvent(OWN_JOB, event, now)];
	});
	if (events.length > 0) tx.defer(insertEvents(workspaceId, events));
}
