import { rowType, text } from "@supportdesk/pg/row-type.ts";
import type { Query, Statement } from "@supportdesk/pg/statement.ts";

/** Stores that the mail of a reply came back. */
export function failDelivered(
	workspaceId: string,
	messageId: string,
	error: string,
): Statement {
	return {
		name: "bounce_message",
		text: `update messages
   set status = 'failed',
       error = $3
 where workspace_id = $1
   and id = $2
   and type = 'outbound'`,
		values: [workspaceId, messageId, error],
	};
}

/** Marks addresses of contacts as ones that mail comes back from, each with its reason. */
export function markUndeliverable(
	workspaceId: string,
	reasons: ReadonlyMap<string, string>,
	now: Date,
): Query<string> {
	return {
		name: "bounce_address",
		text: `update contacts c
   set undeliverable_since = coalesce(c.undeliverable_since, $4),
       undeliverable_reason = bounced.reason
  from unnest($2::text[], $3::text[]) as bounced (email_key, reason)
 where c.workspace_id = $1
   and c.email_key = bounced.email_key
returning coalesce(c.merged_into, c.id) as id`,
		values: [
			workspaceId,
			[...reasons.keys()],
			[...reasons.values()],
			now.toISOString(),
		],
		row: rowType({ id: text }, ({ id }) => id),
	};
}

// As when it was sent: a merge gives no mail another recipient.
const WRITTEN_IN =
	"case when m.written_in is null then m.ticket_id else m.written_in end";

/** Who received a reply, as addresses are compared: its ticket's contact with all addresses, and the participants. */
export function selectReceivers(
	workspaceId: string,
	messageId: string,
): Query<string> {
	return {
		name: "bounce_receivers",
		text: `select c.email_key as key
  from messages m
  join tickets t on t.workspace_id = m.workspace_id and t.id = ${WRITTEN_IN}
  join contacts c on c.workspace_id = t.workspace_id and (c.id = t.contact_id or c.merged_into = t.contact_id)
 where m.workspace_id = $1
   and m.id = $2
 union all
select p.email
  from messages m
  join tickets t on t.workspace_id = m.workspace_id and t.id = ${WRITTEN_IN}
 cross join jsonb_to_recordset(t.participants) as p (email text)
 where m.workspace_id = $1
   and m.id = $2`,
		values: [workspaceId, messageId],
		row: rowType({ key: text }, ({ key }) => key),
	};
}
