import type { Position } from "@supportdesk/paging/cursor.ts";
import {
	arrayOf,
	boolean,
	integer,
	nullable,
	oneOf,
	rowType,
	text,
	timestamp,
} from "@supportdesk/pg/row-type.ts";
import type { Query, Statement } from "@supportdesk/pg/statement.ts";
import { WEBHOOKS_MAX, type Webhook } from "../domain/webhook.ts";

export const WEBHOOK_COLUMNS =
	"id, url, types, description, enabled, disabled_reason, created_at, updated_at";

const COLUMN_TYPES = {
	id: text,
	url: text,
	types: arrayOf(text),
	description: text,
	enabled: boolean,
	disabled_reason: nullable(oneOf<NonNullable<Webhook["disabledReason"]>>()),
	created_at: timestamp,
	updated_at: timestamp,
};

export const WEBHOOK = rowType(
	COLUMN_TYPES,
	(row): Webhook => ({
		id: row.id,
		url: row.url,
		types: row.types,
		description: row.description,
		enabled: row.enabled,
		disabledReason: row.disabled_reason,
		createdAt: row.created_at,
		updatedAt: row.updated_at,
	}),
);

export function selectWebhook(workspaceId: string, id: string): Query<Webhook> {
	return {
		name: "webhook",
		text: `select ${WEBHOOK_COLUMNS}
  from webhooks
 where workspace_id = $1
   and id = $2`,
		values: [workspaceId, id],
		row: WEBHOOK,
	};
}

/** The webhook, locked until the transaction ends. */
export function lockWebhook(workspaceId: string, id: string): Query<Webhook> {
	const { text, values, row } = selectWebhook(workspaceId, id);
	return {
		name: "webhook_lock",
		text: `${text}
   for no key update`,
		values,
		row,
	};
}

const INSERTED = rowType({ id: text }, ({ id }) => id);

/** Inserts a webhook unless the workspace has as many as it may; returns its id. */
export function insertWebhook(
	workspaceId: string,
	webhook: Webhook,
	ownerId: string,
): Query<string> {
	return {
		name: "webhook_insert",
		text: `insert into webhooks (workspace_id, id, url, types, description, enabled, owner_id, secret_version,
                      created_at, updated_at)
select $1, $2, $3, $4, $5, $6, $7, 1, $8, $9
 where (select count(*) from webhooks where workspace_id = $1) < ${WEBHOOKS_MAX}
returning id`,
		values: [
			workspaceId,
			webhook.id,
			webhook.url,
			webhook.types,
			webhook.description,
			webhook.enabled,
			ownerId,
			webhook.createdAt,
			webhook.updatedAt,
		],
		row: INSERTED,
	};
}

/** What a client has changed. One that is enabled again, or has another URL, starts without failures behind it. */
export function updateWebhook(
	workspaceId: string,
	webhook: Webhook,
): Statement {
	return {
		name: "webhook_update",
		text: `update webhooks
   set url = $3,
       types = $4,
       description = $5,
       enabled = $6,
       disabled_reason = $7,
       failing_since = case when url = $3 and (enabled or not $6) then failing_since end,
       notice_id = case when not $6 then notice_id end,
       notice_due_at = case when not $6 then notice_due_at end,
       updated_at = $8
 where workspace_id = $1
   and id = $2`,
		values: [
			workspaceId,
			webhook.id,
			webhook.url,
			webhook.types,
			webhook.description,
			webhook.enabled,
			webhook.disabledReason,
			webhook.updatedAt,
		],
	};
}

/** Its deliveries go with it. */
export function deleteWebhook(workspaceId: string, id: string): Statement {
	return {
		name: "webhook_delete",
		text: `delete from webhooks
 where workspace_id = $1
   and id = $2`,
		values: [workspaceId, id],
	};
}

const SECRET_VERSION = rowType(
	{ secret_version: integer },
	(row) => row.secret_version,
);

/** Begins the next secret, while the one before signs too until a time; returns the new version. */
export function rotateSecret(
	workspaceId: string,
	id: string,
	previousUntil: Date,
	now: string,
): Query<number> {
	return {
		name: "webhook_rotate",
		text: `update webhooks
   set secret_version = secret_version + 1,
       previous_secret_until = $3,
       updated_at = $4
 where workspace_id = $1
   and id = $2
returning secret_version`,
		values: [workspaceId, id, previousUntil.toISOString(), now],
		row: SECRET_VERSION,
	};
}

const SUBSCRIPTION = rowType({ id: text, types: arrayOf(text) });

/** The enabled webhooks of a workspace, and which events they want. */
export function selectSubscriptions(
	workspaceId: string,
): Query<{ readonly id: string; readonly types: string[] }> {
	return {
		name: "webhook_subscriptions",
		text: `select id, types
  from webhooks
 where workspace_id = $1
   and enabled`,
		values: [workspaceId],
		row: SUBSCRIPTION,
	};
}

/** One page, and a row more if there is another page behind it. */
export function selectWebhookPage(
	workspaceId: string,
	direction: "asc" | "desc",
	limit: number,
	position: Position | undefined,
): Query<Webhook> {
	const beyond = direction === "desc" ? "<" : ">";
	return {
		text: `select ${WEBHOOK_COLUMNS}
  from webhooks
 where workspace_id = $1${
		position
			? `
   and (created_at, id) ${beyond} ($2::timestamptz, $3)`
			: ""
 }
 order by created_at ${direction}, id ${direction}
 limit ${limit + 1}`,
		values: [workspaceId, ...(position ? [position.value, position.id] : [])],
		row: WEBHOOK,
	};
}
