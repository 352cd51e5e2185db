import type { Position } from "@supportdesk/paging/cursor.ts";
import type { Sort } from "@supportdesk/paging/sort.ts";
import { containing } from "@supportdesk/pg/like-pattern.ts";
import {
	arrayOf,
	json,
	nullable,
	rowType,
	text,
	timestamp,
} from "@supportdesk/pg/row-type.ts";
import type { Query, Value } from "@supportdesk/pg/statement.ts";
import type { AddressRow, ContactRecord } from "../domain/contact.ts";
import { keysetPage, type SortColumn } from "./keyset-page.ts";

export const CONTACT_SORTS = ["created_at", "name", "last_seen_at"] as const;
export type ContactSort = Sort<(typeof CONTACT_SORTS)[number]>;

const SORT_COLUMNS: Record<ContactSort["field"], SortColumn> = {
	created_at: { sql: "c.created_at", type: "timestamptz" },
	name: { sql: "c.name", type: "text" },
	last_seen_at: {
		sql: "coalesce(c.last_seen_at, c.created_at)",
		type: "timestamptz",
	},
};

const COLUMNS = `c.id, c.name, c.avatar_url, c.external_id, c.custom_attributes, c.created_at,
       coalesce(c.updated_at, c.created_at) as updated_at, c.last_seen_at,
       case when c.email <> '' then array[c.email] else '{}' end
         || array(select a.email
                    from contacts a
                   where a.workspace_id = c.workspace_id
                     and a.merged_into = c.id
                     and a.email <> ''
                   order by a.created_at, a.id) as addresses,
       (select json_agg(json_build_object('email', u.email,
                                          'since', to_char(u.undeliverable_since at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
                                          'reason', u.undeliverable_reason)
                        order by u.created_at, u.id)
          from contacts u
         where u.workspace_id = c.workspace_id
           and (u.id = c.id or u.merged_into = c.id)
           and u.undeliverable_since is not null
           and u.email <> '') as undeliverable`;

const CONTACT = rowType(
	{
		id: text,
		name: text,
		avatar_url: nullable(text),
		external_id: nullable(text),
		custom_attributes: json,
		created_at: timestamp,
		updated_at: timestamp,
		last_seen_at: nullable(timestamp),
		addresses: arrayOf(text),
		// Null when there are none.
		undeliverable: nullable(json),
	},
	(row): ContactRecord => ({
		id: row.id,
		name: row.name,
		addresses: row.addresses,
		avatarUrl: row.avatar_url,
		externalId: row.external_id,
		customAttributesJson: row.custom_attributes,
		createdAt: row.created_at,
		updatedAt: row.updated_at,
		lastSeenAt: row.last_seen_at,
		undeliverableJson: row.undeliverable ?? undefined,
	}),
);

/** The contact of this id, or the one that it was merged into; none of an erased one. */
export function selectContact(
	workspaceId: string,
	id: string,
): Query<ContactRecord> {
	return {
		name: "contact",
		text: `select ${COLUMNS}
  from contacts r
  join contacts c on c.workspace_id = r.workspace_id and c.id = case when r.merged_into is null then r.id else r.merged_into end
 where r.workspace_id = $1
   and r.id = $2
   and c.erased_at is null`,
		values: [workspaceId, id],
		row: CONTACT,
	};
}

const ID = rowType({ id: text }, ({ id }) => id);

/**
 * Locks the contact that `selectContact` finds, and returns its id. Every change of a contact, its addresses and what was
 * merged into it begins with this lock.
 */
export function lockContact(workspaceId: string, id: string): Query<string> {
	return {
		name: "contact_lock",
		// The row that leads there is locked first: a merge that it waited for has changed where it leads.
		text: `with given as materialized (
  select merged_into, id
    from contacts
   where workspace_id = $1
     and id = $2
     for no key update
)
select c.id
  from contacts c
 where c.workspace_id = $1
   and c.id = (select coalesce(merged_into, id) from given)
   and c.erased_at is null
   for no key update`,
		values: [workspaceId, id],
		row: ID,
	};
}

const ADDRESS_ROW = rowType(
	{ id: text, email: text, email_key: text },
	(row): AddressRow => ({
		id: row.id,
		address: row.email,
		key: row.email_key,
	}),
);

/** The contact's own row, then those that lead to it. */
export function selectAddressRows(
	workspaceId: string,
	contactId: string,
): Query<AddressRow> {
	return {
		name: "contact_rows",
		text: `select id, email, email_key
  from contacts
 where workspace_id = $1
   and (id = $2 or merged_into = $2)
 order by id <> $2, created_at, id`,
		values: [workspaceId, contactId],
		row: ADDRESS_ROW,
	};
}

/** Who has an address or an external id. */
export interface Holder {
	readonly contactId: string;
	/** The address, as addresses are compared; null for the external id. */
	readonly key: string | null;
}

const HOLDER = rowType(
	{ contact_id: text, key: nullable(text) },
	(row): Holder => ({ contactId: row.contact_id, key: row.key }),
);

/** The contacts that have one of these addresses or this external id. */
export function selectHolders(
	workspaceId: string,
	keys: readonly string[],
	externalId: string | undefined,
): Query<Holder> {
	return {
		name: "contact_holders",
		text: `select coalesce(merged_into, id) as contact_id, email_key as key
  from contacts
 where workspace_id = $1
   and email_key = any($2::text[])
 union all
select id, null
  from contacts
 where workspace_id = $1
   and external_id = $3`,
		values: [workspaceId, keys, externalId],
		row: HOLDER,
	};
}

/** What a list of contacts may be narrowed by; all given fields must hold. */
export interface ContactFilter {
	/** As addresses are compared. */
	readonly email?: string;
	readonly external_id?: string;
	readonly q?: string;
	/** ISO 8601 in UTC. */
	readonly created_after?: string;
	readonly created_before?: string;
}

/** One page of contacts of their own: no merged and no erased ones. */
export function selectContactPage(
	workspaceId: string,
	filter: ContactFilter,
	sort: ContactSort,
	rowsMax: number,
	position: Position | undefined,
): Query<ContactRecord> {
	const values: Value[] = [workspaceId];
	const conditions = filterConditions(filter, values).map(
		(condition) => `\n   and ${condition}`,
	);
	const column = SORT_COLUMNS[sort.field];
	return {
		text: `select ${COLUMNS}
  from contacts c
 where c.workspace_id = $1
   and c.merged_into is null
   and c.erased_at is null${conditions.join("")}${keysetPage(column, sort, rowsMax, position, values, "c.id")}`,
		values,
		row: CONTACT,
	};
}

function filterConditions(filter: ContactFilter, values: Value[]): string[] {
	const conditions: string[] = [];
	const add = (value: string | undefined, sql: (at: string) => string) => {
		if (value !== undefined) conditions.push(sql(`$${values.push(value)}`));
	};
	add(
		filter.email,
		(at) => `c.id = (select coalesce(a.merged_into, a.id)
                 from contacts a
                where a.workspace_id = $1
                  and a.email_key = ${at})`,
	);
	add(filter.external_id, (at) => `c.external_id = ${at}`);
	add(filter.created_after, (at) => `c.created_at > ${at}::timestamptz`);
	add(filter.created_before, (at) => `c.created_at < ${at}::timestamptz`);
	add(
		filter.q && containing(filter.q),
		(
			at,
		) => `(c.name ilike ${at} or c.email ilike ${at} or c.external_id ilike ${at}
        or exists (select
                     from contacts a
                    where a.workspace_id = $1
                      and a.merged_into = c.id
                      and a.email ilike ${at}))`,
	);
	return conditions;
}
